import romanisation from '../../../fixtures/labels/romanisation.json' with { type: 'json' }

/** The character that replaces each character that the label font lacks. The label shows an empty frame for it. */
export const unprintable = '\uFFFD'

/** The characters that the built-in PDF fonts have in addition to Latin-1 (code page 1252, 0x80 to 0x9F). */
const beyondLatin1 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
// safe regex: it matches a single character.
const printable = new RegExp(`[\\x20-\\x7E\\u00A1-\\u00AC\\u00AE-\\u00FF${beyondLatin1}]`)
const printableThroughout = /^[\x20-\x7E\u00A1-\u00AC\u00AE-\u00FF]*$/

const spellings: ReadonlyMap<string, string> = new Map([
  ...Object.entries(romanisation.latin),
  ...Object.entries(romanisation.greek),
  ...Object.entries(romanisation.cyrillic),
  ...Object.entries(romanisation.punctuation),
  ...romanisation.digitZeros.flatMap(listDigitSpellings),
])

function listDigitSpellings(zero: string): [string, string][] {
  const start = zero.codePointAt(0) ?? 0
  return Array.from({ length: 10 }, (_, digit) => [String.fromCodePoint(start + digit), String(digit)])
}

function spellCharacter(character: string): string | undefined {
  if (printable.test(character)) return character
  const own = spellings.get(character)
  if (own !== undefined) return own
  const lower = character.toLowerCase()
  const spelling = lower === character ? undefined : spellings.get(lower)
  return spelling === undefined ? undefined : spelling.charAt(0).toUpperCase() + spelling.slice(1)
}

function spellWithoutAccents(character: string): string {
  const parts = character.normalize('NFKD').replace(/\p{M}/gu, '')
  let text = ''
  for (const part of parts) text += spellCharacter(part) ?? unprintable
  return text
}

/**
 * Returns the text as the built-in Latin font of a label printer can print it, on one line. White space
 * becomes single spaces, accents that the font lacks are dropped, Greek and Cyrillic are spelled in Latin
 * letters, and any other character becomes `unprintable`. Never throws.
 */
export function toLatin(text: string): string {
  const line = text
    .normalize('NFC')
    .replace(/[\s\u0085\u2028\u2029]+/gu, ' ')
    // Control characters, direction marks, joiners and skin tones are invisible by themselves.
    .replace(/\p{Cc}|\p{Cf}|\p{Emoji_Modifier}/gu, '')
    .trim()
  if (printableThroughout.test(line)) return line
  let latin = ''
  for (const character of line) latin += spellCharacter(character) ?? spellWithoutAccents(character)
  return latin.replace(/ {2,}/g, ' ').trim()
}
