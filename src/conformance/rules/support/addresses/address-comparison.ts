import states from '../../../../../fixtures/geography/states.json' with { type: 'json' }

// Compares the parts of an address in a response with the parts that were sent. A service may spell an address as the
// carrier does.

/** Returns true if a value is a text that is not blank. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Returns a part of an address for comparison: only its Latin letters and digits, in lower case and without accents. */
export const toComparableForm = (value: unknown): string =>
  String(value ?? '')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

const splitIntoWords = (value: unknown): readonly string[] =>
  String(value ?? '')
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')

/** Returns true if a word has only digits and letters without accents. A service may spell accented letters differently. */
const isUnaccented = (word: string): boolean => /^[a-z\d]+$/.test(word)

/**
 * Returns true if a shown name contains every word of the name that was sent. Ignores words with accents, and words of
 * up to two letters if there are longer ones.
 */
export function isSameName(shown: unknown, sent: string): boolean {
  const words = splitIntoWords(sent).filter(isUnaccented)
  const long = words.filter((word) => word.length > 2)
  const letters = toComparableForm(shown)
  return (long.length > 0 ? long : words).every((word) => letters.includes(word))
}

/**
 * Returns true if a shown street has the house number of the street that was sent, and a word that begins like one of
 * its words. A service may cut or abbreviate streets.
 */
export function isSameStreet(shown: unknown, sent: string): boolean {
  const words = splitIntoWords(sent)
  const there = splitIntoWords(shown)
  const number = words.find((word) => /^\d+[a-z]?$/.test(word))
  const hasNumber =
    number === undefined || there.some((word) => leadingDigitsOf(word) === leadingDigitsOf(number))
  const others = words.filter((word) => word !== number && isUnaccented(word.slice(0, 3)))
  const telling = others.filter((word) => word.length > 1 && !commonStreetWords.has(word))
  const wanted = telling.length > 0 ? telling : others
  const isBeside = wanted.some((word) => there.some((each) => hasSameStart(each, word)))
  return hasNumber && (wanted.length === 0 || isBeside)
}

/** Words that many street names contain, so they do not identify a street. */
const commonStreetWords = new Set(
  'ave avenue st street rd road dr drive ln lane ct court blvd boulevard pl place way hwy highway pkwy parkway suite ste apt unit fl floor ne nw se sw north south east west'.split(
    ' ',
  ),
)

const ordinalWords = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')

const leadingDigitsOf = (word: string): string => /^\d+/.exec(word)?.[0] ?? ''

function hasSameStart(shown: string, sent: string): boolean {
  const [one, other] = [numberWordToDigits(shown), numberWordToDigits(sent)]
  const digits = leadingDigitsOf(other)
  return digits === '' ? one.startsWith(other.slice(0, 3)) : leadingDigitsOf(one) === digits
}

/** Returns a number word in digits: `fifth` becomes `5`. */
function numberWordToDigits(word: string): string {
  const index = ordinalWords.indexOf(word)
  return index === -1 ? word : `${index + 1}`
}

/** Returns true if a shown state is the one that was sent. A US state may be a code or a name; another region may be abbreviated. */
export function isSameState(shown: unknown, sent: string): boolean {
  const [one, other] = [readStateCode(shown), readStateCode(sent)]
  if (one === other || other === '') return true
  return (
    !stateCodes.has(other) &&
    !stateCodes.has(one) &&
    (isAbbreviationOf(one, other) || isAbbreviationOf(other, one))
  )
}

const stateCodes = new Map(states.map(({ code, name }) => [toComparableForm(code), toComparableForm(name)]))

/** Returns the code of a state or region in lower case: `tx` for `Texas`, `TX` or `US-TX`. */
function readStateCode(value: unknown): string {
  const text = toComparableForm(String(value ?? '').replace(/^[a-z]{2}-/i, ''))
  return [...stateCodes].find(([, name]) => name === text)?.[0] ?? text
}

/** Returns true if a shown country, a code or a name, is the one that was sent. */
export function isSameCountry(shown: unknown, sent: string): boolean {
  const [one, other] = [readCountryCode(shown), readCountryCode(sent)]
  return one === other || other === '' || isCountryNameOf(one, other) || isCountryNameOf(other, one)
}

function readCountryCode(value: unknown): string {
  const text = toComparableForm(value)
  if (/^(?:usa|unitedstates(?:ofamerica)?)$/.test(text)) return 'us'
  return /^(?:uk|gbr|unitedkingdom|greatbritain)$/.test(text) ? 'gb' : text
}

let countryNames: Intl.DisplayNames | undefined

/** Returns the English name of a country. Loads the table of names at the first call, as few runs need it. */
function countryNameOf(code: string): string | undefined {
  countryNames ??= new Intl.DisplayNames(['en'], { type: 'region' })
  return countryNames.of(code.toUpperCase())
}

/** Returns true if a text is the name of a country, or its code of three letters. */
function isCountryNameOf(name: string, code: string): boolean {
  if (!/^[a-z]{2}$/.test(code)) return false
  return name === toComparableForm(countryNameOf(code)) || (name.length === 3 && isAbbreviationOf(code, name))
}

/** Returns true if the letters of a code occur in a name in order, the first one at its start. */
function isAbbreviationOf(code: string, name: string): boolean {
  const isCode = code.length > 1 && code.length < 4 && code.length < name.length
  if (!isCode || name[0] !== code[0]) return false
  let from = 0
  return [...code].every((letter) => {
    from = name.indexOf(letter, from) + 1
    return from > 0
  })
}

/** Returns true if a shown phone number is the one that was sent, with or without a country code or an extension. */
export function isSamePhone(shown: string, sent: string): boolean {
  const [one, other] = [shown.replace(/\D/g, ''), sent.replace(/\D/g, '')]
  return one.includes(other.slice(-7)) || (one !== '' && other.includes(one.slice(-7)))
}
