import { BoundedMap } from './bounded-map.ts'
import { type Exchange, type FirstPurchase, textIn } from './exchange.ts'

/**
 * Remembers the first purchase of each rate, for all findings about rates that are bought again: of a hundred rates, and
 * of a thousand whose response was lost. An entry outlives the young generation, and to collect more of them costs
 * a purchase more than all findings together.
 */
export class FirstPurchases {
  readonly #arrived = new BoundedMap<string, FirstPurchase>(100)
  readonly #lost = new BoundedMap<string, FirstPurchase>()

  /** Returns the first purchase of the same rate with the same key; undefined if this is the first, which is noted. */
  note(exchange: Exchange): FirstPurchase | undefined {
    const rateId = textIn(exchange.request(), 'rate_id')
    const response = exchange.response()
    const labelId = textIn(response, 'id')
    if (rateId === undefined || labelId === undefined || exchange.key === null) return undefined
    const keyId = exchange.key.id
    const ofRate = this.#find(rateId)
    if (ofRate?.keyId === keyId) return ofRate
    const subject = ofRate === undefined ? rateId : `${keyId} ${rateId}`
    const first = ofRate === undefined ? undefined : this.#find(subject)
    if (first !== undefined) return first
    const { id, startMs, endMs, lostAtMs } = exchange
    const trackingNumber = textIn(response, 'tracking_number')
    const kept = exchange.isLost ? this.#lost : this.#arrived
    kept.set(subject, { id, startMs, endMs, lostAtMs, keyId, labelId, trackingNumber })
    return undefined
  }

  forget(): void {
    this.#arrived.clear()
    this.#lost.clear()
  }

  #find(subject: string): FirstPurchase | undefined {
    return this.#arrived.get(subject) ?? this.#lost.get(subject)
  }
}
