/** A text that cannot be what it should be; the message goes on from the name of what it was given for. */
export class BadValue extends Error {
  override readonly name = 'BadValue'
}
