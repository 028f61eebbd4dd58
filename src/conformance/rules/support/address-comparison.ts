import states from '../../../../fixtures/geography/states.json' with { type: 'json' }

/** Whether a part of an address is the one that was given: a service may write it as its carrier would. */

export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** As a carrier would compare them. */
export const comparable = (value: unknown): string =>
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

/** Letters that nobody writes otherwise. */
const isPlain = (word: string): boolean => /^[a-z\d]+$/.test(word)

/** Every longer word of a name. */
export function isSameName(shown: unknown, given: string): boolean {
  const words = wordsOf(given).filter(isPlain)
  const long = words.filter((word) => word.length > 2)
  const letters = comparable(shown)
  return (long.length > 0 ? long : words).every((word) => letters.includes(word))
}

/** The number of the house, and the beginning of a word beside it: the rest may be cut, or put in short. */
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

/** Words that many streets have. */
const common = new Set(
  'ave avenue st street rd road dr drive ln lane ct court blvd boulevard pl place way hwy highway pkwy parkway suite ste apt unit fl floor ne nw se sw north south east west'.split(
    ' ',
  ),
)

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')

const digitsOf = (word: string): string => /^\d+/.exec(word)?.[0] ?? ''

function beginsAlike(shown: string, given: string): boolean {
  const [one, other] = [inDigits(shown), inDigits(given)]
  const digits = digitsOf(other)
  return digits === '' ? one.startsWith(other.slice(0, 3)) : digitsOf(one) === digits
}

/** `5` where a word says `fifth`. */
function inDigits(word: string): string {
  const index = ordinals.indexOf(word)
  return index === -1 ? word : `${index + 1}`
}

/** A state of the US by its code or its name; another region by the same, or by a code and a name that has its letters. */
export function isSameState(shown: unknown, given: string): boolean {
  const [one, other] = [stateOf(shown), stateOf(given)]
  if (one === other || other === '') return true
  return !stateCodes.has(other) && !stateCodes.has(one) && (isShortFor(one, other) || isShortFor(other, one))
}

const stateCodes = new Map(states.map(({ code, name }) => [comparable(code), comparable(name)]))

/** The code of a state, or what stands in its place, without the country before it. */
function stateOf(value: unknown): string {
  const text = comparable(String(value ?? '').replace(/^[a-z]{2}-/i, ''))
  return [...stateCodes].find(([, name]) => name === text)?.[0] ?? text
}

/** A country by its code, or its name. */
export function isSameCountry(shown: unknown, given: string): boolean {
  const [one, other] = [countryOf(shown), countryOf(given)]
  return one === other || other === '' || isNameOf(one, other) || isNameOf(other, one)
}

function countryOf(value: unknown): string {
  const text = comparable(value)
  if (/^(?:usa|unitedstates(?:ofamerica)?)$/.test(text)) return 'us'
  return /^(?:uk|gbr|unitedkingdom|greatbritain)$/.test(text) ? 'gb' : text
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })

/** The name of a country, or its code of three letters. */
function isNameOf(name: string, code: string): boolean {
  if (!/^[a-z]{2}$/.test(code)) return false
  return (
    name === comparable(countryNames.of(code.toUpperCase())) || (name.length === 3 && isShortFor(code, name))
  )
}

/** The letters of a code stand in a name in their order, the first at its beginning. */
function isShortFor(code: string, name: string): boolean {
  const isCode = code.length > 1 && code.length < 4 && code.length < name.length
  return isCode && new RegExp(`^${[...code].join('.*')}`).test(name)
}

/** The same digits at the end, with or without those of a country or an extension. */
export function isSamePhone(shown: string, given: string): boolean {
  const [one, other] = [shown.replace(/\D/g, ''), given.replace(/\D/g, '')]
  return one.includes(other.slice(-7)) || (one !== '' && other.includes(one.slice(-7)))
}
