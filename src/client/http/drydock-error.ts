/** An error response of the simulator: the error envelope and the status (specification, Envelope). */
export class DrydockError extends Error {
  override readonly name = 'DrydockError'
  /** The error code, such as `CONTROL.ACCOUNT.NOT_FOUND`; empty if the response has no envelope. */
  readonly code: string
  /** Advice for what to do; empty if the response has none. */
  readonly suggestion: string
  /** The HTTP status. */
  readonly status: number
  /** The error object as received, with all its fields. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(getTextField(body, 'message') || `The simulator responded with status ${status}.`)
    this.code = getTextField(body, 'code')
    this.suggestion = getTextField(body, 'suggestion')
    this.status = status
    this.body = body
  }
}

function getTextField(body: Readonly<Record<string, unknown>>, field: string): string {
  const value = body[field]
  return typeof value === 'string' ? value : ''
}
