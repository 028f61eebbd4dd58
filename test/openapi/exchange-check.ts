import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { isJson, type Json, resolveRef } from '../../scripts/openapi/json.ts'
import type { Alteration } from '../../src/conformance/proof/mutant.ts'
import { headerOf, type WireRequest, type WireResponse } from '../../src/variations/wire.ts'

/** A request and its response as bytes. */
export interface Exchange {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly sent: Uint8Array
  readonly sentType: string | undefined
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly received: Uint8Array
}

interface DescribedOperation {
  readonly method: string
  readonly pattern: RegExp
  /** A JSON pointer into the OpenAPI document. */
  readonly pointer: string
  readonly operation: Json
}

/**
 * Matches error codes of refusals that come before the body is read, so they do not show whether the body is as
 * documented.
 */
const codesBeforeBody = /^(AUTH|REQUEST|CONTROL\.TOKEN|CONTROL\.ORIGIN|CONTROL\.ACCOUNT\.NOT_FOUND)\b/
const aboutBody =
  /^(VALIDATION\.FIELD\.|BATCH\.ITEMS\.REQUIRED$|BATCH\.SIZE\.EXCEEDED$|CONTROL\.FAULT\.INVALID$)/

/** Checks exchanges against an OpenAPI document with an external validator. */
export class ExchangeCheck {
  /** The number of checked exchanges, by operation and status. */
  readonly checkedCounts = new Map<string, number>()
  readonly #ajv: Ajv2020
  readonly #operations: readonly DescribedOperation[]
  readonly #known = new Map<string, ValidateFunction>()
  readonly #document: Json
  readonly #base: string

  /** `base` is the part of a URL's path before the paths of the document. */
  constructor(document: Json, base = '') {
    this.#document = document
    this.#base = base
    this.#ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false })
    // The types of the package ajv-formats say that its default export is a module, which is wrong.
    Reflect.apply(Object(addFormats).default ?? addFormats, undefined, [this.#ajv])
    this.#ajv.addVocabulary([...Object.keys(document), ...listExtensions(document)])
    this.#ajv.addSchema({ ...document, $id: 'document' })
    this.#operations = listOperations(document)
  }

  /** Returns the problems of an exchange, one sentence each; none if its path has no documented operation. */
  findProblems(exchange: Exchange): readonly string[] {
    if (!exchange.path.startsWith(this.#base)) return []
    const [place = '', query = ''] = exchange.path.slice(this.#base.length).split('?')
    const path = place || '/'
    const found = this.#operations.find(
      ({ method, pattern }) => method === exchange.method && pattern.test(path),
    )
    if (found === undefined) return []
    const name = `${found.method} ${decodeURIComponent(found.pointer.split('/')[1] ?? '')} ${exchange.status}`
    this.checkedCounts.set(name, (this.checkedCounts.get(name) ?? 0) + 1)
    const problems = [
      ...this.#findResponseProblems(found, exchange),
      ...this.#findRequestProblems(found, exchange),
      ...this.#findQueryProblems(found, exchange, new URLSearchParams(query)),
    ]
    return problems.map((problem) => `${exchange.method} ${exchange.path} ${exchange.status}: ${problem}`)
  }

  *#findResponseProblems({ operation, pointer }: DescribedOperation, exchange: Exchange): Generator<string> {
    const { status, headers, received } = exchange
    const described = Object(operation['responses'])[status]
    if (described === undefined) return yield 'the status is not described'
    const response = resolveRef(this.#document, described)
    for (const name of Object.keys(Object(response['headers'])))
      if (!headers.has(name.toLowerCase())) yield `the header ${name} is missing`
    const [type] = Object.keys(Object(response['content']))
    if (type === undefined) {
      if (received.length > 0) yield 'it has a body'
      return
    }
    if (!headers.get('content-type')?.startsWith(type)) return yield `it is no ${type}`
    if (type !== 'application/json') return
    const body = parseJson(received)
    const at = described.$ref?.slice('#/'.length) ?? `${pointer}/responses/${status}`
    yield* this.#listBreaches(`${at}/content/application~1json/schema`, body)
    const { code } = Object(Object(body)['error'])
    if (status >= 400 && !Object.hasOwn(Object(response['content'])[type].examples, code))
      yield `${code} is not described with this status`
  }

  *#findRequestProblems({ operation, pointer }: DescribedOperation, exchange: Exchange): Generator<string> {
    const code = String(Object(Object(parseJson(exchange.received))['error'])['code'] ?? '')
    if (!('requestBody' in operation) || codesBeforeBody.test(code)) return
    const body = parseJson(exchange.sent)
    // The document describes only JSON bodies, so other content is not checked.
    if (body === undefined || !exchange.sentType?.startsWith('application/json')) return
    const breaches = [...this.#listBreaches(`${pointer}/requestBody/content/application~1json/schema`, body)]
    if (aboutBody.test(code) && breaches.length === 0 && !refusesCarrierName(exchange))
      yield `what it sent is described as good, and ${code}`
    if (!aboutBody.test(code) && breaches.length > 0)
      yield `what it sent is taken, though described as bad: ${breaches.join('; ')}`
  }

  /**
   * Finds query parameters that the service accepted although the document does not describe them or forbids their
   * value. Checks only operations whose query the document describes.
   */
  *#findQueryProblems(
    { operation, pointer }: DescribedOperation,
    { status }: Exchange,
    query: URLSearchParams,
  ): Generator<string> {
    const parameters: readonly Json[] = Object(operation['parameters'] ?? [])
    const names = parameters.map((parameter) => (parameter['in'] === 'query' ? parameter['name'] : undefined))
    if (status >= 300 || names.every((name) => name === undefined)) return
    for (const [name, value] of query) {
      const at = names.indexOf(name)
      if (at < 0) yield `the parameter ${name} is not described, and taken`
      else {
        const { type } = Object(parameters[at]?.['schema'])
        const read = type === 'integer' ? Number(value) : value
        for (const breach of this.#listBreaches(`${pointer}/parameters/${at}/schema`, read))
          yield `the parameter ${name} is taken, though described as bad: ${breach}`
      }
    }
  }

  *#listBreaches(pointer: string, value: unknown): Generator<string> {
    const validate = this.#known.get(pointer) ?? this.#ajv.compile({ $ref: `document#/${pointer}` })
    this.#known.set(pointer, validate)
    if (!validate(value))
      for (const { instancePath, message } of validate.errors ?? []) yield `${instancePath} ${message}`
  }
}

function listOperations(document: Json): readonly DescribedOperation[] {
  return Object.entries(Object(document['paths'])).flatMap(([path, item]) =>
    Object.entries(Object(item)).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      pointer: `paths/${encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))}/${method}`,
      operation: Object(operation),
    })),
  )
}

/** Returns the names of extension keywords (`x-…`) anywhere in a document. */
function listExtensions(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const each of value) listExtensions(each, found)
  else if (isJson(value))
    for (const [name, each] of Object.entries(value)) {
      if (name.startsWith('x-')) found.add(name)
      listExtensions(each, found)
    }
  return found
}

/**
 * Whether the service refuses a carrier name. The documents list no carriers, because other services have other
 * carriers.
 */
function refusesCarrierName({ received }: Exchange): boolean {
  return /^(?:.*\.)?carrier$/.test(Object(Object(parseJson(received))['error'])['field'])
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/**
 * Serves a proxy between a harness and a service with its control protocol. It changes nothing and collects the
 * problems of the exchanges.
 */
export function openCheckingProxy(checks: readonly ExchangeCheck[], problems: Set<string>): Alteration {
  const noteProblems = (request: WireRequest, response: WireResponse): undefined => {
    const exchange = toExchange(request, response)
    for (const check of checks) for (const problem of check.findProblems(exchange)) problems.add(problem)
  }
  return { response: (response, request) => noteProblems(request, response), controlled: noteProblems }
}

function toExchange(request: WireRequest, response: WireResponse): Exchange {
  return {
    method: request.method,
    path: request.path,
    sent: request.body,
    sentType: headerOf(request, 'Content-Type'),
    status: response.status,
    headers: new Map(Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value])),
    received: response.body,
  }
}
