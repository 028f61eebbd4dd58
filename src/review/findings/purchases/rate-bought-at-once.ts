import { downloadLabel, downloadSandboxLabel } from '../../../simulator/specification/operations.ts'
import { BoundedMap } from '../../bounded-map.ts'
import { type Exchange, type FirstPurchase, readTextMember } from '../../exchange.ts'
import type { Finding, FindingWatcher, Report } from '../../finding.ts'
import { surelyReceivedMs } from '../../waiting-requests.ts'

export const rateBoughtAtOnce: Finding = {
  id: 'RATE-BOUGHT-AT-ONCE',
  severity: 'error',
  title: 'The client bought the same rate in two requests at the same time.',
  means:
    'Two purchases of one rate with one key were under way at once, both succeeded, and both responses arrived. It is not ' +
    'reported if one of the labels is voided, or if both are used: each is read or downloaded, or its tracking number is ' +
    'registered. Nor is it reported if the rate is bought a third time, or if the client also buys a rate ' +
    'twice and certainly had the first response before its second request. Such a client buys twice on purpose.',
  advice: 'Disable the button after the first click, and let one worker alone handle an order.',
  why: 'The service sells a label for each request, so one parcel is paid for twice.',
  createWatcher: (report) => new PurchasesAtOnce(report),
}

interface Purchase extends Pick<FirstPurchase, 'id' | 'labelId' | 'trackingNumber' | 'endMs' | 'connection'> {
  readonly count: number
}

/** The operations by which a client shows that it uses a label. */
const operationsUsingLabel = ['getLabel', downloadLabel.name, downloadSandboxLabel.name, 'registerTracker']

class PurchasesAtOnce implements FindingWatcher {
  readonly operations = ['voidLabel', ...operationsUsingLabel]
  readonly #report: Report
  /** The last purchase of each rate that was bought more than once, by the first purchase of the rate. */
  readonly #lastPurchases = new BoundedMap<FirstPurchase, Purchase>()
  /** Functions that remove a reported occurrence, by the id of the first purchase, and by the id of each label. */
  readonly #removers = new BoundedMap<string, () => void>()
  /**
   * Functions that remove an occurrence if the client used both labels, by the ids and tracking numbers of the labels.
   */
  readonly #removeIfBothUsed = new BoundedMap<string, () => void>()
  /** The ids and tracking numbers of used labels. */
  readonly #usedLabels = new BoundedMap<string, true>()
  readonly #voidedLabels = new BoundedMap<string, true>()
  #buysTwice = false

  constructor(report: Report) {
    this.#report = report
  }

  observeExchange(exchange: Exchange): void {
    if (!exchange.wasCarriedOut) return
    const label = exchange.resourceId ?? readTextMember(exchange.parseRequest(), 'tracking_number') ?? ''
    if (exchange.operation?.name === 'voidLabel') {
      this.#voidedLabels.set(label, true)
      this.#removers.get(label)?.()
    } else {
      this.#usedLabels.set(label, true)
      this.#removeIfBothUsed.get(label)?.()
    }
  }

  #isLabelUsed({ labelId, trackingNumber }: Purchase): boolean {
    return (
      this.#usedLabels.has(labelId) || (trackingNumber !== undefined && this.#usedLabels.has(trackingNumber))
    )
  }

  #recogniseDeliberateRepeats(): void {
    this.#buysTwice = true
    for (const [, removeOccurrence] of this.#removers.entries()) removeOccurrence()
  }

  observeRepeatedPurchase(exchange: Exchange, first: FirstPurchase): void {
    const { id, startMs, endMs, connection } = exchange
    // A client that buys rates twice on purpose is not reported. PURCHASE-REPEATED reports a retry after a lost response.
    if (this.#buysTwice || exchange.isLost) return
    const labelId = readTextMember(exchange.parseResponse(), 'id') ?? ''
    const trackingNumber = readTextMember(exchange.parseResponse(), 'tracking_number')
    const before =
      this.#lastPurchases.get(first) ?? (first.lostAtMs === null ? { ...first, count: 1 } : undefined)
    const count = (before?.count ?? 0) + 1
    const purchase = { id, labelId, trackingNumber, endMs, connection, count }
    this.#lastPurchases.set(first, purchase)
    if (before === undefined) return
    this.#removers.get(first.id)?.()
    const pauseMs = startMs - before.endMs
    if (pauseMs >= surelyReceivedMs || exchange.isReactionTo(before)) this.#recogniseDeliberateRepeats()
    // Only purchases that overlap are reported. A double click may not overlap if the server is quick.
    if (pauseMs >= 0 || before.count > 1 || this.#voidedLabels.has(before.labelId)) return
    const removeOccurrence = this.#report(before.id, id)
    for (const subject of [first.id, before.labelId, labelId]) this.#removers.set(subject, removeOccurrence)
    const removeIfBothUsed = (): void => {
      if (this.#isLabelUsed(before) && this.#isLabelUsed(purchase)) removeOccurrence()
    }
    for (const { labelId: label, trackingNumber: number = label } of [before, purchase])
      for (const subject of [label, number]) this.#removeIfBothUsed.set(subject, removeIfBothUsed)
  }
}
