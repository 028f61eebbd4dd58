import fc from 'fast-check'

/**
 * Any character but half of a pair. fast-check's own unit of that name makes a table of a million characters for each
 * property, which takes longer than the property does.
 */
const anyCharacter = fc
  .oneof(fc.nat({ max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map(String.fromCodePoint, (text) => {
    if (typeof text !== 'string' || text.length === 0) throw new Error('No character.')
    const point = Number(text.codePointAt(0))
    if (String.fromCodePoint(point) !== text) throw new Error('More than a character.')
    return point
  })

/** Texts of any characters, with those among them that mean something to an engine. */
export function anyText(maxLength = 60, minLength = 0): fc.Arbitrary<string> {
  return fc.string({ unit: anyCharacter, minLength, maxLength })
}
