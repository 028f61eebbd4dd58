import { BoundedMap } from './bounded-map.ts'
import { type Exchange, type FirstPurchase, readText } from './exchange.ts'

/**
 * Remembers the first purchase of each rate, for all findings about rates that are bought again. It keeps the latest
 * hundred purchases, and the latest thousand whose response was lost. More entries would make purchases slower: V8 moves
 * them to its old generation, where it takes longer to free them.
 */
export class FirstPurchases {
  readonly #withResponse = new BoundedMap<string, FirstPurchase>(100)
  readonly #lost = new BoundedMap<string, FirstPurchase>()

  /** Returns the first purchase of the same rate with the same key. If this purchase is the first, notes it and returns undefined. */
  notePurchase(exchange: Exchange): FirstPurchase | undefined {
    const rateId = readText(exchange.parseRequest(), 'rate_id')
    const response = exchange.parseResponse()
    const labelId = readText(response, 'id')
    if (rateId === undefined || labelId === undefined || exchange.key === null) return undefined
    const keyId = exchange.key.id
    const firstOfRate = this.#findFirst(rateId)
    if (firstOfRate?.keyId === keyId) return firstOfRate
    const subject = firstOfRate === undefined ? rateId : `${keyId} ${rateId}`
    const first = firstOfRate === undefined ? undefined : this.#findFirst(subject)
    if (first !== undefined) return first
    const { id, startMs, endMs, lostAtMs, connection } = exchange
    const trackingNumber = readText(response, 'tracking_number')
    const kept = exchange.isLost ? this.#lost : this.#withResponse
    kept.set(subject, { id, startMs, endMs, lostAtMs, connection, keyId, labelId, trackingNumber })
    return undefined
  }

  clear(): void {
    this.#withResponse.clear()
    this.#lost.clear()
  }

  #findFirst(subject: string): FirstPurchase | undefined {
    return this.#withResponse.get(subject) ?? this.#lost.get(subject)
  }
}
