import { BoundedMap } from '../../bounded-map.ts'
import { type Exchange, textIn } from '../../exchange.ts'
import type { Attempt, Finding, FindingWatcher, Report } from '../../finding.ts'

/** After this many further requests with the key, the client evidently went on. */
const requestsAfter = 10

export const purchaseLostUnchecked: Finding = {
  id: 'PURCHASE-LOST-UNCHECKED',
  severity: 'note',
  title: 'The client lost the response to a purchase and never looked whether it was carried out.',
  means:
    'A purchase was carried out, but its response did not reach the client. The key sent ten more requests, none of which ' +
    'reads the wallet, a label or the deliveries, and no label.created event of it was delivered. It is taken back if the ' +
    'client looks later. PURCHASE-REPEATED has clients that buy the rate again.',
  advice:
    'Store each purchase before it is sent. If no response comes, compare the wallet or wait for label.created.',
  why: 'A label that nobody knows of is paid for and never used, but a person may still find it.',
  open: (report) => new LostPurchases(report),
}

interface LostPurchase {
  readonly id: string
  readonly keyId: string
  readonly endMs: number
  readonly labelId: string
  count: number
  takeBack?: () => void
}

/** Reads by which a client can learn whether a purchase was carried out. */
export const purchaseChecks: ReadonlySet<string> = new Set([
  'getWallet',
  'listDeliveries',
  'getLabel',
  'downloadLabel',
])

class LostPurchases implements FindingWatcher {
  readonly #report: Report
  /** By key and rate. */
  readonly #lost = new BoundedMap<string, LostPurchase>(100)
  /** The latest start of a purchase, by key and rate. */
  readonly #starts = new BoundedMap<string, number>(100)
  /** Labels whose event was delivered; it can come before the purchase is known here. */
  readonly #announced = new BoundedMap<string, true>()

  constructor(report: Report) {
    this.#report = report
  }

  get isIdle(): boolean {
    return this.#lost.size === 0
  }

  exchange(exchange: Exchange): void {
    const { key, operation } = exchange
    if (key === null || operation === undefined) return
    const isLoss = operation.name === 'buyLabel' && exchange.isLost && exchange.wasCarriedOut
    if (this.#lost.size === 0 && !isLoss) return
    if (operation.name === 'buyLabel') this.#bought(exchange, key.id, isLoss)
    const isCheck = purchaseChecks.has(operation.name) || operation.name === 'voidLabel'
    for (const [rate, lost] of this.#lost.entries())
      if (isCheck && exchange.startMs >= lost.endMs) this.#settle(rate)
      else if (lost.keyId === key.id && lost.id !== exchange.id) this.#count(lost)
  }

  attempt({ labelId, outcome }: Attempt): void {
    if (outcome !== 'succeeded') return
    this.#announced.set(labelId, true)
    for (const [rate, lost] of this.#lost.entries()) if (lost.labelId === labelId) this.#settle(rate)
  }

  #bought(exchange: Exchange, keyId: string, isLoss: boolean): void {
    const rate = `${keyId} ${textIn(exchange.request(), 'rate_id')}`
    this.#settle(rate)
    const { startMs } = exchange
    const latestMs = this.#starts.get(rate) ?? startMs
    this.#starts.set(rate, Math.max(startMs, latestMs))
    // Bought again while this purchase was under way.
    if (latestMs > startMs) return
    const labelId = textIn(exchange.response(), 'id')
    if (!isLoss || labelId === undefined || this.#announced.has(labelId)) return
    this.#lost.set(rate, { id: exchange.id, keyId, endMs: exchange.endMs, labelId, count: 0 })
  }

  #count(lost: LostPurchase): void {
    lost.count += 1
    if (lost.count === requestsAfter) lost.takeBack = this.#report(lost.id)
  }

  /** The client has looked, or another finding has this purchase. */
  #settle(rate: string): void {
    this.#lost.get(rate)?.takeBack?.()
    this.#lost.delete(rate)
  }
}
