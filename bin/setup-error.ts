/** A file or port that the command needs cannot be used; the message names it. Exit status 2. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}
