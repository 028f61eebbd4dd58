/** An invalid text for an option. The message is the rest of a sentence that begins with the option's name. */
export class BadValue extends Error {
  override readonly name = 'BadValue'
}
