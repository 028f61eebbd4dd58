/** The simulator's answer to a call it refused: the error envelope, and the status it came with (specification, Envelope). */
export class DrydockError extends Error {
  override readonly name = 'DrydockError'
  readonly code: string
  readonly suggestion: string
  readonly status: number
  /** The error object as it was sent, with whatever else it says. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(textOf(body, 'message') || `The simulator answered with status ${status}.`)
    this.code = textOf(body, 'code')
    this.suggestion = textOf(body, 'suggestion')
    this.status = status
    this.body = body
  }
}

function textOf(body: Readonly<Record<string, unknown>>, field: string): string {
  const value = body[field]
  return typeof value === 'string' ? value : ''
}
