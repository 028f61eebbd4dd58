/** Thrown before anything is sent if an option, a file or a selection of rules cannot be used. */
export class BadInput extends Error {
  override readonly name = 'BadInput'
}
