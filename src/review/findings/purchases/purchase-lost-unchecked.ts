import { BoundedMap } from '../../bounded-map.ts'
import { type Exchange, readTextMember } from '../../exchange.ts'
import type { Attempt, Finding, FindingWatcher, Report } from '../../finding.ts'

/** After this many further requests with the key, the client has gone on without a check of the lost purchase. */
const minFurtherRequests = 10

export const purchaseLostUnchecked: Finding = {
  id: 'PURCHASE-LOST-UNCHECKED',
  severity: 'note',
  title: 'The client lost the response to a purchase and never checked whether it was carried out.',
  means:
    'A purchase was carried out, but its response did not reach the client. The client then sent ten more requests with the key, none of which ' +
    'read the wallet, a label or the deliveries. The label.created event of the label was not delivered. The finding is removed if the ' +
    'client checks later. PURCHASE-REPEATED reports clients that buy the rate again.',
  advice:
    'Store each purchase before you send it. If no response comes, compare the wallet balance or wait for the label.created event.',
  why: 'The client has paid for a label that it does not know. A person may still find the label and use it.',
  createWatcher: (report) => new LostPurchases(report),
}

interface LostPurchase {
  readonly id: string
  readonly keyId: string
  readonly endMs: number
  readonly labelId: string
  count: number
  removeOccurrence?: () => void
}

/** The operations by which a client can find out whether a purchase was carried out. */
export const purchaseChecks: ReadonlySet<string> = new Set([
  'getWallet',
  'listDeliveries',
  'getLabel',
  'downloadLabel',
])

class LostPurchases implements FindingWatcher {
  readonly #report: Report
  /** The lost purchases that are neither checked nor repeated, by key and rate. */
  readonly #lostPurchases = new BoundedMap<string, LostPurchase>(100)
  /** The real time at which the latest purchase began, by key and rate. */
  readonly #starts = new BoundedMap<string, number>(100)
  /** The ids of labels whose event was delivered. An event can come before the watcher sees the purchase. */
  readonly #deliveredLabels = new BoundedMap<string, true>()

  constructor(report: Report) {
    this.#report = report
  }

  get isIdle(): boolean {
    return this.#lostPurchases.size === 0
  }

  observeExchange(exchange: Exchange): void {
    const { key, operation } = exchange
    if (key === null || operation === undefined) return
    const isLoss = operation.name === 'buyLabel' && exchange.isLost && exchange.wasCarriedOut
    if (this.#lostPurchases.size === 0 && !isLoss) return
    if (operation.name === 'buyLabel') this.#notePurchase(exchange, key.id, isLoss)
    const isCheck = purchaseChecks.has(operation.name) || operation.name === 'voidLabel'
    for (const [rate, lost] of this.#lostPurchases.entries())
      if (isCheck && exchange.startMs >= lost.endMs) this.#forgetPurchase(rate)
      else if (lost.keyId === key.id && lost.id !== exchange.id) this.#countFurtherRequest(lost)
  }

  observeAttempt({ labelId, outcome }: Attempt): void {
    if (outcome !== 'succeeded') return
    this.#deliveredLabels.set(labelId, true)
    for (const [rate, lost] of this.#lostPurchases.entries())
      if (lost.labelId === labelId) this.#forgetPurchase(rate)
  }

  #notePurchase(exchange: Exchange, keyId: string, isLoss: boolean): void {
    const rate = `${keyId} ${readTextMember(exchange.parseRequest(), 'rate_id')}`
    this.#forgetPurchase(rate)
    const { startMs } = exchange
    const latestMs = this.#starts.get(rate) ?? startMs
    this.#starts.set(rate, Math.max(startMs, latestMs))
    // The client bought the rate again while this purchase was under way, so it has repeated the purchase already.
    if (latestMs > startMs) return
    const labelId = readTextMember(exchange.parseResponse(), 'id')
    if (!isLoss || labelId === undefined || this.#deliveredLabels.has(labelId)) return
    this.#lostPurchases.set(rate, { id: exchange.id, keyId, endMs: exchange.endMs, labelId, count: 0 })
  }

  #countFurtherRequest(lost: LostPurchase): void {
    lost.count += 1
    if (lost.count === minFurtherRequests) lost.removeOccurrence = this.#report(lost.id)
  }

  /** Forgets a purchase that the client has checked or repeated, and removes its occurrence if it was reported. */
  #forgetPurchase(rate: string): void {
    this.#lostPurchases.get(rate)?.removeOccurrence?.()
    this.#lostPurchases.delete(rate)
  }
}
