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

  add(entry: LoggedRequest): void {
    const fitting = fits(entry.requestBody) && fits(entry.responseBody) ? entry : shortened(entry)
    const text = JSON.stringify(fitting)
    const start = this.#makeRoom(Buffer.byteLength(text))
    const end = start + this.#bytes.write(text, start)
    this.#writeAt = end
    this.#places.push({ start, end })
    if (this.#places.length - this.#oldest > maxEntries) this.#oldest += 1
    if (this.#oldest > maxEntries) this.#forgetDropped()
  }

  /** Newest first. */
  list(): LoggedRequest[] {
    return this.#places
      .slice(this.#oldest)
      .reverse()
      .map(({ start, end }): LoggedRequest => JSON.parse(this.#bytes.toString('utf8', start, end)))
  }

  clear(): void {
    this.#places.length = 0
    this.#oldest = 0
    this.#writeAt = 0
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

interface Place {
  readonly start: number
  readonly end: number
}

function fits(body: string | null): boolean {
  return body === null || body.length <= maxBodyCharacters
}

function shortened(entry: LoggedRequest): LoggedRequest {
  return { ...entry, requestBody: excerpt(entry.requestBody), responseBody: excerpt(entry.responseBody) }
}

function excerpt(body: string | null): string | null {
  if (body === null || fits(body)) return body
  return `${body.slice(0, maxBodyCharacters)}… (${body.length} characters in all)`
}
