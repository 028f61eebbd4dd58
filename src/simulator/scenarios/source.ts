/** A scenario file's text as YAML whose parts know where they stand, so that every refusal can name its line. */
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
import type { FieldProblem } from '../requests/read-fields.ts'
import { Nesting } from './nesting.ts'
import { ScenarioError } from './scenario-error.ts'

/** What takes no longer to compose than others can wait: a thousand steps. */
const maxBytes = 64 * 1024
/** Words, marks and the spaces between them: twice what a thousand steps have. */
const maxTokens = 40_000
const maxDepth = 64
/** Whoever has made so many mistakes in the YAML has made one at their beginning. */
const mostErrors = 20

const composing = {
  prettyErrors: false,
  stringKeys: true,
  resolveKnownTags: false,
  // Compared pair by pair, which takes minutes for a map of many keys; fieldsOf finds the repeated ones.
  uniqueKeys: false,
} as const

export interface Source {
  readonly file: string
  readonly text: string
  /** What is wrong with it, as far as it has been read. */
  readonly found: { readonly offset: number; readonly reason: string }[]
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

/** Notes a mistake at an offset, and that what stood there could not be read. */
export function note({ found }: Source, offset: number, reason: string): undefined {
  found.push({ offset, reason })
}

/** Notes problems with fields where they stand in the text; a field that is missing, at its map. */
export function noteProblems(source: Source, fields: LocatedFields, problems: readonly FieldProblem[]): void {
  for (const { field, reason } of problems) note(source, offsetOf(fields, field), `${field} ${reason}`)
}

/** Throws a `ScenarioError` of all that was noted, if anything was. */
export function refuseMistakes({ file, text, found }: Source): void {
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
 * The document's root, read bit by bit: between two steps whoever drives it may let others have their turn. Refuses text
 * that is no YAML, too large or too deep, and aliases, which can grow without end.
 */
export function* readRoot(source: Source): Generator<void, Located> {
  if (Buffer.byteLength(source.text) > maxBytes) note(source, 0, `the file is larger than ${maxBytes} bytes`)
  refuseMistakes(source)
  const document = yield* readDocument(source)
  yield
  for (const error of [...(document?.errors ?? []), ...(document?.warnings ?? [])])
    note(source, error.pos[0], reasonOf(error))
  if (document !== undefined) {
    visit(document, {
      Alias: (_key, alias) =>
        note(source, alias.range?.[0] ?? 0, 'aliases are not taken; write the value out'),
    })
  }
  // What is no YAML says nothing else for certain.
  refuseMistakes(source)
  return { node: document?.contents ?? null, offset: document?.contents?.range[0] ?? 0 }
}

/** The first document; what makes it no YAML is noted on the way, and too much of that ends the reading. */
function* readDocument(source: Source): Generator<void, Document.Parsed | undefined> {
  const nesting = new Nesting(maxDepth)
  const parser = new Parser()
  const composer = new Composer(composing)
  const documents: Document.Parsed[] = []
  const take = (token: CST.Token): void => {
    if (token.type === 'error') note(source, token.offset, saidBy(token))
    else for (const document of composer.next(token)) documents.push(document)
  }
  let count = 0
  let wasQuoted = false
  for (const token of new Lexer().lex(source.text)) {
    count += 1
    if (count > maxTokens) note(source, nesting.offset, `holds more than ${maxTokens} words and marks`)
    const isQuoted = /^["']/.test(token)
    // Told by the composer only once it has gone through all of them.
    if (isQuoted && wasQuoted) note(source, nesting.offset, 'a text begins where another has just ended')
    if (count > maxTokens || (isQuoted && wasQuoted)) refuseMistakes(source)
    wasQuoted = isQuoted
    const deepAt = nesting.take(token)
    if (deepAt !== undefined) note(source, deepAt, `nests more than ${maxDepth} levels deep`)
    if (deepAt !== undefined || source.found.length > mostErrors) refuseMistakes(source)
    for (const part of parser.next(token)) take(part)
    yield
  }
  for (const part of parser.end()) take(part)
  refuseMistakes(source)
  for (const document of composer.end(true, source.text.length)) documents.push(document)
  const [first, second] = documents
  if (second !== undefined)
    note(source, second.range[0], 'begins a second document; a scenario file holds one')
  return first
}

/** As YAML says it, without all of what it found there. */
function saidBy({ message, source }: CST.ErrorToken): string {
  return source === '' ? message : `${message}: ${JSON.stringify(source.slice(0, 60))}`
}

/** The fields of a map, the first of each name. Notes anything but a map, and a field given twice. */
export function fieldsOf(source: Source, { node, offset }: Located, what: string): LocatedFields | undefined {
  if (!isMap<ParsedNode, ParsedNode | null>(node))
    return note(source, offset, `${what} must be a record of fields`)
  const places = new Map<string, Located>()
  for (const { key, value } of node.items) {
    const field = isScalar(key) ? String(key.value) : ''
    const keyOffset = key.range[0]
    if (places.has(field)) note(source, keyOffset, `${field} is given twice`)
    else places.set(field, { node: value, offset: keyOffset })
  }
  const values = Object.fromEntries([...places].map(([field, place]) => [field, plain(place.node)]))
  return { offset, values, places }
}

/** The items of the list that a field holds. Notes anything but a list. */
export function itemsOf(
  source: Source,
  fields: LocatedFields,
  field: string,
): readonly Located[] | undefined {
  const node = fields.places.get(field)?.node
  if (!isSeq<ParsedNode>(node)) return note(source, offsetOf(fields, field), `${field} must be a list`)
  return node.items.map((item) => ({ node: item, offset: item.range[0] }))
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
  if (code === 'BAD_ALIAS') return "is no value; quote a text that begins with *, such as '*'"
  if (code === 'NON_STRING_KEY') return 'every field name must be a text'
  return message
}
