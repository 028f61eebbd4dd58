/** The result of one check of `drydock doctor`. */
export interface Check {
  /** The name of the check, which never changes. */
  readonly id: string
  readonly status: 'ok' | 'problem'
  readonly message: string
  /** How to solve the problem; null if there is none. */
  readonly advice: string | null
}

export function createPassedCheck(id: string, message: string): Check {
  return { id, status: 'ok', message, advice: null }
}

export function createFailedCheck(id: string, message: string, advice: string): Check {
  return { id, status: 'problem', message, advice }
}
