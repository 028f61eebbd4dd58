/** An option of `startDrydock` that cannot be used; the message names each, and what is allowed. Nothing has started. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError'
}
