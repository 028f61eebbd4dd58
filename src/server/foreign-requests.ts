/** A request that the host guard turned away: who it said it was for, and where from. */
export interface ForeignRequest {
  readonly id: string
  /** On the default account's clock. */
  readonly atMs: number
  readonly method: string
  readonly path: string
  readonly host: string | null
  readonly origin: string | null
}

const keptCount = 20
const longestText = 200

/**
 * Foreign requests, counted, and the last few of them. Apart from every account's request log: whoever may change nothing
 * may not push out of a log what the account's owner wants to see there.
 */
export class ForeignRequests {
  readonly #latest: ForeignRequest[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  add(request: ForeignRequest): void {
    this.#count += 1
    const { method, path, host, origin } = request
    this.#latest.unshift({
      ...request,
      method: method.slice(0, longestText),
      path: path.slice(0, longestText),
      host: host?.slice(0, longestText) ?? null,
      origin: origin?.slice(0, longestText) ?? null,
    })
    this.#latest.length = Math.min(this.#latest.length, keptCount)
  }

  /** Newest first. */
  latest(): readonly ForeignRequest[] {
    return this.#latest
  }
}
