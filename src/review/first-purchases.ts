import { BoundedMap } from './bounded-map.ts'
import { type Exchange, type FirstPurchase, readTextMember } from './exchange.ts'

/**
 * Remembers the first purchase of each rate, for all findings about rates that are bought again. It keeps the latest
 * 100 to 200 purchases, and the latest thousand whose response was lost. More entries would make purchases slower: V8 moves
 * them to its old generation, where it takes longer to free them.
 */
export class FirstPurchases {
  /**
   * At most 100 purchases; then a new map begins. If single entries of one map were deleted instead, they would stay
   * in memory longer, because V8 links old tables of a map to new ones.
   */
  #latest = new Map<string, FirstPurchase>()
  /** The 100 purchases before the ones in `#latest`. */
  #earlier = new Map<string, FirstPurchase>()
  readonly #lost = new BoundedMap<string, FirstPurchase>()

  /**
   * Returns the first purchase of the same rate with the same key. If this purchase is the first one, notes it and
   * returns undefined.
   */
  notePurchase(exchange: Exchange): FirstPurchase | undefined {
    const rateId = readTextMember(exchange.parseRequest(), 'rate_id')
    const response = exchange.parseResponse()
    const labelId = readTextMember(response, 'id')
    if (rateId === undefined || labelId === undefined || exchange.key === null) return undefined
    const keyId = exchange.key.id
    const firstOfRate = this.#findFirst(rateId)
    if (firstOfRate?.keyId === keyId) return firstOfRate
    // The first purchase of a rate is stored by the rate alone. Purchases with other keys are stored by key and rate.
    const subject = firstOfRate === undefined ? rateId : `${keyId} ${rateId}`
    const first = firstOfRate === undefined ? undefined : this.#findFirst(subject)
    if (first !== undefined) return first
    const { id, startMs, endMs, lostAtMs, connection } = exchange
    const trackingNumber = readTextMember(response, 'tracking_number')
    const kept = exchange.isLost ? this.#lost : this.#makeRoomInLatest()
    kept.set(subject, { id, startMs, endMs, lostAtMs, connection, keyId, labelId, trackingNumber })
    return undefined
  }

  clear(): void {
    this.#latest.clear()
    this.#earlier.clear()
    this.#lost.clear()
  }

  /** Returns the map for the next purchase. If `#latest` is full, an empty map replaces it first. */
  #makeRoomInLatest(): Map<string, FirstPurchase> {
    if (this.#latest.size === 100) {
      this.#earlier = this.#latest
      this.#latest = new Map()
    }
    return this.#latest
  }

  #findFirst(subject: string): FirstPurchase | undefined {
    const withResponse = this.#latest.get(subject) ?? this.#earlier.get(subject)
    return withResponse ?? (this.#lost.size === 0 ? undefined : this.#lost.get(subject))
  }
}
