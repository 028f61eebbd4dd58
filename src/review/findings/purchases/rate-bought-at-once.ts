import { downloadLabel, downloadSandboxLabel } from '../../../simulator/specification/operations.ts'
import { BoundedMap } from '../../bounded-map.ts'
import { type Exchange, type FirstPurchase, textIn } from '../../exchange.ts'
import type { Finding, FindingWatcher, Report } from '../../finding.ts'

export const rateBoughtAtOnce: Finding = {
  id: 'RATE-BOUGHT-AT-ONCE',
  severity: 'error',
  title: 'The client bought the same rate in two requests at the same time.',
  means:
    'Two purchases of one rate with one key were under way at once, both succeeded, and both responses arrived. It is not ' +
    'reported if one of the labels is voided, or if both are used: each is read or downloaded, or its tracking number is ' +
    'registered. Nor is it reported if the rate is bought a third time, or if the client also buys a rate ' +
    'twice one after the other: then it does so on purpose.',
  advice: 'Disable the button after the first click, and let one worker alone handle an order.',
  why: 'The service sells a label for each request, so one parcel is paid for twice.',
  open: (report) => new PurchasesAtOnce(report),
}

interface Purchase extends Pick<FirstPurchase, 'id' | 'labelId' | 'trackingNumber' | 'endMs'> {
  readonly count: number
}

/** The operations that use a label. */
const uses = ['getLabel', downloadLabel.name, downloadSandboxLabel.name, 'registerTracker']

class PurchasesAtOnce implements FindingWatcher {
  readonly operations = ['voidLabel', ...uses]
  readonly #report: Report
  /** The last purchase of a rate that was bought more than once, by the first. */
  readonly #last = new BoundedMap<FirstPurchase, Purchase>()
  /** Takes back the occurrence of a first purchase or a label, by its id. */
  readonly #takeBack = new BoundedMap<string, () => void>()
  /** Takes back an occurrence if both labels are used, by their ids and tracking numbers. */
  readonly #takeBackIfUsed = new BoundedMap<string, () => void>()
  /** The ids and tracking numbers of used labels. */
  readonly #used = new BoundedMap<string, true>()
  readonly #voided = new BoundedMap<string, true>()
  #buysTwice = false

  constructor(report: Report) {
    this.#report = report
  }

  exchange(exchange: Exchange): void {
    if (!exchange.wasCarriedOut) return
    const label = exchange.resourceId ?? textIn(exchange.request(), 'tracking_number') ?? ''
    if (exchange.operation?.name === 'voidLabel') {
      this.#voided.set(label, true)
      this.#takeBack.get(label)?.()
    } else {
      this.#used.set(label, true)
      this.#takeBackIfUsed.get(label)?.()
    }
  }

  #isUsed({ labelId, trackingNumber }: Purchase): boolean {
    return this.#used.has(labelId) || (trackingNumber !== undefined && this.#used.has(trackingNumber))
  }

  #recogniseIntent(): void {
    this.#buysTwice = true
    for (const [, takeBack] of this.#takeBack.entries()) takeBack()
  }

  boughtAgain(exchange: Exchange, first: FirstPurchase): void {
    const { id, startMs, endMs } = exchange
    // The client buys rates twice on purpose. Or it gave up waiting and tried again: PURCHASE-REPEATED has this mistake.
    if (this.#buysTwice || exchange.isLost) return
    const labelId = textIn(exchange.response(), 'id') ?? ''
    const trackingNumber = textIn(exchange.response(), 'tracking_number')
    const before = this.#last.get(first) ?? (first.lostAtMs === null ? { ...first, count: 1 } : undefined)
    const purchase = { id, labelId, trackingNumber, endMs, count: (before?.count ?? 0) + 1 }
    this.#last.set(first, purchase)
    if (before === undefined) return
    this.#takeBack.get(first.id)?.()
    if (startMs >= before.endMs) this.#recogniseIntent()
    if (this.#buysTwice || before.count > 1 || this.#voided.has(before.labelId)) return
    const takeBack = this.#report(before.id, id)
    for (const subject of [first.id, before.labelId, labelId]) this.#takeBack.set(subject, takeBack)
    const takeBackIfUsed = (): void => {
      if (this.#isUsed(before) && this.#isUsed(purchase)) takeBack()
    }
    for (const { labelId: label, trackingNumber: number = label } of [before, purchase])
      for (const subject of [label, number]) this.#takeBackIfUsed.set(subject, takeBackIfUsed)
  }
}
