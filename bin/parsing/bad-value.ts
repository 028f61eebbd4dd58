/**
 * The error for an option with an invalid text. The message lacks its beginning, the option's name: `must be a whole
 * number`.
 */
export class BadValue extends Error {
  override readonly name = 'BadValue'
}
