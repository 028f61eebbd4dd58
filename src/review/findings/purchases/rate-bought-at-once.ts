import { BoundedMap } from '../../bounded-map.ts'
import { type Exchange, type FirstPurchase, textIn } from '../../exchange.ts'
import type { Finding, FindingWatcher, Report } from '../../finding.ts'

export const rateBoughtAtOnce: Finding = {
  id: 'RATE-BOUGHT-AT-ONCE',
  severity: 'error',
  title: 'The client bought the same rate in two requests at the same time.',
  means:
    'Two purchases of one rate with one key were under way at once, both succeeded, and both responses arrived. It is not ' +
    'reported if one of the labels is voided, if the rate is bought a third time, or if the client also buys a rate ' +
    'twice one after the other: then it does so on purpose.',
  advice: 'Disable the button after the first click, and let one worker alone handle an order.',
  why: 'The service sells a label for each request, so one parcel is paid for twice.',
  open: (report) => new PurchasesAtOnce(report),
}

interface Purchase {
  readonly id: string
  readonly labelId: string
  readonly endMs: number
  readonly count: number
}

class PurchasesAtOnce implements FindingWatcher {
  readonly operations = ['voidLabel'] as const
  readonly #report: Report
  /** The last purchase of a rate that was bought more than once, by the first. */
  readonly #last = new BoundedMap<FirstPurchase, Purchase>()
  /** Takes back the occurrence of a first purchase or a label, by its id. */
  readonly #takeBack = new BoundedMap<string, () => void>()
  readonly #voided = new BoundedMap<string, true>()
  #buysTwice = false

  constructor(report: Report) {
    this.#report = report
  }

  exchange(exchange: Exchange): void {
    if (exchange.operation?.name !== 'voidLabel' || !exchange.wasCarriedOut) return
    const labelId = exchange.resourceId ?? ''
    this.#voided.set(labelId, true)
    this.#takeBack.get(labelId)?.()
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
    const before = this.#last.get(first) ?? (first.lostAtMs === null ? { ...first, count: 1 } : undefined)
    this.#last.set(first, { id, labelId, endMs, count: (before?.count ?? 0) + 1 })
    if (before === undefined) return
    this.#takeBack.get(first.id)?.()
    if (startMs >= before.endMs) this.#recogniseIntent()
    if (this.#buysTwice || before.count > 1 || this.#voided.has(before.labelId)) return
    const takeBack = this.#report(before.id, id)
    for (const subject of [first.id, before.labelId, labelId]) this.#takeBack.set(subject, takeBack)
  }
}
