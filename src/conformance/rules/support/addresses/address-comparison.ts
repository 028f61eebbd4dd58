import states from '../../../../../fixtures/geography/states.json' with { type: 'json' }

// Compares a part of a shown address with the one that was sent. A service may write it in the form of its carrier.

/** Returns whether a value is a text that is not empty. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Returns a part of an address without the differences between spellings, for comparison. */
export const comparableForm = (value: unknown): string =>
  String(value ?? '')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

const wordsOf = (value: unknown): readonly string[] =>
  String(value ?? '')
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')

/** Returns whether a word has only letters with a single spelling. */
const isPlain = (word: string): boolean => /^[a-z\d]+$/.test(word)

/** Returns whether a name has every longer word of the name that was sent. */
export function isSameName(shown: unknown, given: string): boolean {
  const words = wordsOf(given).filter(isPlain)
  const long = words.filter((word) => word.length > 2)
  const letters = comparableForm(shown)
  return (long.length > 0 ? long : words).every((word) => letters.includes(word))
}

/** Returns whether a street has the house number that was sent and the start of one of its words, as streets may be cut or abbreviated. */
export function isSameStreet(shown: unknown, given: string): boolean {
  const words = wordsOf(given)
  const there = wordsOf(shown)
  const number = words.find((word) => /^\d+[a-z]?$/.test(word))
  const hasNumber = number === undefined || there.some((word) => digitsOf(word) === digitsOf(number))
  const others = words.filter((word) => word !== number && isPlain(word.slice(0, 3)))
  const telling = others.filter((word) => word.length > 1 && !common.has(word))
  const wanted = telling.length > 0 ? telling : others
  const isBeside = wanted.some((word) => there.some((each) => beginsAlike(each, word)))
  return hasNumber && (wanted.length === 0 || isBeside)
}

/** Words that many streets have, so they identify none. */
const common = new Set(
  'ave avenue st street rd road dr drive ln lane ct court blvd boulevard pl place way hwy highway pkwy parkway suite ste apt unit fl floor ne nw se sw north south east west'.split(
    ' ',
  ),
)

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')

const digitsOf = (word: string): string => /^\d+/.exec(word)?.[0] ?? ''

function beginsAlike(shown: string, given: string): boolean {
  const [one, other] = [numberWordToDigits(shown), numberWordToDigits(given)]
  const digits = digitsOf(other)
  return digits === '' ? one.startsWith(other.slice(0, 3)) : digitsOf(one) === digits
}

/** Returns a number word in digits: `fifth` becomes `5`. */
function numberWordToDigits(word: string): string {
  const index = ordinals.indexOf(word)
  return index === -1 ? word : `${index + 1}`
}

/** Returns whether a state is the one that was sent. A US state may be a code or a name; another region the same text, or a code for a name. */
export function isSameState(shown: unknown, given: string): boolean {
  const [one, other] = [stateOf(shown), stateOf(given)]
  if (one === other || other === '') return true
  return !stateCodes.has(other) && !stateCodes.has(one) && (isShortFor(one, other) || isShortFor(other, one))
}

const stateCodes = new Map(states.map(({ code, name }) => [comparableForm(code), comparableForm(name)]))

/** Returns the code of a state or region, without a country before it. */
function stateOf(value: unknown): string {
  const text = comparableForm(String(value ?? '').replace(/^[a-z]{2}-/i, ''))
  return [...stateCodes].find(([, name]) => name === text)?.[0] ?? text
}

/** Returns whether a country is the one that was sent, by its code or its name. */
export function isSameCountry(shown: unknown, given: string): boolean {
  const [one, other] = [countryOf(shown), countryOf(given)]
  return one === other || other === '' || isNameOf(one, other) || isNameOf(other, one)
}

function countryOf(value: unknown): string {
  const text = comparableForm(value)
  if (/^(?:usa|unitedstates(?:ofamerica)?)$/.test(text)) return 'us'
  return /^(?:uk|gbr|unitedkingdom|greatbritain)$/.test(text) ? 'gb' : text
}

let countryNames: Intl.DisplayNames | undefined

/** Returns the English name of a country. Loads the table of names at the first call, as few runs need it. */
function nameOf(code: string): string | undefined {
  countryNames ??= new Intl.DisplayNames(['en'], { type: 'region' })
  return countryNames.of(code.toUpperCase())
}

/** Returns whether a text is the name of a country, or its code of three letters. */
function isNameOf(name: string, code: string): boolean {
  if (!/^[a-z]{2}$/.test(code)) return false
  return name === comparableForm(nameOf(code)) || (name.length === 3 && isShortFor(code, name))
}

/** Returns whether the letters of a code occur in a name in order, the first one at its start. */
function isShortFor(code: string, name: string): boolean {
  const isCode = code.length > 1 && code.length < 4 && code.length < name.length
  if (!isCode || name[0] !== code[0]) return false
  let from = 0
  return [...code].every((letter) => {
    from = name.indexOf(letter, from) + 1
    return from > 0
  })
}

/** Returns whether a phone number is the one that was sent, with or without a country code or an extension. */
export function isSamePhone(shown: string, given: string): boolean {
  const [one, other] = [shown.replace(/\D/g, ''), given.replace(/\D/g, '')]
  return one.includes(other.slice(-7)) || (one !== '' && other.includes(one.slice(-7)))
}
