/** An option, a file or a selection of rules that cannot be used. It is thrown before anything is sent. */
export class BadInput extends Error {
  override readonly name = 'BadInput'
}
