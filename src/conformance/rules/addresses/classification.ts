import { isObject } from '../../http/fields.ts'

/** A value in a response, with the names of the fields that lead to it, outermost first. */
export interface NamedValue {
  readonly names: readonly string[]
  readonly value: string
}

/** Returns all values of a response, except those that repeat a part of the address. A classification is always included. */
export function collectNamedValues(
  json: unknown,
  address: Readonly<Record<string, unknown>>,
): readonly NamedValue[] {
  const given = new Set(Object.values(address).flatMap((each) => splitWords(String(each))))
  return collectLeafValues(json, []).filter(
    (each) =>
      readClassification(each) !== undefined || !splitWords(each.value).some((word) => given.has(word)),
  )
}

/**
 * Returns true if a response classifies its address as a home, false if as a business; undefined if it has no
 * classification. Ignores values that also occur in the response for an address of the other kind.
 */
export function inferClassification(
  values: readonly NamedValue[],
  ofOtherKind: readonly NamedValue[],
): boolean | undefined {
  const ownValues = removeSharedValues(values, ofOtherKind)
  // If another value may be the classification, although the suite cannot read it, a single letter may mean something else.
  const isAmbiguous = ownValues.some(
    (each) => readClassification(each) === undefined && canBeClassification(each),
  )
  const dropUnclearLetters = (candidates: readonly NamedValue[]) =>
    isAmbiguous ? candidates.filter((each) => !isSingleLetter(each)) : candidates
  const agreed =
    findAgreedClassification(dropUnclearLetters(ownValues)) ??
    findAgreedClassification(dropUnclearLetters(values))
  if (agreed !== undefined || values.some((each) => readClassification(each) !== undefined)) return agreed
  // If a value appears only for addresses of one kind, a response without the value means the other kind.
  const missing = findAgreedClassification(removeSharedValues(ofOtherKind, values))
  return missing === undefined ? undefined : !missing
}

/** Returns the values of the first response that the second response does not have. */
export function removeSharedValues(
  values: readonly NamedValue[],
  others: readonly NamedValue[],
): readonly NamedValue[] {
  const shared = new Set(others.map(describeNamedValue))
  return values.filter((each) => !shared.has(describeNamedValue(each)))
}

/** Describes a value with the names of its fields, for messages. */
export function describeNamedValue({ names, value }: NamedValue): string {
  return `${names.join('.')}: ${value}`
}

/**
 * Returns true if a value could classify an address as a home or a business. Coordinates, postal codes and numbers
 * with decimals are excluded, except numbers whose field name says that they are the likelihood of a home.
 */
export function canBeClassification({ names, value }: NamedValue): boolean {
  const isDecimal =
    /^-?\d+[.]\d+$/.test(value) && !names.some((name) => /residen|commerc/.test(toSnakeCase(name)))
  return !isDecimal && !names.some((name) => placeField.test(toSnakeCase(name)))
}

const homeWord = /^(?:residential|residence)$/
const businessWord = /^(?:commercial|business|non(?:residential|residence))$/
const homePlaceWord = /^(?:home|house|household|dwelling)$/
const businessPlaceWord = /^(?:company|office)$/
const homeLetter = /^r$/
const businessLetter = /^[cb]$/
const yesWord = /^(?:true|yes|y|1)$/
const noWord = /^(?:false|no|n|0)$/

/** Matches field names of the postal service's residential delivery indicator (RDI). */
const indicatorField = /(?:^|_)rdi(?:_|$)/
const homeField = /residen|home|dwelling|(?:^|_)rdi(?:_|$)/
const businessField = /commerc|business|company|non_?residen/
const kindField = /classif|categor|type|kind/
const letterField = /residen|classif|(?:^|_)rdi(?:_|$)/
const placeField =
  /(?:^|_)(?:lat|latitude|lon|lng|long|longitude|geo|geocod\w*|geoloc\w*|geometry|coord\w*|plus_?4|zip\w*|postal|postcode|dpv|county|barcode|route)(?:_|$)/
/** Matches names of fields with facts about the address classification, such as its confidence. */
const metadataField = /confiden|score|probab|known|check|verif|source|version|available|complete/

/** Returns true if a value, with the names of its fields, means a home, false if a business; undefined if it means neither. */
function readClassification(named: NamedValue): boolean | undefined {
  const word = keepLettersAndDigits(named.value)
  if (homeWord.test(word)) return true
  if (businessWord.test(word)) return false
  const names = named.names.map(toSnakeCase)
  const nearest = names.findLast((name) => homeField.test(name) || businessField.test(name))
  if (nearest !== undefined || names.some((name) => kindField.test(name))) {
    if (homePlaceWord.test(word)) return true
    if (businessPlaceWord.test(word)) return false
  }
  if (names.some((name) => letterField.test(name)) && canBeClassification(named)) {
    if (homeLetter.test(word)) return true
    if (businessLetter.test(word)) return false
  }
  if (nearest === undefined || metadataField.test(names.at(-1) ?? '')) return undefined
  if (!yesWord.test(word) && !noWord.test(word)) return undefined
  return businessField.test(nearest) ? noWord.test(word) : yesWord.test(word)
}

/** Returns true if a value is a single letter (R, C or B) in a field that is not the RDI field. */
function isSingleLetter({ names, value }: NamedValue): boolean {
  const word = keepLettersAndDigits(value)
  const isLetter = homeLetter.test(word) || businessLetter.test(word)
  return isLetter && !names.some((name) => indicatorField.test(toSnakeCase(name)))
}

/** Returns the classification (true: a home) if all readable values agree; undefined if they differ or no value is readable. */
function findAgreedClassification(values: readonly NamedValue[]): boolean | undefined {
  const read = new Set(values.map(readClassification).filter((each) => each !== undefined))
  return read.size === 1 ? read.has(true) : undefined
}

function collectLeafValues(value: unknown, names: readonly string[]): readonly NamedValue[] {
  if (Array.isArray(value)) return value.flatMap((each) => collectLeafValues(each, names))
  if (isObject(value))
    return Object.entries(value).flatMap(([name, each]) => collectLeafValues(each, [...names, name]))
  return value === null || value === undefined ? [] : [{ names, value: String(value) }]
}

/** Returns only the letters and digits of a text, as `non-residential` and `nonResidential` mean the same. */
function keepLettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Returns the words of a text. If a value shares one word with the address, the value counts as a repetition of the
 * address, because services abbreviate addresses.
 */
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
