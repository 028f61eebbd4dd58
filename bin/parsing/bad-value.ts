/** The error for an invalid text of an option. The message is the end of a sentence that begins with the option's name. */
export class BadValue extends Error {
  override readonly name = 'BadValue'
}
