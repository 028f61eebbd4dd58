import { describe, expect, it } from 'vitest'
import {
  type ExchangeChanges,
  openReviewHistory,
  type ReviewHistory,
} from '../../../../test/support/review-history.ts'
import { downloadLabel } from '../../../simulator/specification/operations.ts'
import { rateBoughtAtOnce } from './rate-bought-at-once.ts'

/** Buys `rate_1` in a given time. */
function buy(
  history: ReviewHistory,
  labelId: string,
  { rate = 'rate_1', ...changes }: ExchangeChanges & { readonly rate?: string } = {},
): void {
  history.exchange({
    operation: 'buyLabel',
    request: { rate_id: rate },
    response: { id: labelId, tracking_number: `number of ${labelId}` },
    ...changes,
  })
}

const first = { startMs: 10, endMs: 60 }
const atOnce = { startMs: 20, endMs: 70 }

/** A client that has bought a rate twice at once. */
function doubleClick(changes: ExchangeChanges = {}): ReviewHistory {
  const history = openReviewHistory(rateBoughtAtOnce)
  buy(history, 'lbl_1', first)
  buy(history, 'lbl_2', { ...atOnce, ...changes })
  return history
}

describe('RATE-BOUGHT-AT-ONCE', () => {
  it('reports two purchases of one rate that were under way at the same time', () => {
    const history = doubleClick()
    expect([history.count, history.requests]).toEqual([1, ['req_1', 'req_2']])
  })

  it('spares purchases of two rates at the same time', () => {
    const history = openReviewHistory(rateBoughtAtOnce)
    buy(history, 'lbl_1', first)
    buy(history, 'lbl_2', { ...atOnce, rate: 'rate_2' })
    expect(history.count).toBe(0)
  })

  it('spares a second purchase that was refused', () => {
    expect(doubleClick({ status: 402, errorCode: 'WALLET.INSUFFICIENT_BALANCE' }).count).toBe(0)
  })

  it('takes it back if one of the labels is voided', () => {
    const history = doubleClick()
    history.exchange({ operation: 'voidLabel', resource: 'lbl_1' })
    expect(history.count).toBe(0)
  })

  it('takes it back once both labels are used, as for two equal parcels', () => {
    const history = doubleClick()
    history.exchange({ operation: 'getLabel', resource: 'lbl_1' })
    expect(history.count).toBe(1)
    history.exchange({ operation: 'registerTracker', request: { tracking_number: 'number of lbl_2' } })
    expect(history.count).toBe(0)
  })

  it('takes it back if the first label is used before the second is bought', () => {
    const history = openReviewHistory(rateBoughtAtOnce)
    buy(history, 'lbl_1', first)
    history.exchange({ operation: downloadLabel, resource: 'lbl_1', startMs: 62, endMs: 65 })
    buy(history, 'lbl_2', atOnce)
    history.exchange({ operation: downloadLabel, resource: 'lbl_2' })
    expect(history.count).toBe(0)
  })

  it('reports a double click whose second label is never used', () => {
    const history = doubleClick()
    history.exchange({ operation: downloadLabel, resource: 'lbl_1' })
    history.exchange({ operation: 'registerTracker', request: { tracking_number: 'number of lbl_1' } })
    history.exchange({ operation: downloadLabel, resource: 'lbl_2', status: 404 })
    expect(history.count).toBe(1)
  })

  it('takes it back if the rate is bought a third time, as for several equal parcels', () => {
    const history = doubleClick()
    buy(history, 'lbl_3', { startMs: 30, endMs: 80 })
    buy(history, 'lbl_4', { startMs: 31, endMs: 81 })
    expect(history.count).toBe(0)
  })

  it('spares a client that also buys a rate twice one after the other', () => {
    const history = doubleClick()
    buy(history, 'lbl_3', { rate: 'rate_2' })
    buy(history, 'lbl_4', { rate: 'rate_2' })
    expect(history.count).toBe(0)
  })

  it('leaves a lost response to PURCHASE-REPEATED', () => {
    const history = openReviewHistory(rateBoughtAtOnce)
    buy(history, 'lbl_1', { ...first, goneAtMs: 0 })
    buy(history, 'lbl_2', atOnce)
    expect(history.count).toBe(0)
  })

  it('spares two keys, which may belong to two apps', () => {
    const history = openReviewHistory(rateBoughtAtOnce)
    buy(history, 'lbl_1', first)
    buy(history, 'lbl_2', { ...atOnce, key: history.otherKey() })
    expect(history.count).toBe(0)
  })
})
