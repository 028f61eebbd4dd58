import { isObject } from '../../http/fields.ts'

/** A value of a response, with the names of the fields that lead to it, outermost first. */
export interface NamedValue {
  readonly names: readonly string[]
  readonly value: string
}

/** Returns all values of a response, except those that repeat a part of the address. */
export function collectNamedValues(
  json: unknown,
  address: Readonly<Record<string, unknown>>,
): readonly NamedValue[] {
  const given = new Set(Object.values(address).flatMap((each) => splitWords(String(each))))
  return collectLeaves(json, []).filter(
    (each) =>
      readClassification(each) !== undefined || !splitWords(each.value).some((word) => given.has(word)),
  )
}

/**
 * Returns whether a response says that its address is a home; undefined if it does not say. Only values count
 * that the response for an address of the other kind does not have.
 */
export function inferClassification(
  remarks: readonly NamedValue[],
  ofAnother: readonly NamedValue[],
): boolean | undefined {
  const telling = subtractValues(remarks, ofAnother)
  // A value that was not understood may be the classification, and a single letter may have another meaning.
  const isPuzzling = telling.some((each) => readClassification(each) === undefined && canClassify(each))
  const dropUncertain = (some: readonly NamedValue[]) =>
    isPuzzling ? some.filter((each) => !isSingleLetter(each)) : some
  const said =
    findAgreedClassification(dropUncertain(telling)) ?? findAgreedClassification(dropUncertain(remarks))
  if (said !== undefined || remarks.some((each) => readClassification(each) !== undefined)) return said
  // If a value is only there for addresses of one kind, its absence means the other kind.
  const missing = findAgreedClassification(subtractValues(ofAnother, remarks))
  return missing === undefined ? undefined : !missing
}

/** Returns the values that are in the first list and not in the second. */
export function subtractValues(
  remarks: readonly NamedValue[],
  others: readonly NamedValue[],
): readonly NamedValue[] {
  const said = new Set(others.map(describeValue))
  return remarks.filter((each) => !said.has(describeValue(each)))
}

/** Describes a value with the names of its fields, for messages. */
export function describeValue({ names, value }: NamedValue): string {
  return `${names.join('.')}: ${value}`
}

/**
 * Returns whether a value could classify an address. Coordinates, postal codes and numbers with decimals do not, unless their name
 * says that they are the likelihood of a home.
 */
export function canClassify({ names, value }: NamedValue): boolean {
  const isDecimal =
    /^-?\d+[.]\d+$/.test(value) && !names.some((name) => /residen|commerc/.test(toSnakeCase(name)))
  return !isDecimal && !names.some((name) => ofPlaces.test(toSnakeCase(name)))
}

const isHome = /^(?:residential|residence)$/
const isBusiness = /^(?:commercial|business|non(?:residential|residence))$/
const isHomeThere = /^(?:home|house|household|dwelling)$/
const isBusinessThere = /^(?:company|office)$/
const isHomeLetter = /^r$/
const isBusinessLetter = /^[cb]$/
const isYes = /^(?:true|yes|y|1)$/
const isNo = /^(?:false|no|n|0)$/

/** Names of the field for the postal service's residential delivery indicator (RDI). */
const ofIndicator = /(?:^|_)rdi(?:_|$)/
const ofHomes = /residen|home|dwelling|(?:^|_)rdi(?:_|$)/
const ofBusinesses = /commerc|business|company|non_?residen/
const ofKinds = /classif|categor|type|kind/
const ofLetters = /residen|classif|(?:^|_)rdi(?:_|$)/
const ofPlaces =
  /(?:^|_)(?:lat|latitude|lon|lng|long|longitude|geo|geocod\w*|geoloc\w*|geometry|coord\w*|plus_?4|zip\w*|postal|postcode|dpv|county|barcode|route)(?:_|$)/
/** Names of fields that are about the classification and do not give it, such as its confidence. */
const ofItself = /confiden|score|probab|known|check|verif|source|version|available|complete/

function readClassification(remark: NamedValue): boolean | undefined {
  const word = keepLettersAndDigits(remark.value)
  if (isHome.test(word)) return true
  if (isBusiness.test(word)) return false
  const names = remark.names.map(toSnakeCase)
  const nearest = names.findLast((name) => ofHomes.test(name) || ofBusinesses.test(name))
  if (nearest !== undefined || names.some((name) => ofKinds.test(name))) {
    if (isHomeThere.test(word)) return true
    if (isBusinessThere.test(word)) return false
  }
  if (names.some((name) => ofLetters.test(name)) && canClassify(remark)) {
    if (isHomeLetter.test(word)) return true
    if (isBusinessLetter.test(word)) return false
  }
  if (nearest === undefined || ofItself.test(names.at(-1) ?? '')) return undefined
  if (!isYes.test(word) && !isNo.test(word)) return undefined
  return ofBusinesses.test(nearest) ? isNo.test(word) : isYes.test(word)
}

/** Returns whether a value is a single letter that only the field names can explain. */
function isSingleLetter({ names, value }: NamedValue): boolean {
  const word = keepLettersAndDigits(value)
  const isLetter = isHomeLetter.test(word) || isBusinessLetter.test(word)
  return isLetter && !names.some((name) => ofIndicator.test(toSnakeCase(name)))
}

/** Returns the classification on which all understood values agree; undefined if they do not, or there are none. */
function findAgreedClassification(remarks: readonly NamedValue[]): boolean | undefined {
  const read = new Set(remarks.map(readClassification).filter((each) => each !== undefined))
  return read.size === 1 ? read.has(true) : undefined
}

function collectLeaves(value: unknown, names: readonly string[]): readonly NamedValue[] {
  if (Array.isArray(value)) return value.flatMap((each) => collectLeaves(each, names))
  if (isObject(value))
    return Object.entries(value).flatMap(([name, each]) => collectLeaves(each, [...names, name]))
  return value === null || value === undefined ? [] : [{ names, value: String(value) }]
}

/** Returns the letters and digits of a text, as `non-residential` and `nonResidential` mean the same. */
function keepLettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Returns the words of a text. A single common word shows that a value repeats a part of the address, which may be abbreviated. */
function splitWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Returns the name of a field in snake case: `usRdi` becomes `us_rdi`. */
function toSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1_')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .toLowerCase()
}
