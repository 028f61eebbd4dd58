/** The command was used wrongly; the message says what to change. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
