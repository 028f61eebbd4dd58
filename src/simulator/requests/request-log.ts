/** One exchange with the service, as the control protocol shows it. Times on the account's clock. */
export interface LoggedRequest {
  readonly id: string
  readonly account: string
  readonly atMs: number
  readonly method: string
  readonly path: string
  readonly status: number
  readonly errorCode: string | null
  readonly requestBody: string | null
  readonly responseBody: string | null
  /** Real milliseconds from request to answer. */
  readonly durationMs: number
  /** Faults and magic values that had a say. */
  readonly decidedBy: readonly string[]
  /** The fault that kept the answer from the client, and whether the request was carried out before. */
  readonly lost: LostAnswer | null
}

export interface LostAnswer {
  readonly mode: string
  readonly phase: 'before' | 'after'
}

/** An exchange as it is handed in: a request's body may still be the bytes that came. */
export interface ExchangeToLog extends Omit<LoggedRequest, 'requestBody'> {
  readonly requestBody: string | Uint8Array | null
}

const maxEntries = 1_000
const maxBodyCharacters = 64 * 1024
const maxBytes = 8 * 1024 * 1024
const firstBytes = 64 * 1024

/**
 * The latest exchanges of one account, bounded in number and in size; older ones give way. They are kept as text in one
 * block of bytes that is written over and over: as objects they would all outlive the young generation, and collecting
 * them would cost more than answering did.
 */
export class RequestLog {
  #bytes = Buffer.alloc(0)
  /** Where each entry stands, oldest first from `#oldest` on. */
  readonly #places: Place[] = []
  #oldest = 0
  #writeAt = 0

  add(entry: ExchangeToLog): void {
    const requestBody = excerpt(entry.requestBody)
    const responseBody = excerpt(entry.responseBody)
    const head = JSON.stringify(headOf(entry))
    const start = this.#makeRoom(lengthOf(head) + lengthOf(requestBody) + lengthOf(responseBody))
    const requestAt = this.#write(head, start)
    const responseAt = this.#write(requestBody, requestAt)
    const end = this.#write(responseBody, responseAt)
    this.#writeAt = end
    this.#places.push({ start, requestAt, responseAt, end })
    if (this.#places.length - this.#oldest > maxEntries) this.#oldest += 1
    if (this.#oldest > maxEntries) this.#forgetDropped()
  }

  /** Newest first. */
  list(): LoggedRequest[] {
    return this.#places
      .slice(this.#oldest)
      .reverse()
      .map((place) => this.#read(place))
  }

  clear(): void {
    this.#places.length = 0
    this.#oldest = 0
    this.#writeAt = 0
  }

  /** Gives where what was written ends. */
  #write(text: string | Uint8Array | null, at: number): number {
    if (text === null) return at
    if (typeof text === 'string') return at + this.#bytes.write(text, at)
    this.#bytes.set(text, at)
    return at + text.length
  }

  #read({ start, requestAt, responseAt, end }: Place): LoggedRequest {
    const head: Head = JSON.parse(this.#text(start, requestAt))
    const [id, account, atMs, method, path, status, errorCode, durationMs, decidedBy, lost, hasBodies] = head
    const [hasRequest, hasResponse] = hasBodies
    return {
      id,
      account,
      atMs,
      method,
      path,
      status,
      errorCode,
      requestBody: hasRequest ? this.#text(requestAt, responseAt) : null,
      responseBody: hasResponse ? this.#text(responseAt, end) : null,
      durationMs,
      decidedBy,
      lost,
    }
  }

  #text(from: number, to: number): string {
    return decoder.decode(this.#bytes.subarray(from, to))
  }

  /** Where so many bytes can be written: grown as long as that is allowed, then over the oldest entries. */
  #makeRoom(length: number): number {
    while (this.#writeAt + length > this.#bytes.length && this.#bytes.length < maxBytes) this.#grow()
    const start = this.#writeAt + length > this.#bytes.length ? 0 : this.#writeAt
    if (start === 0) this.#dropWithin(this.#writeAt, this.#bytes.length)
    this.#dropWithin(start, start + length)
    return start
  }

  #grow(): void {
    // Once the writing has come round, the bytes behind it are the newest: they keep their place.
    const grown = Buffer.alloc(Math.min(maxBytes, Math.max(firstBytes, 2 * this.#bytes.length)))
    this.#bytes.copy(grown)
    this.#bytes = grown
  }

  /** Entries that stand in bytes about to be written over are gone. */
  #dropWithin(from: number, to: number): void {
    for (let place = this.#places[this.#oldest]; place !== undefined; place = this.#places[this.#oldest]) {
      if (place.end <= from || place.start >= to) return
      this.#oldest += 1
    }
  }

  #forgetDropped(): void {
    this.#places.splice(0, this.#oldest)
    this.#oldest = 0
  }
}

/** The entry's head, its request's body and its answer's follow one another. */
interface Place {
  readonly start: number
  readonly requestAt: number
  readonly responseAt: number
  readonly end: number
}

type Head = ReturnType<typeof headOf>

/** All of an entry but its bodies, which are kept as they are: to write them as JSON costs more than the rest. */
function headOf(entry: ExchangeToLog) {
  const { id, account, atMs, method, path, status, errorCode, durationMs, decidedBy, lost } = entry
  const hasBodies = [entry.requestBody !== null, entry.responseBody !== null] as const
  return [id, account, atMs, method, path, status, errorCode, durationMs, decidedBy, lost, hasBodies] as const
}

const decoder = new TextDecoder()

function lengthOf(body: string | Uint8Array | null): number {
  if (body === null) return 0
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length
}

/** A body as far as it is kept. As many bytes as characters may be kept are never too many. */
function excerpt(body: string | Uint8Array | null): string | Uint8Array | null {
  if (body === null || body.length <= maxBodyCharacters) return body
  const text = typeof body === 'string' ? body : decoder.decode(body)
  if (text.length <= maxBodyCharacters) return body
  return `${text.slice(0, maxBodyCharacters)}… (${text.length} characters in all)`
}
