import { pageBytes, SparePages } from './spare-pages.ts'

/** One request to the service and its response, with times of the account's clock. */
export interface LoggedRequest {
  /** The id `req_…`, as the header `X-Request-Id` has it. */
  readonly id: string
  /** The id of the account. */
  readonly account: string
  /** When the request arrived, in milliseconds since 1970. */
  readonly atMs: number
  /** The HTTP method. */
  readonly method: string
  /** The path with its query. */
  readonly path: string
  /** The status of the response. */
  readonly status: number
  /** The error code of the response; null for a success. */
  readonly errorCode: string | null
  /** The body of the request, cut after 64 Ki characters; null if it has none. */
  readonly requestBody: string | null
  /** The body of the response, cut after 64 Ki characters; null if it is no text. */
  readonly responseBody: string | null
  /** Real milliseconds from request to response. */
  readonly durationMs: number
  /** Faults and magic values that influenced the result. */
  readonly decidedBy: readonly string[]
  /** The fault that lost the response, and whether the request had been carried out; null without such a fault. */
  readonly lost: LostResponse | null
  /** The id of the request's key; null without a valid key. */
  readonly keyId: string | null
  /** Header names and values alternate, as they were sent. */
  readonly requestHeaders: readonly string[]
  /** Header names and values alternate, as they were sent. */
  readonly responseHeaders: readonly string[]
}

/** A response that the client did not receive because of a fault. */
export interface LostResponse {
  /** The mode of the fault. */
  readonly mode: string
  /** Whether the request had been carried out (`after`) or not (`before`). */
  readonly phase: 'before' | 'after'
}

/** A request and its response, to be added to the request log. The request body may be bytes. */
export interface ExchangeToLog extends Omit<LoggedRequest, 'requestBody'> {
  readonly requestBody: string | Uint8Array | null
}

const maxEntries = 1_000
const maxBodyCharacters = 64 * 1024
const maxBytes = 8 * 1024 * 1024
/** The number of parts of a log entry: the head with the headers, the request body, and the response body. */
const partsOfEntry = 3

/**
 * The latest exchanges of one account, limited in number and in size; the oldest are dropped. They are stored as text
 * in pages of bytes that are reused. Stored objects would live so long that collecting them as garbage would take
 * longer than responding did. A position counts all bytes ever written, across pages.
 */
export class RequestLog {
  readonly #spare: SparePages
  readonly #pages: Buffer[] = []
  /** The position of the first byte of the first page. */
  #firstPageAt = 0
  /**
   * The position of each part of each entry. A part ends where the next one begins. The oldest entry begins at index
   * `#oldest`.
   */
  readonly #places: number[] = []
  #oldest = 0
  #writeAt = 0

  constructor(spare: SparePages = new SparePages()) {
    this.#spare = spare
  }

  add(entry: ExchangeToLog): void {
    const requestBody = cutBody(entry.requestBody)
    const responseBody = cutBody(entry.responseBody)
    // Line breaks and zeros separate the parts of a log entry. No header contains either of them.
    const asked = entry.requestHeaders.join('\n')
    this.#writePart(`${formatEntryHead(entry)}\0${asked}\0${entry.responseHeaders.join('\n')}`)
    this.#writePart(requestBody)
    this.#writePart(responseBody)
    this.#dropSurplus()
  }

  /** Returns the logged exchanges, newest first. */
  list(): LoggedRequest[] {
    return [...this.iterateNewest()]
  }

  /** Yields the newest logged exchanges one by one, at most `count`. The log must not change meanwhile. */
  *iterateNewest(count = Number.POSITIVE_INFINITY): Generator<LoggedRequest> {
    const end = Math.max(this.#oldest, this.#places.length - count * partsOfEntry)
    for (let at = this.#places.length - partsOfEntry; at >= end; at -= partsOfEntry) yield this.#readEntry(at)
  }

  /** Returns the exchange with this request id; undefined if the log does not have it. */
  find(id: string): LoggedRequest | undefined {
    for (const entry of this.iterateNewest()) if (entry.id === id) return entry
    return undefined
  }

  /** Returns the number of exchanges in the log. */
  get size(): number {
    return (this.#places.length - this.#oldest) / partsOfEntry
  }

  clear(): void {
    this.#places.length = 0
    this.#oldest = 0
    this.#releasePages(this.#pages.length)
    this.#writeAt = this.#firstPageAt
  }

  #writePart(text: string | Uint8Array | null): void {
    this.#places.push(this.#writeAt)
    if (text === null) return
    const page = this.#getPageAt(this.#writeAt)
    const at = (this.#writeAt - this.#firstPageAt) % pageBytes
    // No UTF-16 code unit takes more than three bytes of UTF-8. To count the exact bytes would take as long as to write
    // them.
    const most = typeof text === 'string' ? text.length * 3 : text.length
    if (at + most > pageBytes) this.#writeAcross(typeof text === 'string' ? Buffer.from(text) : text)
    else if (typeof text === 'string') this.#writeAt += page.write(text, at)
    else {
      page.set(text, at)
      this.#writeAt += text.length
    }
  }

  /** Writes bytes that need more than the rest of the present page. */
  #writeAcross(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const page = this.#getPageAt(this.#writeAt)
      const at = (this.#writeAt - this.#firstPageAt) % pageBytes
      const piece = bytes.subarray(from, from + pageBytes - at)
      page.set(piece, at)
      from += piece.length
      this.#writeAt += piece.length
    }
  }

  #getPageAt(place: number): Buffer {
    const number = Math.floor((place - this.#firstPageAt) / pageBytes)
    const page = this.#pages[number]
    if (page !== undefined) return page
    const next = this.#spare.take()
    this.#pages.push(next)
    return next
  }

  /** Returns the entry whose first part has this index in `#places`. */
  #readEntry(index: number): LoggedRequest {
    const [head, [hasRequest, hasResponse]] = parseEntryHead(this.#readPart(index).split('\0'))
    return {
      ...head,
      requestBody: hasRequest === '1' ? this.#readPart(index + 1) : null,
      responseBody: hasResponse === '1' ? this.#readPart(index + 2) : null,
    }
  }

  #readPart(index: number): string {
    const to = this.#places[index + 1] ?? this.#writeAt
    const pieces: Uint8Array[] = []
    for (let place = this.#places[index] ?? to; place < to; ) {
      const at = (place - this.#firstPageAt) % pageBytes
      const piece = this.#getPageAt(place).subarray(at, at + to - place)
      pieces.push(piece)
      place += piece.length
    }
    const [whole] = pieces
    return decoder.decode(pieces.length === 1 ? whole : Buffer.concat(pieces))
  }

  #dropSurplus(): void {
    while (this.size > maxEntries || this.#writeAt - this.#findStartOfOldest() > maxBytes)
      this.#oldest += partsOfEntry
    this.#releasePages(Math.floor((this.#findStartOfOldest() - this.#firstPageAt) / pageBytes))
    if (this.#oldest <= maxEntries * partsOfEntry) return
    this.#places.splice(0, this.#oldest)
    this.#oldest = 0
  }

  #findStartOfOldest(): number {
    return this.#places[this.#oldest] ?? this.#writeAt
  }

  /** Removes the first `count` pages of the log and their entries. */
  #releasePages(count: number): void {
    if (count === 0) return
    this.#spare.give(this.#pages.splice(0, count))
    this.#firstPageAt += count * pageBytes
  }
}

/**
 * Writes the parts of a log entry except bodies and headers, with zeros between them. Texts that a client or a person
 * can choose are written as JSON, which contains no zero. To write all parts as JSON would take as long as the response
 * itself.
 */
function formatEntryHead(entry: ExchangeToLog): string {
  const { id, account, atMs, method, path, status, errorCode, durationMs, decidedBy, lost, keyId } = entry
  const hasBodies = `${entry.requestBody === null ? 0 : 1}${entry.responseBody === null ? 0 : 1}`
  const decided = decidedBy.length === 0 ? '[]' : JSON.stringify(decidedBy)
  const ofKey = `${keyId ?? ''}\0${hasBodies}\0${decided}\0${lost === null ? 'null' : JSON.stringify(lost)}`
  const first = `${id}\0${account}\0${atMs}\0${method}\0${JSON.stringify(path)}`
  return `${first}\0${status}\0${errorCode ?? ''}\0${durationMs}\0${ofKey}`
}

/**
 * Returns a log entry without its bodies, from the parts that `formatEntryHead` wrote and the headers after them; and
 * the text that says which bodies the entry has.
 */
function parseEntryHead(
  parts: readonly string[],
): [Omit<LoggedRequest, 'requestBody' | 'responseBody'>, string] {
  const [id = '', account = '', atMs, method = '', path = '', status, errorCode, durationMs, ...rest] = parts
  const [keyId, hasBodies = '', decidedBy = '', lost = '', requestHeaders = '', responseHeaders = ''] = rest
  const head = {
    id,
    account,
    atMs: Number(atMs),
    method,
    path: JSON.parse(path),
    status: Number(status),
    errorCode: errorCode || null,
    durationMs: Number(durationMs),
    decidedBy: JSON.parse(decidedBy),
    lost: JSON.parse(lost),
    keyId: keyId || null,
    requestHeaders: splitLines(requestHeaders),
    responseHeaders: splitLines(responseHeaders),
  }
  return [head, hasBodies]
}

function splitLines(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n')
}

const decoder = new TextDecoder()

/** Returns a body, cut to the maximum number of characters. A body with at most that number of bytes is never cut. */
function cutBody(body: string | Uint8Array | null): string | Uint8Array | null {
  if (body === null || body.length <= maxBodyCharacters) return body
  const text = typeof body === 'string' ? body : decoder.decode(body)
  if (text.length <= maxBodyCharacters) return body
  return `${text.slice(0, maxBodyCharacters)}… (${text.length} characters in all)`
}
