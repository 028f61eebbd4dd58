/** What was asked for cannot be done: a wrong option, file or selection. Nothing has been sent. */
export class BadInput extends Error {
  override readonly name = 'BadInput'
}
