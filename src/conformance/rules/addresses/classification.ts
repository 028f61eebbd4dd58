import { isObject } from '../../wire/fields.ts'

/** One thing that an answer says: the fields that lead to it, from the outside in, and what it is. */
export interface NamedValue {
  readonly names: readonly string[]
  readonly value: string
}

/** Everything that an answer says, but for what only repeats a part of the address. */
export function namedValuesIn(
  json: unknown,
  address: Readonly<Record<string, unknown>>,
): readonly NamedValue[] {
  const given = new Set(Object.values(address).flatMap((each) => wordsOf(String(each))))
  return leavesOf(json, []).filter(
    (each) => readClassification(each) !== undefined || !wordsOf(each.value).some((word) => given.has(word)),
  )
}

/**
 * Whether an answer says that somebody lives at its address; undefined where it says nothing that can be read so. Of
 * several things it says, those count that it does not say of an address of the other kind.
 */
export function classificationOf(
  remarks: readonly NamedValue[],
  ofAnother: readonly NamedValue[],
): boolean | undefined {
  const telling = onlyIn(remarks, ofAnother)
  // What was not understood may be the classification, and a letter that stands for something else none.
  const isPuzzling = telling.some((each) => readClassification(each) === undefined && mayClassify(each))
  const certain = (some: readonly NamedValue[]) => (isPuzzling ? some.filter((each) => !isLoose(each)) : some)
  const said = agreed(certain(telling)) ?? agreed(certain(remarks))
  if (said !== undefined || remarks.some((each) => readClassification(each) !== undefined)) return said
  // What is said of one kind alone says by its absence that an address is of the other.
  const missing = agreed(onlyIn(ofAnother, remarks))
  return missing === undefined ? undefined : !missing
}

/** What is said in the first and not in the second. */
export function onlyIn(remarks: readonly NamedValue[], others: readonly NamedValue[]): readonly NamedValue[] {
  const said = new Set(others.map(describeValue))
  return remarks.filter((each) => !said.has(describeValue(each)))
}

export function describeValue({ names, value }: NamedValue): string {
  return `${names.join('.')}: ${value}`
}

/**
 * Whether this could tell what kind of address it is: coordinates and postal codes do not, nor numbers with decimals,
 * unless they say how likely it is a home.
 */
export function mayClassify({ names, value }: NamedValue): boolean {
  const isDecimal = /^-?\d+[.]\d+$/.test(value) && !names.some((name) => /residen|commerc/.test(snake(name)))
  return !isDecimal && !names.some((name) => ofPlaces.test(snake(name)))
}

const isHome = /^(?:residential|residence)$/
const isBusiness = /^(?:commercial|business|non(?:residential|residence))$/
const isHomeThere = /^(?:home|house|household|dwelling)$/
const isBusinessThere = /^(?:company|office)$/
const isHomeLetter = /^r$/
const isBusinessLetter = /^[cb]$/
const isYes = /^(?:true|yes|y|1)$/
const isNo = /^(?:false|no|n|0)$/

/** The residential delivery indicator of the post. */
const ofIndicator = /(?:^|_)rdi(?:_|$)/
const ofHomes = /residen|home|dwelling|(?:^|_)rdi(?:_|$)/
const ofBusinesses = /commerc|business|company|non_?residen/
const ofKinds = /classif|categor|type|kind/
const ofLetters = /residen|classif|(?:^|_)rdi(?:_|$)/
const ofPlaces =
  /(?:^|_)(?:lat|latitude|lon|lng|long|longitude|geo|geocod\w*|geoloc\w*|geometry|coord\w*|plus_?4|zip\w*|postal|postcode|dpv|county|barcode|route)(?:_|$)/
/** Beside what an answer says may stand how sure it is. */
const ofItself = /confiden|score|probab|known|check|verif|source|version|available|complete/

function readClassification(remark: NamedValue): boolean | undefined {
  const word = bare(remark.value)
  if (isHome.test(word)) return true
  if (isBusiness.test(word)) return false
  const names = remark.names.map(snake)
  const nearest = names.findLast((name) => ofHomes.test(name) || ofBusinesses.test(name))
  if (nearest !== undefined || names.some((name) => ofKinds.test(name))) {
    if (isHomeThere.test(word)) return true
    if (isBusinessThere.test(word)) return false
  }
  if (names.some((name) => ofLetters.test(name)) && mayClassify(remark)) {
    if (isHomeLetter.test(word)) return true
    if (isBusinessLetter.test(word)) return false
  }
  if (nearest === undefined || ofItself.test(names.at(-1) ?? '')) return undefined
  if (!isYes.test(word) && !isNo.test(word)) return undefined
  return ofBusinesses.test(nearest) ? isNo.test(word) : isYes.test(word)
}

/** A single letter that is read only because of the names around it. */
function isLoose({ names, value }: NamedValue): boolean {
  const word = bare(value)
  const isLetter = isHomeLetter.test(word) || isBusinessLetter.test(word)
  return isLetter && !names.some((name) => ofIndicator.test(snake(name)))
}

/** What all remarks that can be read say. */
function agreed(remarks: readonly NamedValue[]): boolean | undefined {
  const read = new Set(remarks.map(readClassification).filter((each) => each !== undefined))
  return read.size === 1 ? read.has(true) : undefined
}

function leavesOf(value: unknown, names: readonly string[]): readonly NamedValue[] {
  if (Array.isArray(value)) return value.flatMap((each) => leavesOf(each, names))
  if (isObject(value))
    return Object.entries(value).flatMap(([name, each]) => leavesOf(each, [...names, name]))
  return value === null || value === undefined ? [] : [{ names, value: String(value) }]
}

/** Residential, RESIDENTIAL and non-residential, nonResidential: what counts are letters and digits. */
function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Streets may be abbreviated and ZIP codes longer in an answer: one word in common is enough to know them again. */
function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** The name of a field in small letters, its words apart: usRdi is us_rdi. */
function snake(name: string): string {
  return name
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1_')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .toLowerCase()
}
