/** The result of one check of a setup. */
export interface Check {
  /** Its name, which never changes. */
  readonly id: string
  readonly status: 'ok' | 'problem'
  readonly message: string
  /** The advice for a problem; null for none. */
  readonly advice: string | null
}

export function passedCheck(id: string, message: string): Check {
  return { id, status: 'ok', message, advice: null }
}

export function failedCheck(id: string, message: string, advice: string): Check {
  return { id, status: 'problem', message, advice }
}
