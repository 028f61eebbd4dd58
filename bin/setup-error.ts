/** The error for a file or port that a command needs and cannot use; the message names it. The exit status is 2. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}
