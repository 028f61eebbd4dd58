/** The error for wrong usage of a command; the message says what to change. The exit status is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
