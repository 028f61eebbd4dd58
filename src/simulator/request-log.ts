/** One exchange with the service, as the control protocol shows it. Times on the account's clock. */
export interface LoggedRequest {
  readonly id: string
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
  #entries: (LoggedRequest | undefined)[] = []
  #oldest = 0
  #characters = 0

  add(entry: LoggedRequest): void {
    const kept = {
      ...entry,
      requestBody: excerpt(entry.requestBody),
      responseBody: excerpt(entry.responseBody),
    }
    this.#entries.push(kept)
    this.#characters += weigh(kept)
    while (this.#entries.length - this.#oldest > maxEntries || this.#characters > maxCharacters) {
      this.#dropOldest()
    }
    // Emptied places are cut off now and then, not one by one.
    if (this.#oldest > maxEntries) {
      this.#entries = this.#entries.slice(this.#oldest)
      this.#oldest = 0
    }
  }

  /** Newest first. */
  list(): LoggedRequest[] {
    return this.#entries
      .slice(this.#oldest)
      .flatMap((entry) => entry ?? [])
      .reverse()
  }

  clear(): void {
    this.#entries = []
    this.#oldest = 0
    this.#characters = 0
  }

  #dropOldest(): void {
    const entry = this.#entries[this.#oldest]
    this.#entries[this.#oldest] = undefined
    this.#oldest += 1
    if (entry !== undefined) this.#characters -= weigh(entry)
  }
}

function weigh(entry: LoggedRequest): number {
  return 200 + (entry.requestBody?.length ?? 0) + (entry.responseBody?.length ?? 0)
}

function excerpt(body: string | null): string | null {
  if (body === null || body.length <= maxBodyCharacters) return body
  return `${body.slice(0, maxBodyCharacters)}… (${body.length} characters in all)`
}
