import operationTable from '../../../fixtures/spec/operations.json' with { type: 'json' }
import { OptionsError } from '../../options-error.ts'
import type { OperationName } from '../../simulator/specification/operations.ts'
import { withoutTrailingSlashes } from '../../trailing-slashes.ts'
import { checkFields, objectInput } from '../http/object-input.ts'
import { readBaseAddress } from '../http/web-address.ts'
import type { Fetch, Received } from './send.ts'
import { jsonOf, send } from './send.ts'
import type { CallOptions, ServiceClient } from './service-client.ts'

/** The options of a client. */
export interface ClientOptions {
  /** The base URL of the service or of a simulator, without `/v1`. */
  readonly baseUrl: string
  /** The API key, or a function that returns it for each request, so that a key can be replaced while the client is used. */
  readonly key: string | (() => string | Promise<string>)
  /** The maximum time of a request, response included, in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number | undefined
  /** Sends the requests in place of the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Is called with the facts of each response with a success status. An error that it throws rejects the call. */
  readonly onResponse?: ((response: ResponseFacts) => void) | undefined
}

/** The facts of a response beside its body (specification, Limits). */
export interface ResponseFacts {
  /** The operation, by the name of the client's method. */
  readonly operation: OperationName | 'downloadLabel'
  /** The HTTP status, from 200 to 299. */
  readonly status: number
  /** The header `X-Request-Id`. */
  readonly requestId: string | undefined
  /**
   * The headers `X-RateLimit-…`: the `limit`, how many requests are `remaining`, and when the window ends; undefined
   * for a header that is missing.
   */
  readonly rateLimit: {
    readonly limit: number | undefined
    readonly remaining: number | undefined
    /** When the window ends, in seconds since 1970. */
    readonly resetAt: number | undefined
  }
}

const defaultTimeoutMs = 30_000

/** The operations with their paths, and the label download, which the table lacks (specification, Endpoints). */
const endpoints = { ...operationTable, downloadLabel: { method: 'GET', path: '/v1/labels/{id}/download' } }

/**
 * Returns a client of the service: a method for each operation. Makes no call. Throws an OptionsError for options that cannot be
 * used.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010', key: 'pr_test_…' })
 * const { rates } = await client.createRates({ from_address, to_address, parcel })
 * const label = await client.buyLabel({ rate_id: rates[0].id })
 */
export function createClient(options: ClientOptions): ServiceClient {
  const call = callerOf(options)
  const json = async <Body>(...words: Parameters<typeof call>): Promise<Body> => {
    const { request, received } = await call(...words)
    return jsonOf(request, received)
  }
  return {
    validateAddress: (body, how) => json('validateAddress', { body }, how),
    createRates: (body, how) => json('createRates', { body }, how),
    buyLabel: (body, how) => json('buyLabel', { body }, how),
    getLabel: (id, how) => json('getLabel', { id }, how),
    voidLabel: (id, how) => json('voidLabel', { id }, how),
    downloadLabel: async (id, how) => (await call('downloadLabel', { id }, how)).received.bytes,
    registerTracker: (body, how) => json('registerTracker', { body }, how),
    getTracker: (id, how) => json('getTracker', { id }, how),
    listCarrierAccounts: (how) => json('listCarrierAccounts', {}, how),
    createBatch: (body, how) => json('createBatch', { body }, how),
    buyBatch: (id, how) => json('buyBatch', { id }, how),
    getBatch: (id, how) => json('getBatch', { id }, how),
    getWallet: (how) => json('getWallet', {}, how),
    listDeliveries: (how) => json('listDeliveries', {}, how),
  }
}

/** Returns the function that calls an operation with a body or an id. */
function callerOf(options: ClientOptions) {
  const { baseUrl, key, timeoutMs, fetch, onResponse } = checkedOptions(options)
  return async (
    operation: keyof typeof endpoints,
    given: { readonly body?: unknown; readonly id?: string },
    how: CallOptions = {},
  ): Promise<{ readonly request: string; readonly received: Received }> => {
    const { signal, timeoutMs: ownTimeoutMs } = checkFields(how, operation, { signal: true, timeoutMs: true })
    const { method } = endpoints[operation]
    const path = pathOf(operation, given)
    if (ownTimeoutMs !== undefined) checkTimeout(ownTimeoutMs)
    const received = await send({
      baseUrl,
      key: typeof key === 'function' ? checkedKey(await key(), 'the key that the function returned') : key,
      method,
      path,
      body:
        'body' in given
          ? objectInput(given.body, operation, bodyExamples[operation] ?? 'the request body')
          : undefined,
      fetch: fetch ?? globalThis.fetch,
      timeoutMs: ownTimeoutMs ?? timeoutMs ?? defaultTimeoutMs,
      signal,
    })
    onResponse?.(factsOf(operation, received))
    return { request: `${method} ${path}`, received }
  }
}

const bodyExamples: { readonly [Operation in keyof typeof endpoints]?: string } = {
  validateAddress: '{ street1, city, state, zip, country }',
  createRates: '{ from_address, to_address, parcel }',
  buyLabel: '{ rate_id }',
  registerTracker: '{ tracking_number, carrier }',
  createBatch: '{ items }',
}

const optionNames = { baseUrl: true, key: true, timeoutMs: true, fetch: true, onResponse: true } as const

function checkedOptions(options: ClientOptions): ClientOptions {
  const given = objectInput(options, 'createClient', '{ baseUrl, key }')
  const { baseUrl, key, timeoutMs } = checkFields(given, 'createClient', optionNames)
  const address = readBaseAddress(String(baseUrl))
  if ('reason' in address) throw new OptionsError(`baseUrl ${address.reason}.`)
  if (typeof key !== 'function') checkedKey(key, 'key')
  if (timeoutMs !== undefined) checkTimeout(timeoutMs)
  return { ...options, baseUrl: withoutTrailingSlashes(address.url) }
}

/** Returns a key that can stand in a header. Throws an OptionsError for anything else, without the key. */
function checkedKey(key: unknown, name: string): string {
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return key
  const given =
    typeof key !== 'string' ? typeof key : key === '' ? 'an empty text' : 'a text with other characters'
  throw new OptionsError(
    `${name} must be an API key such as pr_test_…, or a function that returns one, not ${given}.`,
  )
}

/** The longest time that a timer of Node takes, in milliseconds. */
const longestTimeoutMs = 2 ** 32 - 1

function checkTimeout(timeoutMs: number): void {
  if (timeoutMs > 0 && timeoutMs <= longestTimeoutMs) return
  const bound = timeoutMs > 0 ? `at most ${longestTimeoutMs}` : 'more than 0'
  throw new OptionsError(`timeoutMs must be ${bound} milliseconds, not ${String(timeoutMs)}.`)
}

function pathOf(operation: keyof typeof endpoints, given: { readonly id?: string }): string {
  const { path } = endpoints[operation]
  if (!('id' in given)) return path
  if (typeof given.id === 'string' && given.id !== '')
    return path.replace('{id}', encodeURIComponent(given.id))
  throw new OptionsError(
    `${operation} takes an id as a text, not ${given.id === '' ? 'an empty one' : typeof given.id}.`,
  )
}

function factsOf(operation: ResponseFacts['operation'], { status, header }: Received): ResponseFacts {
  const numberOf = (name: string) => {
    const text = header(name)
    return text === null || Number.isNaN(Number(text)) ? undefined : Number(text)
  }
  return {
    operation,
    status,
    requestId: header('X-Request-Id') ?? undefined,
    rateLimit: {
      limit: numberOf('X-RateLimit-Limit'),
      remaining: numberOf('X-RateLimit-Remaining'),
      resetAt: numberOf('X-RateLimit-Reset'),
    },
  }
}
