import operationTable from '../../../fixtures/spec/operations.json' with { type: 'json' }
import { OptionsError } from '../../options-error.ts'
import type { OperationName } from '../../simulator/specification/operations.ts'
import { removeTrailingSlashes } from '../../trailing-slashes.ts'
import { checkFieldNames, requireObject } from '../http/object-input.ts'
import { readBaseAddress } from '../http/web-address.ts'
import type { Fetch, ServiceResponse } from './send.ts'
import { parseJsonBody, sendServiceRequest } from './send.ts'
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
  /**
   * Receives the status, request id and rate limit of each successful response. If this function throws, the call
   * rejects with its error.
   */
  readonly onResponse?: ((response: ResponseFacts) => void) | undefined
}

/** The status, request id and rate limit of a response (specification, Limits). */
export interface ResponseFacts {
  /** The operation: the name of the client's method. */
  readonly operation: OperationName | 'downloadLabel'
  /** The HTTP status, from 200 to 299. */
  readonly status: number
  /** The header `X-Request-Id`. */
  readonly requestId: string | undefined
  /**
   * The headers `X-RateLimit-…`: the `limit`, how many requests are `remaining`, and when the window of the limit ends;
   * undefined for a header that is missing.
   */
  readonly rateLimit: {
    readonly limit: number | undefined
    readonly remaining: number | undefined
    /** When the window of the rate limit ends, in seconds since 1970. */
    readonly resetAt: number | undefined
  }
}

const defaultTimeoutMs = 30_000

/** The method and path of each operation, and of the label download, which the table lacks (specification, Endpoints). */
const endpointsByOperation = {
  ...operationTable,
  downloadLabel: { method: 'GET', path: '/v1/labels/{id}/download' },
}

/**
 * Returns a client of the service with a method for each operation; makes no call. Throws an OptionsError for invalid
 * options.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010', key: 'pr_test_…' })
 * const { rates } = await client.createRates({ from_address, to_address, parcel })
 * const label = await client.buyLabel({ rate_id: rates[0].id })
 */
export function createClient(options: ClientOptions): ServiceClient {
  const call = buildOperationCaller(options)
  const callForJson = async <Body>(...given: Parameters<typeof call>): Promise<Body> => {
    const { request, received } = await call(...given)
    return parseJsonBody(request, received)
  }
  return {
    validateAddress: (body, how) => callForJson('validateAddress', { body }, how),
    createRates: (body, how) => callForJson('createRates', { body }, how),
    buyLabel: (body, how) => callForJson('buyLabel', { body }, how),
    getLabel: (id, how) => callForJson('getLabel', { id }, how),
    voidLabel: (id, how) => callForJson('voidLabel', { id }, how),
    downloadLabel: async (id, how) => (await call('downloadLabel', { id }, how)).received.bytes,
    registerTracker: (body, how) => callForJson('registerTracker', { body }, how),
    getTracker: (id, how) => callForJson('getTracker', { id }, how),
    listCarrierAccounts: (how) => callForJson('listCarrierAccounts', {}, how),
    createBatch: (body, how) => callForJson('createBatch', { body }, how),
    buyBatch: (id, how) => callForJson('buyBatch', { id }, how),
    getBatch: (id, how) => callForJson('getBatch', { id }, how),
    getWallet: (how) => callForJson('getWallet', {}, how),
    listDeliveries: (how) => callForJson('listDeliveries', {}, how),
  }
}

/** Returns a function that calls an operation of the service with a body or an id. */
function buildOperationCaller(options: ClientOptions) {
  const { baseUrl, key, timeoutMs, fetch, onResponse } = checkClientOptions(options)
  return async (
    operation: keyof typeof endpointsByOperation,
    given: { readonly body?: unknown; readonly id?: string },
    how: CallOptions = {},
  ): Promise<{ readonly request: string; readonly received: ServiceResponse }> => {
    const { signal, timeoutMs: ownTimeoutMs } = checkFieldNames(how, operation, {
      signal: true,
      timeoutMs: true,
    })
    const { method } = endpointsByOperation[operation]
    const path = buildOperationPath(operation, given)
    if (ownTimeoutMs !== undefined) checkTimeout(ownTimeoutMs)
    const received = await sendServiceRequest({
      baseUrl,
      key: typeof key === 'function' ? requireApiKey(await key(), 'the key that the function returned') : key,
      method,
      path,
      body:
        'body' in given
          ? requireObject(given.body, operation, bodyExamples[operation] ?? 'the request body')
          : undefined,
      fetch: fetch ?? globalThis.fetch,
      timeoutMs: ownTimeoutMs ?? timeoutMs ?? defaultTimeoutMs,
      signal,
    })
    onResponse?.(readResponseFacts(operation, received))
    return { request: `${method} ${path}`, received }
  }
}

/** An example of each operation's request body, for error messages. */
const bodyExamples: { readonly [Operation in keyof typeof endpointsByOperation]?: string } = {
  validateAddress: '{ street1, city, state, zip, country }',
  createRates: '{ from_address, to_address, parcel }',
  buyLabel: '{ rate_id }',
  registerTracker: '{ tracking_number, carrier }',
  createBatch: '{ items }',
}

const clientOptionNames = {
  baseUrl: true,
  key: true,
  timeoutMs: true,
  fetch: true,
  onResponse: true,
} as const

function checkClientOptions(options: ClientOptions): ClientOptions {
  const given = requireObject(options, 'createClient', '{ baseUrl, key }')
  const { baseUrl, key, timeoutMs } = checkFieldNames(given, 'createClient', clientOptionNames)
  const address = readBaseAddress(String(baseUrl))
  if ('reason' in address) throw new OptionsError(`baseUrl ${address.reason}.`)
  if (typeof key !== 'function') requireApiKey(key, 'key')
  if (timeoutMs !== undefined) checkTimeout(timeoutMs)
  return { ...options, baseUrl: removeTrailingSlashes(address.url) }
}

/** Returns a key that an HTTP header can carry. Throws an OptionsError for any other value; its message does not show the value. */
function requireApiKey(key: unknown, name: string): string {
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return key
  const given =
    typeof key !== 'string' ? typeof key : key === '' ? 'an empty text' : 'a text with other characters'
  throw new OptionsError(
    `${name} must be an API key such as pr_test_…, or a function that returns one, not ${given}.`,
  )
}

/** The maximum milliseconds of a timer in Node. */
const maxTimeoutMs = 2 ** 32 - 1

function checkTimeout(timeoutMs: number): void {
  if (timeoutMs > 0 && timeoutMs <= maxTimeoutMs) return
  const bound = timeoutMs > 0 ? `at most ${maxTimeoutMs}` : 'more than 0'
  throw new OptionsError(`timeoutMs must be ${bound} milliseconds, not ${String(timeoutMs)}.`)
}

function buildOperationPath(
  operation: keyof typeof endpointsByOperation,
  given: { readonly id?: string },
): string {
  const { path } = endpointsByOperation[operation]
  if (!('id' in given)) return path
  if (typeof given.id === 'string' && given.id !== '')
    return path.replace('{id}', encodeURIComponent(given.id))
  throw new OptionsError(
    `${operation} takes an id as a text, not ${given.id === '' ? 'an empty one' : typeof given.id}.`,
  )
}

function readResponseFacts(
  operation: ResponseFacts['operation'],
  { status, header }: ServiceResponse,
): ResponseFacts {
  const readNumberHeader = (name: string) => {
    const text = header(name)
    return text === null || Number.isNaN(Number(text)) ? undefined : Number(text)
  }
  return {
    operation,
    status,
    requestId: header('X-Request-Id') ?? undefined,
    rateLimit: {
      limit: readNumberHeader('X-RateLimit-Limit'),
      remaining: readNumberHeader('X-RateLimit-Remaining'),
      resetAt: readNumberHeader('X-RateLimit-Reset'),
    },
  }
}
