/** Reads a scenario file as YAML nodes with their offsets, so that every mistake can name its line. */
import {
  Composer,
  type CST,
  type Document,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type ParsedNode,
  Parser,
  visit,
  type YAMLError,
} from 'yaml'
import type { FieldProblem } from '../specification/errors.ts'
import { Nesting } from './nesting.ts'
import { ScenarioError } from './scenario-error.ts'

/** The maximum bytes of a scenario file: a thousand steps fit, and parsing it does not block other requests. */
const maxBytes = 64 * 1024
/** The maximum number of YAML tokens (words, punctuation, spaces): twice the number that a thousand steps need. */
const maxTokens = 40_000
const maxDepth = 64
/** Reading stops after this many mistakes in the YAML: later mistakes usually follow from the first. */
const maxErrors = 20

const composeOptions = {
  prettyErrors: false,
  stringKeys: true,
  resolveKnownTags: false,
  // The library would compare all pairs of keys, which takes minutes for a large map; `readMapFields` finds repeated
  // keys instead.
  uniqueKeys: false,
} as const

export interface Source {
  readonly file: string
  readonly text: string
  /** The mistakes that were found in the scenario file so far. */
  readonly found: { readonly offset: number; readonly reason: string }[]
}

/** A YAML node and the offset at which it begins. The node is null for an empty value. */
export interface Located {
  readonly node: unknown
  readonly offset: number
}

/** The fields of a YAML map: their plain values, empty objects in place of nested collections, and their offsets. */
export interface LocatedFields {
  readonly offset: number
  readonly values: Readonly<Record<string, unknown>>
  readonly places: ReadonlyMap<string, Located>
}

/** Notes a mistake in a scenario file. Always returns undefined, which callers return in place of the value. */
export function noteMistake({ found }: Source, offset: number, reason: string): undefined {
  found.push({ offset, reason })
}

/**
 * Notes the problems of fields as mistakes at the offsets of these fields; the mistake of a missing field is at the
 * offset of its map.
 */
export function noteProblems(source: Source, fields: LocatedFields, problems: readonly FieldProblem[]): void {
  for (const { field, reason } of problems)
    noteMistake(source, findOffset(fields, field), `${field} ${reason}`)
}

/** Throws a `ScenarioError` of all mistakes noted, if there are any. */
export function throwMistakes({ file, text, found }: Source): void {
  if (found.length === 0) return
  let at = 0
  let line = 1
  let lineStart = 0
  const mistakes = [...found]
    .sort((left, right) => left.offset - right.offset)
    .map(({ offset, reason }) => {
      for (let end = text.indexOf('\n', at); end !== -1 && end < offset; end = text.indexOf('\n', at)) {
        at = end + 1
        line += 1
        lineStart = at
      }
      return { line, column: offset - lineStart + 1, reason }
    })
  throw new ScenarioError({ file, mistakes })
}

/**
 * Returns the root of the document. It is read in steps so that other requests can run in between. Throws a
 * `ScenarioError` for text that is not YAML, too large or too deep, and for aliases, which can expand without bound.
 */
export function* readRootNode(source: Source): Generator<void, Located> {
  if (Buffer.byteLength(source.text) > maxBytes)
    noteMistake(source, 0, `the file is larger than ${maxBytes} bytes`)
  throwMistakes(source)
  const document = yield* readDocument(source)
  yield
  for (const error of [...(document?.errors ?? []), ...(document?.warnings ?? [])])
    noteMistake(source, error.pos[0], rewordYamlError(error))
  if (document !== undefined) {
    visit(document, {
      Alias: (_key, alias) =>
        noteMistake(source, alias.range?.[0] ?? 0, 'aliases are not taken; write the value out'),
    })
  }
  // A text that is not YAML ends here, because the checks that follow would make no sense.
  throwMistakes(source)
  return { node: document?.contents ?? null, offset: document?.contents?.range[0] ?? 0 }
}

/** Returns the first YAML document of the file. It notes syntax errors, and stops after `maxErrors` of them. */
function* readDocument(source: Source): Generator<void, Document.Parsed | undefined> {
  const nesting = new Nesting(maxDepth)
  const parser = new Parser()
  const composer = new Composer(composeOptions)
  const documents: Document.Parsed[] = []
  const readToken = (token: CST.Token): void => {
    if (token.type === 'error') noteMistake(source, token.offset, formatLibraryMessage(token))
    else for (const document of composer.next(token)) documents.push(document)
  }
  let count = 0
  let wasQuoted = false
  for (const token of new Lexer().lex(source.text)) {
    count += 1
    if (count > maxTokens)
      noteMistake(source, nesting.offset, `holds more than ${maxTokens} words and punctuation marks`)
    const isQuoted = /^["']/.test(token)
    // The YAML library would report two texts in a row only after it has read the whole file.
    if (isQuoted && wasQuoted)
      noteMistake(source, nesting.offset, 'a quoted text begins right after another quoted text')
    if (count > maxTokens || (isQuoted && wasQuoted)) throwMistakes(source)
    wasQuoted = isQuoted
    const deepAt = nesting.addToken(token)
    if (deepAt !== undefined) noteMistake(source, deepAt, `nests more than ${maxDepth} levels deep`)
    if (deepAt !== undefined || source.found.length > maxErrors) throwMistakes(source)
    for (const part of parser.next(token)) readToken(part)
    yield
  }
  for (const part of parser.end()) readToken(part)
  throwMistakes(source)
  for (const document of composer.end(true, source.text.length)) documents.push(document)
  const [first, second] = documents
  if (second !== undefined)
    noteMistake(source, second.range[0], 'begins a second document; a scenario file holds one')
  return first
}

/** Returns the message of the YAML library about a wrong text, with the beginning of the text. */
function formatLibraryMessage({ message, source }: CST.ErrorToken): string {
  return source === '' ? message : `${message}: ${JSON.stringify(source.slice(0, 60))}`
}

/**
 * Returns the fields of a YAML map. Notes a mistake if the value is no map, and for each field that repeats an earlier
 * one, which is left out.
 */
export function readMapFields(
  source: Source,
  { node, offset }: Located,
  what: string,
): LocatedFields | undefined {
  if (!isMap<ParsedNode, ParsedNode | null>(node))
    return noteMistake(source, offset, `${what} must be a record of fields`)
  const places = new Map<string, Located>()
  for (const { key, value } of node.items) {
    const field = isScalar(key) ? String(key.value) : ''
    const keyOffset = key.range[0]
    if (places.has(field)) noteMistake(source, keyOffset, `${field} is given twice`)
    else places.set(field, { node: value, offset: keyOffset })
  }
  const values = Object.fromEntries([...places].map(([field, place]) => [field, toPlainValue(place.node)]))
  return { offset, values, places }
}

/** Returns the items of the list in a field. Notes a mistake if the value is no list. */
export function readListItems(
  source: Source,
  fields: LocatedFields,
  field: string,
): readonly Located[] | undefined {
  const node = fields.places.get(field)?.node
  if (!isSeq<ParsedNode>(node))
    return noteMistake(source, findOffset(fields, field), `${field} must be a list`)
  return node.items.map((item) => ({ node: item, offset: item.range[0] }))
}

function findOffset(fields: LocatedFields, field: string): number {
  return fields.places.get(field)?.offset ?? fields.offset
}

function toPlainValue(node: unknown): unknown {
  if (isScalar(node)) return node.value
  if (isSeq(node)) return []
  return isMap(node) ? {} : null
}

function rewordYamlError({ code, message }: YAMLError): string {
  if (code === 'BAD_ALIAS') return "is no value; quote a text that begins with *, such as '*'"
  if (code === 'NON_STRING_KEY') return 'every field name must be a text'
  return message
}
