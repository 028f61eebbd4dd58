/** A request that the host guard refused. */
export interface ForeignRequest {
  readonly id: string
  /** The time on the default account's clock. */
  readonly atMs: number
  readonly method: string
  readonly path: string
  readonly host: string | null
  readonly origin: string | null
}

const keptCount = 20
const longestText = 200

/**
 * Counts requests that the host guard refused, and keeps the latest. They are in no account's request log: with them, a
 * page of another site could displace the entries of clients there.
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

  /** Returns the kept refused requests, newest first. */
  listLatest(): readonly ForeignRequest[] {
    return this.#latest
  }
}
