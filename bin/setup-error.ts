/** A file or a port that the command needs is not as it must be: the message names it. Exit status 2. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}
