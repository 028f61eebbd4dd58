/** The error for invalid options or arguments. The message names them and says what is allowed. Nothing was started or sent. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError'
}
