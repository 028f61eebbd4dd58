import { isObject } from '../wire/fields.ts'

/** One thing that an answer says: the fields that lead to it, from the outside in, and what it is. */
export interface Remark {
  readonly names: readonly string[]
  readonly value: string
}

/** Everything that an answer says, but for what only repeats a part of the address. */
export function remarksIn(json: unknown, address: Readonly<Record<string, unknown>>): readonly Remark[] {
  const given = new Set(Object.values(address).flatMap((each) => wordsOf(String(each))))
  return leavesOf(json, []).filter(
    (each) => readRemark(each) !== undefined || !wordsOf(each.value).some((word) => given.has(word)),
  )
}

/**
 * Whether an answer says that somebody lives at its address; undefined where it says nothing that can be read so. Of
 * several things it says, those count that it does not say of an address of the other kind.
 */
export function classificationOf(
  remarks: readonly Remark[],
  ofAnother: readonly Remark[],
): boolean | undefined {
  const said = agreed(onlyIn(remarks, ofAnother)) ?? agreed(remarks)
  if (said !== undefined || remarks.some((each) => readRemark(each) !== undefined)) return said
  // What is said of one kind alone says by its absence that an address is of the other.
  const missing = agreed(onlyIn(ofAnother, remarks))
  return missing === undefined ? undefined : !missing
}

/** What is said in the first and not in the second. */
export function onlyIn(remarks: readonly Remark[], others: readonly Remark[]): readonly Remark[] {
  const said = new Set(others.map(describeRemark))
  return remarks.filter((each) => !said.has(describeRemark(each)))
}

export function describeRemark({ names, value }: Remark): string {
  return `${names.join('.')}: ${value}`
}

const isHome = /^(?:residential|residence)$/
const isBusiness = /^(?:commercial|business|non(?:residential|residence))$/
const isHomeThere = /^(?:r|home|house|household|dwelling)$/
const isBusinessThere = /^(?:c|b|company|office)$/
const isYes = /^(?:true|yes|y|1)$/
const isNo = /^(?:false|no|n|0)$/

const ofHomes = /residen|home|dwelling/i
const ofBusinesses = /commerc|business|company|non[_-]?residen/i
const ofKinds = /classif|categor|type|kind|rdi/i
/** Beside what an answer says may stand how sure it is. */
const ofItself = /confiden|score|probab|known|check|verif|source|version|available|complete/i

function readRemark({ names, value }: Remark): boolean | undefined {
  const word = bare(value)
  if (isHome.test(word)) return true
  if (isBusiness.test(word)) return false
  const nearest = [...names].reverse().find((name) => ofHomes.test(name) || ofBusinesses.test(name))
  if (nearest !== undefined || names.some((name) => ofKinds.test(name))) {
    if (isHomeThere.test(word)) return true
    if (isBusinessThere.test(word)) return false
  }
  if (nearest === undefined || ofItself.test(names.at(-1) ?? '')) return undefined
  if (!isYes.test(word) && !isNo.test(word)) return undefined
  return ofBusinesses.test(nearest) ? isNo.test(word) : isYes.test(word)
}

/** What all remarks that can be read say. */
function agreed(remarks: readonly Remark[]): boolean | undefined {
  const read = new Set(remarks.map(readRemark).filter((each) => each !== undefined))
  return read.size === 1 ? read.has(true) : undefined
}

function leavesOf(value: unknown, names: readonly string[]): readonly Remark[] {
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
