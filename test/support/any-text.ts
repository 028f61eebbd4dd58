import fc from 'fast-check'

/**
 * Draws any character except half of a surrogate pair. fast-check has such a generator, too, but builds a table of a
 * million characters for each property, which takes longer than the property.
 */
const anyCharacter = fc
  .oneof(fc.nat({ max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map(String.fromCodePoint, (text) => {
    if (typeof text !== 'string' || text.length === 0) throw new Error('No character.')
    const point = Number(text.codePointAt(0))
    if (String.fromCodePoint(point) !== text) throw new Error('More than a character.')
    return point
  })

/** Draws texts of any characters, often with characters that have a meaning in a programming language. */
export function anyText(maxLength = 60, minLength = 0): fc.Arbitrary<string> {
  return fc.string({ unit: anyCharacter, minLength, maxLength })
}
