import { BoundedMap } from '../bounded-map.ts'
import { certainMs, type Exchange, type FirstPurchase, textIn } from '../exchange.ts'
import type { Attempt, Finding, FindingWatcher, Report } from '../finding.ts'
import { purchaseChecks } from './purchases/purchase-lost-unchecked.ts'

export const purchaseRepeated: Finding = {
  id: 'PURCHASE-REPEATED',
  severity: 'error',
  title: 'The client bought a label again after the response to its purchase was lost.',
  means:
    'A purchase was carried out and paid for, but its response did not reach the client: a fault lost it, or the client ' +
    'gave up and closed the connection, perhaps while the body was sent. After that the client bought the same rate with the ' +
    'same key again without a look at the delivery log, the label or the wallet, and kept both labels. It is not reported if ' +
    'the label.created event of the first label had been delivered, or was lost and the client may have waited for it: then ' +
    'the client can know what it does. A client that voids one of the two is not reported either, nor one that also buys a ' +
    'rate twice when no response is lost.',
  advice:
    'After a purchase without a response, find out whether it was carried out: wait for the label.created event, or compare ' +
    'the wallet. Buy again only if it was not, and void the surplus label.',
  why: 'The service has no idempotency key, so each such retry costs the price of a label.',
  open: (report) => new PurchaseWatcher(report),
}

type Purchase = Pick<FirstPurchase, 'id' | 'startMs' | 'lostAtMs' | 'labelId'>

class PurchaseWatcher implements FindingWatcher {
  readonly operations = ['voidLabel', ...purchaseChecks]
  readonly #report: Report
  /** The last purchase of a rate that was bought more than once, by the first. */
  readonly #last = new BoundedMap<FirstPurchase, Purchase>()
  /** Takes back the occurrence of a label, by its id. */
  readonly #takeBack = new BoundedMap<string, () => void>()
  readonly #voided = new BoundedMap<string, true>()
  /** From when a client can buy again after its wait for the event of a label, in real milliseconds. */
  readonly #waitedMs = new BoundedMap<string, number>()
  #lastCheckMs = Number.NEGATIVE_INFINITY
  /** Whether the client buys a rate more than once on purpose. */
  #buysTwice = false

  constructor(report: Report) {
    this.#report = report
  }

  exchange(exchange: Exchange): void {
    const name = exchange.operation?.name
    if (name === undefined) return
    if (purchaseChecks.has(name)) this.#lastCheckMs = exchange.endMs
    else if (name === 'voidLabel' && exchange.wasCarriedOut) this.#void(exchange.resourceId ?? '')
  }

  #void(labelId: string): void {
    this.#voided.set(labelId, true)
    this.#takeBack.get(labelId)?.()
  }

  attempt({ labelId, outcome, isLate }: Attempt, endMs: number): void {
    // A client may have waited for an event, and bought again before the late one came.
    if (isLate) this.#takeBack.get(labelId)?.()
    const waitedMs = outcome === 'succeeded' ? endMs : endMs + certainMs
    this.#waitedMs.set(labelId, Math.min(waitedMs, this.#waitedMs.get(labelId) ?? waitedMs))
  }

  boughtAgain(exchange: Exchange, firstOfRate: FirstPurchase): void {
    if (this.#buysTwice) return
    const { id, startMs, lostAtMs } = exchange
    const purchase = { id, startMs, lostAtMs, labelId: textIn(exchange.response(), 'id') ?? '' }
    const other = this.#last.get(firstOfRate) ?? firstOfRate
    // The repetition of a purchase that takes long can end before it.
    const [first, second] = other.startMs <= startMs ? [other, purchase] : [purchase, other]
    this.#last.set(firstOfRate, second)
    this.#repeated(first, second)
  }

  #repeated(first: Purchase, second: Purchase): void {
    if (first.lostAtMs === null) this.#buysTwice = true
    if (
      first.lostAtMs === null ||
      // Two requests at once are two purchases on purpose, or a defect that this finding is not about.
      second.startMs < first.lostAtMs ||
      this.#lastCheckMs > first.lostAtMs ||
      second.startMs >= (this.#waitedMs.get(first.labelId) ?? Number.POSITIVE_INFINITY) ||
      this.#voided.has(first.labelId) ||
      this.#voided.has(second.labelId)
    )
      return
    const takeBack = this.#report(first.id, second.id)
    this.#takeBack.set(first.labelId, takeBack)
    this.#takeBack.set(second.labelId, takeBack)
  }
}
