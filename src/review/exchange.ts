import { Buffer, isAscii } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { KeyRecord } from '../simulator/accounts/records/keys.ts'
import type { Operation } from '../simulator/specification/operations.ts'
import type { Connection } from './waiting-requests.ts'

/** The data of a request and its response, as the server has them when it responds. */
export interface ExchangeSource {
  readonly id: string
  /** When the request came, on the account's clock. */
  readonly atMs: number
  readonly method: string
  readonly path: string
  readonly status: number
  readonly errorCode: string | null
  readonly requestBody: Uint8Array | null
  /** The request body as the operation has parsed it; undefined if the operation did not parse it. */
  readonly requestJson?: unknown
  readonly responseBody: string | null
  /** The value of the response body before it was written as JSON; undefined if the server does not have it. */
  readonly responseJson?: unknown
  readonly decidedBy: readonly string[]
  /** The headers of the request: names and values alternate. */
  readonly requestHeaders: readonly string[]
  readonly responseHeaders: readonly string[]
  readonly lost: { readonly mode: string; readonly phase: 'before' | 'after' } | null
  readonly operation: Operation | undefined
  readonly key: KeyRecord | null
  /** The request target with its query. */
  readonly url: string
  /** When the request came, in real milliseconds of a monotonic clock. */
  readonly startMs: number
  readonly endMs: number
  readonly connection: Connection
  /** Whether the request is the first one on its connection. */
  readonly isFirstOnConnection: boolean
  /** When the client closed the connection before the response, in real milliseconds; null if it did not. */
  readonly goneAtMs: number | null
  /** The number of body bytes that have arrived, but that the operation does not read. */
  readonly unreadBytes: number
  readonly fault: { readonly mode: string; readonly phase: 'before' | 'after' } | null
}

/** The first purchase of a rate with a key. */
export interface FirstPurchase
  extends Pick<Exchange, 'id' | 'startMs' | 'endMs' | 'lostAtMs' | 'connection'> {
  readonly keyId: string
  readonly labelId: string
  readonly trackingNumber: string | undefined
}

/** The headers that only proxies add. A proxy may send the requests of several clients on one connection. */
const proxyHeader = /^(?:x-forwarded-\w+|forwarded|via|x-real-ip)$/i

/** The maximum length of a request body that the review parses. Only batches are longer. */
const maxParsedBytes = 256 * 1024

const decoder = new TextDecoder()

/** One request to the service and its response, as the watchers of findings see it. */
export class Exchange {
  /** Whether the client received no readable response: a fault lost it, or the client closed the connection. */
  readonly isLost: boolean
  /** The earliest real time at which the client can have known that the response is lost; null if it came. */
  readonly lostAtMs: number | null
  /**
   * Whether the operation ran and succeeded, even if the response was lost. If a fault replaced the success by an error,
   * the operation counts as not carried out, because the client received the error.
   */
  readonly wasCarriedOut: boolean
  /**
   * Whether several clients may use the key: two of its requests overlapped, or a request came on an older connection
   * after a newer one was in use. `FindingLog` sets it.
   */
  isKeyShared = false
  /**
   * The earliest real time at which the client can have decided to send the request. It is before `startMs` if the request
   * may have waited in the client for a free connection. `WaitingRequests` sets it.
   */
  decidedMs: number
  readonly #source: ExchangeSource
  #request: { readonly value: unknown } | undefined
  #response: { readonly value: unknown } | undefined

  constructor(source: ExchangeSource) {
    this.#source = source
    this.decidedMs = source.startMs
    this.isLost = source.lost !== null || source.goneAtMs !== null
    this.lostAtMs = this.isLost ? (source.goneAtMs ?? source.endMs) : null
    this.wasCarriedOut = source.status < 400 && source.lost?.phase !== 'before'
  }

  /**
   * Whether the exchange is a refusal, has no readable response, has a query, or is the first on its connection. A
   * watcher whose `isIdle` is true sees only such exchanges.
   */
  isUnusual(): boolean {
    const { status, isFirstOnConnection, url } = this.#source
    return status >= 400 || this.isLost || isFirstOnConnection || url.includes('?')
  }

  /** Whether a monitor or a browser may have sent the request by itself. */
  isFromMonitor(): boolean {
    const isProbe = this.method === 'HEAD' || this.method === 'OPTIONS'
    return isProbe || !this.requestHeader('authorization')
  }

  get id(): string {
    return this.#source.id
  }

  /** When the request came, on the account's clock. */
  get atMs(): number {
    return this.#source.atMs
  }

  /** When the request came, in real milliseconds of a monotonic clock. */
  get startMs(): number {
    return this.#source.startMs
  }

  /** When the response was ready, in real milliseconds of a monotonic clock. */
  get endMs(): number {
    return this.#source.endMs
  }

  get method(): string {
    return this.#source.method
  }

  /** The path without its query. */
  get path(): string {
    return this.#source.path
  }

  /** The operation of the request; undefined for an unknown path or method. */
  get operation(): Operation | undefined {
    return this.#source.operation
  }

  get status(): number {
    return this.#source.status
  }

  get errorCode(): string | null {
    return this.#source.errorCode
  }

  /** The key of the request; null if it had no key or an unknown one. */
  get key(): Pick<KeyRecord, 'id' | 'environment' | 'scopes' | 'value'> | null {
    return this.#source.key
  }

  get connection(): Connection {
    return this.#source.connection
  }

  get isFirstOnConnection(): boolean {
    return this.#source.isFirstOnConnection
  }

  /** The `api` fault that triggered on this request; null if none did. */
  get fault(): ExchangeSource['fault'] {
    return this.#source.fault
  }

  /** The faults and magic values that influenced the response, as the request log shows them. */
  get decidedBy(): readonly string[] {
    return this.#source.decidedBy
  }

  /**
   * Whether the client certainly had the response `earlier` when it decided to send this request. A request on another
   * connection, or through a proxy, may come from another process that never saw this response.
   */
  isReactionTo(earlier: { readonly endMs: number; readonly connection: Connection }): boolean {
    const isInOrder = this.connection.id === earlier.connection.id && earlier.endMs <= this.decidedMs
    return isInOrder && !this.#isForwarded()
  }

  /** Whether a proxy sent the request. */
  #isForwarded(): boolean {
    return this.#source.requestHeaders.some((name, at) => at % 2 === 0 && proxyHeader.test(name))
  }

  /** Returns the `{id}` of the path; undefined for an operation whose path has no id. */
  get resourceId(): string | undefined {
    const pattern = this.operation?.path
    const from = pattern?.indexOf('{id}') ?? -1
    if (pattern === undefined || from === -1) return undefined
    const id = this.path.slice(from, this.path.length - (pattern.length - from - '{id}'.length))
    return id === '' ? undefined : id
  }

  /** Returns the request target, with its query. */
  get url(): string {
    return this.#source.url
  }

  /** Returns the names of the query parameters of the URL. */
  get queryNames(): readonly string[] {
    const at = this.#source.url.indexOf('?')
    return at === -1 ? [] : [...new URLSearchParams(this.#source.url.slice(at + 1)).keys()]
  }

  /** Returns the value of a request header. `name` must be in lower case. */
  requestHeader(name: string): string | undefined {
    return findHeader(this.#source.requestHeaders, name)
  }

  /** Returns the value of a response header, even if the response was lost. `name` must be in lower case. */
  responseHeader(name: string): string | undefined {
    return findHeader(this.#source.responseHeaders, name)
  }

  /** Returns the parsed request body; undefined if there is none, if it is no JSON, or over 256 KiB. */
  parseRequest(): unknown {
    this.#request ??= { value: this.#source.requestJson ?? parseBody(this.#source.requestBody) }
    return this.#request.value
  }

  /** Returns the parsed response body, also of a lost response; undefined if it is no JSON. */
  parseResponse(): unknown {
    this.#response ??= { value: this.#source.responseJson ?? parseBody(this.#source.responseBody) }
    return this.#response.value
  }

  /** Returns the response body as text; empty for a PDF. To search a text is faster than to parse it. */
  responseText(): string {
    return this.#source.responseBody ?? ''
  }

  /** Returns the number of body bytes that had arrived, but that the operation does not read. */
  get unreadBytes(): number {
    return this.#source.unreadBytes
  }

  /** Returns the length of the request body in bytes. */
  get requestBytes(): number {
    return this.#source.requestBody?.length ?? 0
  }

  /** Whether the request body has only ASCII characters, and no `\u` escape of other characters. */
  hasAsciiRequest(): boolean {
    const { requestBody } = this.#source
    if (requestBody === null) return true
    const { buffer, byteOffset, length } = requestBody
    // Many serialisers write characters that are not ASCII as `\u` escapes.
    return isAscii(requestBody) && !Buffer.from(buffer, byteOffset, length).includes('\\u')
  }

  /** Returns a hash that is the same for two requests with the same method, URL and body. */
  hashRequest(): string {
    const hash = createHash('sha1').update(`${this.method} ${this.#source.url}\n`)
    return hash.update(this.#source.requestBody ?? '').digest('base64')
  }
}

function findHeader(headers: readonly string[], name: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at]?.length === name.length && headers[at]?.toLowerCase() === name) return headers[at + 1]
  return undefined
}

function parseBody(body: Uint8Array | string | null): unknown {
  if (body === null || (typeof body !== 'string' && body.length > maxParsedBytes)) return undefined
  try {
    return JSON.parse(typeof body === 'string' ? body : decoder.decode(body))
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Returns a member of a parsed body if its value is a string; undefined otherwise. */
export function readTextMember(body: unknown, name: string): string | undefined {
  // `Reflect.get(body, name)` would take several times as long.
  const value: unknown = isRecord(body) ? body[name] : undefined
  return typeof value === 'string' ? value : undefined
}
