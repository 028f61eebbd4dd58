/** An invalid option of `startDrydock`. The message names each option and what is allowed. Nothing has been started. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError'
}
