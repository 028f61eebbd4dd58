import { findSimilarWord } from '../../../simulator/requests/similar-words.ts'
import { controlBase } from '../../control-base.ts'
import { replaceDefaultUrl } from '../../http/request-origin.ts'
import { runInSlices } from '../../time-slices.ts'
import { listControlCalls, type ReferenceControlCall } from './control-calls.ts'
import { errors, isCommonError } from './errors.ts'
import { buildFieldAnchor, type Field } from './fields.ts'
import { findGuide, listGuidePaths } from './guides.ts'
import { describeScopes, limitHeaders, seededKeys } from './keys.ts'
import { operations, type ReferenceOperation } from './operations.ts'
import { expandSynonyms } from './synonyms.ts'
import { webhook } from './webhook.ts'

export interface SearchEntry {
  readonly title: string
  /** The kind of page or field that the search entry leads to. */
  readonly kind: Kind
  readonly href: string
  readonly text: string
  /** A word that also finds the entry: the status of an error. */
  readonly alias?: string
}

type Kind = keyof typeof kindWeights

/**
 * The weight of each kind of entry in its score. Kinds that readers search most have the greatest weight, pages about
 * Drydock's design none.
 */
const kindWeights = {
  operation: 6,
  guide: 5,
  error: 4,
  field: 4,
  control: 3,
  specification: 1,
  rule: 0,
  decision: 0,
}

/** A matching entry, and an excerpt of its text around the words of the query. */
export interface FoundEntry extends SearchEntry {
  readonly excerpt: string
}

/** The maximum number of results. */
export const maxFound = 40

/**
 * Returns the entries that contain every word of a query or a synonym of it, best matches first. `url` is the
 * simulator's URL as the reader reaches it.
 */
export async function searchReference(query: string, url: string): Promise<readonly FoundEntry[]> {
  const words = splitQuery(query)
  if (words.length === 0) return []
  const entries = await loadSearchIndex()
  return entries
    .flatMap((indexed) => {
      const score = scoreEntry(indexed, words)
      return score === null ? [] : [{ entry: indexed.entry, score }]
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, maxFound)
    .map(({ entry }) => ({ ...entry, excerpt: cutExcerpt(replaceDefaultUrl(entry.text, url), words) }))
}

/**
 * Returns the query with each unknown word replaced by a similar word of a title. A word is unknown if no entry contains it.
 * Returns null if the new query finds nothing either.
 */
export async function correctQuery(query: string, url: string): Promise<string | null> {
  const words = await runInSlices(correctWords(splitQuery(query), await loadSearchIndex()))
  const corrected = words.join(' ')
  return (await searchReference(corrected, url)).length > 0 ? corrected : null
}

function* correctWords(
  words: readonly string[],
  entries: readonly IndexedEntry[],
): Generator<void, readonly string[]> {
  const titleWords = [...new Set(entries.flatMap(({ name }) => name.match(/[a-z_]{3,}/g) ?? []))]
  const corrected: string[] = []
  for (const word of words) {
    yield
    const isKnown = entries.some((entry) => scoreEntry(entry, [word]) !== null)
    corrected.push(isKnown ? word : (findSimilarWord(word, titleWords) ?? word))
  }
  return corrected
}

export function splitQuery(query: string): readonly string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8)
}

/** Returns the score of a search entry; null if it lacks a word of the query. */
function scoreEntry(
  { entry: { kind, alias }, name, rest }: IndexedEntry,
  words: readonly string[],
): number | null {
  const places = words.map((word) => {
    if (name.includes(word)) return 8
    if (rest.includes(word)) return 0
    const others = expandSynonyms(word)
    if (others.some((other) => name.includes(other) || other === alias)) return 4
    return others.some((other) => rest.includes(other)) ? -4 : null
  })
  if (places.includes(null)) return null
  const whole = words.join(' ')
  const asName = [name, alias].includes(whole)
    ? 60
    : name.startsWith(whole)
      ? 40
      : name.includes(whole)
        ? 25
        : 0
  const asPhrase = rest.includes(whole) ? 10 : 0
  return (
    asName + asPhrase + places.reduce((sum: number, place) => sum + (place ?? 0), 0) + 2 * kindWeights[kind]
  )
}

const excerptLength = 180

/** Returns the part of a text around the place where the query first occurs, or else where one of its words does. */
function cutExcerpt(text: string, words: readonly string[]): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('`', '')
  const lower = line.toLowerCase()
  const whole = lower.indexOf(words.join(' '))
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0))
  const at = whole >= 0 ? whole : Number.isFinite(first) ? first : 0
  const from = at <= 60 ? 0 : line.indexOf(' ', at - 60) + 1
  const isAll = from + excerptLength >= line.length
  const to = isAll ? line.length : line.lastIndexOf(' ', from + excerptLength)
  return `${from === 0 ? '' : '… '}${line.slice(from, to > at ? to : from + excerptLength)}${isAll ? '' : ' …'}`
}

/** A search entry, with its title and text in lower case so that a search ignores letter case. */
interface IndexedEntry {
  readonly entry: SearchEntry
  readonly name: string
  readonly rest: string
}

let searchIndex: Promise<readonly IndexedEntry[]> | undefined

/** Returns the search index. The first call builds it from all pages, in steps so that other requests can run. */
function loadSearchIndex(): Promise<readonly IndexedEntry[]> {
  searchIndex ??= runInSlices(buildIndex())
  return searchIndex
}

function* buildIndex(): Generator<void, readonly IndexedEntry[]> {
  const entries = operations.flatMap(listOperationEntries)
  yield
  entries.push(...listControlCalls().flatMap(listControlEntries), ...listErrorEntries())
  entries.push(...listWebhookEntries(), ...listKeysPageEntries())
  for (const path of listGuidePaths()) {
    yield
    entries.push(...listGuideEntries(path))
  }
  return entries.map((entry) => ({ entry, name: entry.title.toLowerCase(), rest: entry.text.toLowerCase() }))
}

export function buildOperationPath({ name }: Pick<ReferenceOperation, 'name'>): string {
  return `/docs/operations/${name}`
}

export function buildControlCallPath({ name }: Pick<ReferenceControlCall, 'name'>): string {
  return `/docs/control-protocol/${name}`
}

export function buildErrorPath(code: string): string {
  return `/docs/errors/${code}`
}

function listOperationEntries(operation: ReferenceOperation): readonly SearchEntry[] {
  const { summary, method, path, lead, statements, scope, codes } = operation
  const href = buildOperationPath(operation)
  const own = codes.filter((code) => errors.some((error) => error.code === code && !isCommonError(error)))
  const text = [`${method} ${path}`, lead, ...statements, scope ?? '', ...own].join(' ')
  const createEntry = (field: Field, part: 'request' | 'answer'): SearchEntry => ({
    title: field.path,
    kind: 'field',
    href: `${href}#${buildFieldAnchor(part, field)}`,
    text: `${summary}, ${part}. ${field.description}`,
  })
  return [
    { title: summary, kind: 'operation', href, text },
    ...(operation.request?.fields ?? []).map((field) => createEntry(field, 'request')),
    ...operation.response.fields.map((field) => createEntry(field, 'answer')),
  ]
}

/**
 * Returns the search entries of a control protocol call. They leave out response fields, which have the same names as
 * the service's fields.
 */
function listControlEntries(call: ReferenceControlCall): readonly SearchEntry[] {
  const { summary, method, path, lead, codes, parameters, request } = call
  const href = buildControlCallPath(call)
  const text = [`Control protocol: ${method} ${controlBase}${path}.`, lead, ...codes].join(' ')
  const sent = [
    ...parameters
      .filter(({ name }) => !path.includes(`{${name}}`))
      .map((field) => ({ field, part: 'parameter' })),
    ...(request?.fields ?? []).map((field) => ({ field, part: 'request' })),
  ]
  return [
    { title: summary, kind: 'control', href, text },
    ...sent.map(
      ({ field, part }): SearchEntry => ({
        title: field.path,
        kind: 'control',
        href: `${href}#${buildFieldAnchor(part, field)}`,
        text: `${summary}, ${part}. ${field.description}`,
      }),
    ),
  ]
}

function listErrorEntries(): readonly SearchEntry[] {
  return errors.map(({ code, status, message, suggestion, handling, reproduction }) => ({
    title: code,
    alias: String(status),
    kind: 'error',
    href: buildErrorPath(code),
    text: [status, message, suggestion, handling, reproduction].join(' '),
  }))
}

/** Returns the search entries of a webhook delivery's fields, which docs/webhooks.md does not list. */
function listWebhookEntries(): readonly SearchEntry[] {
  const { name, headers, body } = webhook
  const createEntry = (field: Field, part: string): SearchEntry => ({
    title: field.path,
    kind: 'field',
    href: `/docs/webhooks#${buildFieldAnchor(part, field)}`,
    text: `${name}, ${part}. ${field.description}`,
  })
  return [
    ...headers.map((field) => createEntry(field, 'header')),
    ...body.fields.map((field) => createEntry(field, 'payload')),
  ]
}

/** Returns the search entries of the page about keys, scopes and limits, and of its headers. */
function listKeysPageEntries(): readonly SearchEntry[] {
  const createEntry = (title: string, texts: readonly string[]): SearchEntry => ({
    title: `Keys, scopes and limits: ${title}`,
    kind: 'guide',
    href: `/docs/keys#${title.toLowerCase()}`,
    text: texts.join(' '),
  })
  return [
    createEntry('Keys', [
      'Authorization: Bearer.',
      ...seededKeys.map(({ value, does }) => `${value}: ${does}.`),
    ]),
    createEntry(
      'Scopes',
      describeScopes().map(({ scope, gates }) => `${scope}: ${gates}.`),
    ),
    createEntry('Limits', [
      'The rate limits of each key.',
      ...operations.map(({ summary, limit }) => `${summary}: ${limit.requests} requests a minute.`),
    ]),
    ...limitHeaders.map(
      ({ name, description }): SearchEntry => ({
        title: name,
        kind: 'field',
        href: '/docs/keys#limits',
        text: `The header ${name}. ${description}`,
      }),
    ),
  ]
}

function listGuideEntries(path: string): readonly SearchEntry[] {
  const guide = findGuide(path)
  if (guide === undefined) return []
  return guide.sections.map(({ title, anchor, text }) => ({
    title: anchor === null ? guide.title : `${guide.title}: ${title}`,
    kind: chooseGuideKind(guide.name),
    href: anchor === null ? path : `${path}#${anchor}`,
    text,
  }))
}

function chooseGuideKind(name: string): Kind {
  if (name.startsWith('decisions/')) return 'decision'
  if (name.startsWith('specification/')) return 'specification'
  return name === 'rules' || name === 'kill-matrix' ? 'rule' : 'guide'
}
