/** A scenario file's text as YAML whose parts know where they stand, so that every refusal can name its line. */
import { isMap, isScalar, isSeq, type ParsedNode, parseDocument, visit, type YAMLError } from 'yaml'
import type { FieldProblem } from '../faults/field-reader.ts'
import { findDeepNesting } from './nesting.ts'
import { ScenarioError } from './scenario-error.ts'

const maxBytes = 1024 * 1024
const maxDepth = 64

export interface Source {
  readonly file: string
  readonly text: string
}

/** A YAML node, null where the text has nothing, and the offset at which it begins. */
export interface Located {
  readonly node: unknown
  readonly offset: number
}

/** The fields of one map: plain values to read, in which collections are only empty stand-ins, and where each stands. */
export interface LocatedFields {
  readonly offset: number
  readonly values: Readonly<Record<string, unknown>>
  readonly places: ReadonlyMap<string, Located>
}

/** Throws a `ScenarioError` that points at the offset. */
export function refuse({ file, text }: Source, offset: number, reason: string): never {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  throw new ScenarioError({ file, line, column: offset - before.lastIndexOf('\n'), reason })
}

/** Refuses the source for the first of the problems as they stand in the text; a field that is missing, at its map. */
export function refuseProblems(
  source: Source,
  fields: LocatedFields,
  problems: readonly FieldProblem[],
): void {
  const [first] = problems
    .map(({ field, reason }) => ({ reason: `${field} ${reason}`, offset: offsetOf(fields, field) }))
    .sort((left, right) => left.offset - right.offset)
  if (first !== undefined) refuse(source, first.offset, first.reason)
}

/** The document's root. Refuses text that is no YAML, too large or too deep, and aliases, which can grow without end. */
export function readRoot(source: Source): Located {
  if (Buffer.byteLength(source.text) > maxBytes)
    refuse(source, 0, `the file is larger than ${maxBytes} bytes`)
  const deepAt = findDeepNesting(source.text, maxDepth)
  if (deepAt !== undefined) refuse(source, deepAt, `nests more than ${maxDepth} levels deep`)
  const document = parseDocument(source.text, {
    prettyErrors: false,
    stringKeys: true,
    resolveKnownTags: false,
    // Compared pair by pair, which takes minutes for a map of many keys; fieldsOf finds the repeated ones.
    uniqueKeys: false,
  })
  const [error] = [...document.errors, ...document.warnings].sort((left, right) => left.pos[0] - right.pos[0])
  if (error !== undefined) refuse(source, error.pos[0], reasonOf(error))
  visit(document, {
    Alias: (_key, alias) =>
      refuse(source, alias.range?.[0] ?? 0, 'aliases are not taken; write the value out'),
  })
  return { node: document.contents, offset: document.contents?.range[0] ?? 0 }
}

/** The fields of a map. Refuses anything but a map, and a field given twice. */
export function fieldsOf(source: Source, { node, offset }: Located, what: string): LocatedFields {
  if (!isMap<ParsedNode, ParsedNode | null>(node))
    return refuse(source, offset, `${what} must be a record of fields`)
  const places = new Map<string, Located>()
  for (const { key, value } of node.items) {
    const field = isScalar(key) ? String(key.value) : ''
    const keyOffset = key.range[0]
    if (places.has(field)) refuse(source, keyOffset, `${field} is given twice`)
    places.set(field, { node: value, offset: keyOffset })
  }
  const values = Object.fromEntries([...places].map(([field, place]) => [field, plain(place.node)]))
  return { offset, values, places }
}

/** The items of the list that a field holds. Refuses anything but a list. */
export function itemsOf(source: Source, fields: LocatedFields, field: string): readonly Located[] {
  const node = fields.places.get(field)?.node
  if (!isSeq<ParsedNode>(node)) return refuse(source, offsetOf(fields, field), `${field} must be a list`)
  return node.items.map((item) => ({ node: item, offset: item.range[0] }))
}

/** A value that has been read, or the refusal of a source that lacks its field. */
export function required<Value>(
  source: Source,
  fields: LocatedFields,
  { field, value }: { readonly field: string; readonly value: Value | undefined },
): Value {
  return value ?? refuse(source, fields.offset, `${field} is missing`)
}

function offsetOf(fields: LocatedFields, field: string): number {
  return fields.places.get(field)?.offset ?? fields.offset
}

function plain(node: unknown): unknown {
  if (isScalar(node)) return node.value
  if (isSeq(node)) return []
  return isMap(node) ? {} : null
}

function reasonOf({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'begins a second document; a scenario file holds one'
  if (code === 'BAD_ALIAS') return "is no value; quote a text that begins with *, such as '*'"
  if (code === 'NON_STRING_KEY') return 'every field name must be a text'
  return message
}
