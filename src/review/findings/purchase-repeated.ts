import { BoundedMap } from '../bounded-map.ts'
import { type Exchange, type FirstPurchase, readTextMember } from '../exchange.ts'
import type { Attempt, Finding, FindingWatcher, Report } from '../finding.ts'
import { surelyReceivedMs } from '../waiting-requests.ts'
import { purchaseChecks } from './purchases/purchase-lost-unchecked.ts'

export const purchaseRepeated: Finding = {
  id: 'PURCHASE-REPEATED',
  severity: 'error',
  title: 'The client bought a label again after the response to its purchase was lost.',
  means:
    'A purchase was carried out and paid for, but its response did not reach the client: a fault lost it, or the client ' +
    'closed the connection too early, perhaps while the body was sent. After that the client bought the same rate with the ' +
    'same key again without reading the delivery log, the label or the wallet, and kept both labels. It is not reported if ' +
    'the label.created event of the first label had been delivered, or was lost and the client may have waited for it. ' +
    'A client that voids one of the two labels is not reported either, nor a client that also buys rates twice when no response is lost.',
  advice:
    'After a purchase without a response, find out whether it was carried out: wait for the label.created event, or compare ' +
    'the wallet. Buy again only if it was not carried out. If you have two labels, void one of them.',
  why: 'The service has no idempotency key, so each purchase that is repeated costs the price of a label.',
  createWatcher: (report) => new PurchaseWatcher(report),
}

type Purchase = Pick<FirstPurchase, 'id' | 'startMs' | 'lostAtMs' | 'labelId'>

class PurchaseWatcher implements FindingWatcher {
  readonly operations = ['voidLabel', ...purchaseChecks]
  readonly #report: Report
  /** The last purchase of each rate that was bought more than once, by the first purchase of the rate. */
  readonly #lastPurchases = new BoundedMap<FirstPurchase, Purchase>()
  /** Functions that remove a reported occurrence, by the id of each of its labels. */
  readonly #removers = new BoundedMap<string, () => void>()
  readonly #voidedLabels = new BoundedMap<string, true>()
  /**
   * The real time, in milliseconds, until which a client may wait for the event of a label, by label id. After that it
   * may buy the rate again.
   */
  readonly #waitEndsMs = new BoundedMap<string, number>()
  #lastCheckMs = Number.NEGATIVE_INFINITY
  /** Whether the client buys a rate more than once on purpose. */
  #buysTwice = false

  constructor(report: Report) {
    this.#report = report
  }

  observeExchange(exchange: Exchange): void {
    const name = exchange.operation?.name
    if (name === undefined) return
    if (purchaseChecks.has(name)) this.#lastCheckMs = exchange.endMs
    else if (name === 'voidLabel' && exchange.wasCarriedOut) this.#noteVoid(exchange.resourceId ?? '')
  }

  #noteVoid(labelId: string): void {
    this.#voidedLabels.set(labelId, true)
    this.#removers.get(labelId)?.()
  }

  observeAttempt({ labelId, outcome, isLate }: Attempt, endMs: number): void {
    // A client that waited for a late event may have bought again before the event came. That is no mistake.
    if (isLate) this.#removers.get(labelId)?.()
    const waitEndsMs = outcome === 'succeeded' ? endMs : endMs + surelyReceivedMs
    this.#waitEndsMs.set(labelId, Math.min(waitEndsMs, this.#waitEndsMs.get(labelId) ?? waitEndsMs))
  }

  observeRepeatedPurchase(exchange: Exchange, firstOfRate: FirstPurchase): void {
    if (this.#buysTwice) return
    const { id, startMs, lostAtMs } = exchange
    const purchase = { id, startMs, lostAtMs, labelId: readTextMember(exchange.parseResponse(), 'id') ?? '' }
    const other = this.#lastPurchases.get(firstOfRate) ?? firstOfRate
    // The second purchase can end before the first one, if the first one takes long.
    const [first, second] = other.startMs <= startMs ? [other, purchase] : [purchase, other]
    this.#lastPurchases.set(firstOfRate, second)
    this.#checkRepetition(first, second)
  }

  #checkRepetition(first: Purchase, second: Purchase): void {
    if (first.lostAtMs === null) this.#buysTwice = true
    if (
      first.lostAtMs === null ||
      // The finding RATE-BOUGHT-AT-ONCE reports two purchases that were under way at the same time.
      second.startMs < first.lostAtMs ||
      this.#lastCheckMs > first.lostAtMs ||
      second.startMs >= (this.#waitEndsMs.get(first.labelId) ?? Number.POSITIVE_INFINITY) ||
      this.#voidedLabels.has(first.labelId) ||
      this.#voidedLabels.has(second.labelId)
    )
      return
    const removeOccurrence = this.#report(first.id, second.id)
    this.#removers.set(first.labelId, removeOccurrence)
    this.#removers.set(second.labelId, removeOccurrence)
  }
}
