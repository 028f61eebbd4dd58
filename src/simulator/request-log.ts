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
const maxCharacters = 8 * 1024 * 1024

/** The latest exchanges of one account, bounded in number and in size; older ones give way. */
export class RequestLog {
  /** A ring: the entry numbered n stands at n modulo its size. */
  readonly #ring: (LoggedRequest | undefined)[] = []
  #oldest = 0
  #next = 0
  #characters = 0

  add(entry: LoggedRequest): void {
    const kept = fits(entry.requestBody) && fits(entry.responseBody) ? entry : shortened(entry)
    if (this.#next - this.#oldest === maxEntries) this.#dropOldest()
    this.#ring[this.#next % maxEntries] = kept
    this.#next += 1
    this.#characters += charactersOf(kept)
    while (this.#characters > maxCharacters) this.#dropOldest()
  }

  /** Newest first. */
  list(): LoggedRequest[] {
    const count = this.#next - this.#oldest
    return Array.from({ length: count }, (_, age) => this.#ring[(this.#next - 1 - age) % maxEntries]).flatMap(
      (entry) => entry ?? [],
    )
  }

  clear(): void {
    while (this.#oldest < this.#next) this.#dropOldest()
  }

  #dropOldest(): void {
    const place = this.#oldest % maxEntries
    const entry = this.#ring[place]
    this.#ring[place] = undefined
    this.#oldest += 1
    if (entry !== undefined) this.#characters -= charactersOf(entry)
  }
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

function charactersOf({ requestBody, responseBody }: LoggedRequest): number {
  return (requestBody?.length ?? 0) + (responseBody?.length ?? 0)
}
