import { describe, expect, it } from 'vitest'
import {
  type ExchangeChanges,
  openReviewHistory,
  type ReviewHistory,
} from '../../../../test/support/review-history.ts'
import { downloadLabel } from '../../../simulator/specification/operations.ts'
import { rateBoughtAtOnce } from './rate-bought-at-once.ts'

/** Buys a label with this id; its rate is `rate_1` by default. */
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

/** Opens the history of a client that has bought a rate twice at the same time. */
function openDoubleClickHistory(changes: ExchangeChanges = {}): ReviewHistory {
  const history = openReviewHistory(rateBoughtAtOnce)
  buy(history, 'lbl_1', first)
  buy(history, 'lbl_2', { ...atOnce, ...changes })
  return history
}

describe('RATE-BOUGHT-AT-ONCE', () => {
  it('the review reports two purchases of one rate that were under way at the same time', () => {
    const history = openDoubleClickHistory()
    expect([history.count, history.requests]).toEqual([1, ['req_1', 'req_2']])
  })

  it('the review does not report purchases of two rates at the same time', () => {
    const history = openReviewHistory(rateBoughtAtOnce)
    buy(history, 'lbl_1', first)
    buy(history, 'lbl_2', { ...atOnce, rate: 'rate_2' })
    expect(history.count).toBe(0)
  })

  it('the review does not report two purchases at the same time if the second was refused', () => {
    expect(openDoubleClickHistory({ status: 402, errorCode: 'WALLET.INSUFFICIENT_BALANCE' }).count).toBe(0)
  })

  it('the review removes a reported double purchase if the client voids one of the labels', () => {
    const history = openDoubleClickHistory()
    history.exchange({ operation: 'voidLabel', resource: 'lbl_1' })
    expect(history.count).toBe(0)
  })

  it('the review removes a reported double purchase once both labels are used, as for two equal parcels', () => {
    const history = openDoubleClickHistory()
    history.exchange({ operation: 'getLabel', resource: 'lbl_1' })
    expect(history.count).toBe(1)
    history.exchange({ operation: 'registerTracker', request: { tracking_number: 'number of lbl_2' } })
    expect(history.count).toBe(0)
  })

  it('the review removes a reported double purchase if the first label was used before the second was bought', () => {
    const history = openReviewHistory(rateBoughtAtOnce)
    buy(history, 'lbl_1', first)
    history.exchange({ operation: downloadLabel, resource: 'lbl_1', startMs: 62, endMs: 65 })
    buy(history, 'lbl_2', atOnce)
    history.exchange({ operation: downloadLabel, resource: 'lbl_2' })
    expect(history.count).toBe(0)
  })

  it('the review reports a double click whose second label is never used', () => {
    const history = openDoubleClickHistory()
    history.exchange({ operation: downloadLabel, resource: 'lbl_1' })
    history.exchange({ operation: 'registerTracker', request: { tracking_number: 'number of lbl_1' } })
    history.exchange({ operation: downloadLabel, resource: 'lbl_2', status: 404 })
    expect(history.count).toBe(1)
  })

  it('the review removes a reported double purchase if the rate is bought a third time, as for several equal parcels', () => {
    const history = openDoubleClickHistory()
    buy(history, 'lbl_3', { startMs: 30, endMs: 80 })
    buy(history, 'lbl_4', { startMs: 31, endMs: 81 })
    expect(history.count).toBe(0)
  })

  it('the review does not report a double purchase of a client that buys another rate twice in a row', () => {
    const history = openDoubleClickHistory()
    history.wait(1_000)
    buy(history, 'lbl_3', { rate: 'rate_2' })
    buy(history, 'lbl_4', { rate: 'rate_2' })
    expect(history.count).toBe(0)
  })

  it('the review reports a double click even if the two purchases of a later double click do not overlap', () => {
    const history = openDoubleClickHistory()
    buy(history, 'lbl_3', { rate: 'rate_2', connection: [1, 3] })
    buy(history, 'lbl_4', { rate: 'rate_2', connection: [2, 1] })
    buy(history, 'lbl_5', { rate: 'rate_3', connection: [1, 4] })
    buy(history, 'lbl_6', { rate: 'rate_3', connection: [1, 5] })
    expect([history.count, history.requests]).toEqual([1, ['req_1', 'req_2']])
  })

  it('the review does not report a double purchase of a client that buys another rate twice, a second apart', () => {
    const history = openDoubleClickHistory()
    buy(history, 'lbl_3', { rate: 'rate_2' })
    history.wait(1_000)
    buy(history, 'lbl_4', { rate: 'rate_2', connection: [2, 1] })
    expect(history.count).toBe(0)
  })

  it('the review does not report a double purchase with a lost response, which PURCHASE-REPEATED reports', () => {
    const history = openReviewHistory(rateBoughtAtOnce)
    buy(history, 'lbl_1', { ...first, goneAtMs: 0 })
    buy(history, 'lbl_2', atOnce)
    expect(history.count).toBe(0)
  })

  it('the review does not report a rate that is bought at the same time with two keys, which may belong to two apps', () => {
    const history = openReviewHistory(rateBoughtAtOnce)
    buy(history, 'lbl_1', first)
    buy(history, 'lbl_2', { ...atOnce, key: history.otherKey() })
    expect(history.count).toBe(0)
  })
})
