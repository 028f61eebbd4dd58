import { describe, expect, it } from 'vitest'
import {
  type ExchangeChanges,
  openReviewHistory,
  type ReviewHistory,
} from '../../../test/support/review-history.ts'
import { downloadLabel } from '../../simulator/specification/operations.ts'
import { purchaseRepeated } from './purchase-repeated.ts'

const lostAfter = { lost: { mode: 'reset', phase: 'after' } } as const

/** Buys a label with this id; its rate is `rate_1` by default. */
function buy(
  history: ReviewHistory,
  labelId: string,
  { rate = 'rate_1', ...changes }: ExchangeChanges & { readonly rate?: string } = {},
): void {
  history.exchange({
    operation: 'buyLabel',
    request: { rate_id: rate },
    response: { id: labelId },
    ...changes,
  })
}

describe('PURCHASE-REPEATED', () => {
  it('the review reports a rate that is bought again after the response to its first purchase was lost', () => {
    const history = openReviewHistory(purchaseRepeated)
    buy(history, 'lbl_1', lostAfter)
    buy(history, 'lbl_2')
    expect([history.count, history.requests]).toEqual([1, ['req_1', 'req_2']])
  })

  it('the review reports a client that closes the connection of a purchase too early and buys again', () => {
    const history = openReviewHistory(purchaseRepeated)
    buy(history, 'lbl_1', { goneAtMs: 0 })
    buy(history, 'lbl_2', { goneAtMs: 0 })
    buy(history, 'lbl_3')
    expect(history.count).toBe(2)
  })

  it.each([
    ['before the second', 300],
    ['after its repetition', 450],
  ])(
    'the review reports a repeated purchase if the client closed the connection of the first purchase, which ends %s',
    (_, endMs) => {
      const history = openReviewHistory(purchaseRepeated)
      const endFirst = (): void => buy(history, 'lbl_1', { startMs: 20, endMs, goneAtMs: 150 })
      if (endMs < 400) endFirst()
      buy(history, 'lbl_2', { startMs: 200, endMs: 400 })
      if (endMs > 400) endFirst()
      expect(history.count).toBe(1)
    },
  )

  it.each([
    ['if the client closed the first connection after the second purchase began', 210],
    ['if the client closed no connection early', null],
  ])('the review does not report PURCHASE-REPEATED for two purchases under way at once %s', (_, goneAtMs) => {
    const history = openReviewHistory(purchaseRepeated)
    buy(history, 'lbl_2', { startMs: 200, endMs: 300 })
    buy(history, 'lbl_1', { startMs: 20, endMs: 400, goneAtMs })
    expect(history.count).toBe(0)
  })

  it('the review does not report a client that reads the wallet after it closed the connection of a purchase', () => {
    const history = openReviewHistory(purchaseRepeated)
    history.exchange({ operation: 'getWallet', startMs: 160, endMs: 165 })
    buy(history, 'lbl_1', { startMs: 20, endMs: 300, goneAtMs: 150 })
    buy(history, 'lbl_2', { startMs: 200, endMs: 400 })
    expect(history.count).toBe(0)
  })

  it('the review does not report a client whose first purchase was never carried out', () => {
    const history = openReviewHistory(purchaseRepeated)
    buy(history, 'lbl_1', { lost: { mode: 'reset', phase: 'before' } })
    buy(history, 'lbl_2', { status: 500, errorCode: 'LABEL.CREATION.FAILED' })
    buy(history, 'lbl_3')
    expect(history.count).toBe(0)
  })

  it('the review does not report a client that voids the first label before it buys again', () => {
    const history = openReviewHistory(purchaseRepeated)
    buy(history, 'lbl_1', lostAfter)
    history.exchange({ operation: 'voidLabel', resource: 'lbl_1' })
    buy(history, 'lbl_2')
    expect(history.count).toBe(0)
  })

  it('the review does not report a second client, which buys the same rate with its own key', () => {
    const history = openReviewHistory(purchaseRepeated)
    buy(history, 'lbl_1', lostAfter)
    buy(history, 'lbl_2', { key: history.otherKey() })
    expect(history.count).toBe(0)
  })

  it('the review does not report a client that buys another rate after a lost purchase', () => {
    const history = openReviewHistory(purchaseRepeated)
    buy(history, 'lbl_1', lostAfter)
    buy(history, 'lbl_2', { rate: 'rate_2' })
    expect(history.count).toBe(0)
  })

  it.each(['getWallet', 'listDeliveries', 'getLabel', 'downloadLabel'] as const)(
    'the review does not report a client that calls %s before it buys again',
    (operation) => {
      const history = openReviewHistory(purchaseRepeated)
      buy(history, 'lbl_1', lostAfter)
      history.exchange({ operation: operation === 'downloadLabel' ? downloadLabel : operation })
      buy(history, 'lbl_2')
      expect(history.count).toBe(0)
    },
  )

  it('the review does not report a client that buys again once the event of the first label was delivered', () => {
    const history = openReviewHistory(purchaseRepeated)
    buy(history, 'lbl_1', lostAfter)
    history.wait(20)
    history.attempt({ labelId: 'lbl_1' })
    buy(history, 'lbl_2')
    expect(history.count).toBe(0)
  })

  it.each([
    ['of another label was delivered', { labelId: 'lbl_9' }],
    ['of the first label was refused', { labelId: 'lbl_1', status: 500, outcome: 'pending' }],
  ] as const)(
    'the review reports a client that buys again at once, although the webhook event %s',
    (_, attempt) => {
      const history = openReviewHistory(purchaseRepeated)
      buy(history, 'lbl_1', lostAfter)
      history.attempt(attempt)
      buy(history, 'lbl_2')
      expect(history.count).toBe(1)
    },
  )

  it('the review reports a client that bought again before the event of the first label was delivered', () => {
    const history = openReviewHistory(purchaseRepeated)
    buy(history, 'lbl_1', lostAfter)
    history.wait(20)
    history.attempt({ labelId: 'lbl_1' })
    buy(history, 'lbl_2', { startMs: 1_020, endMs: 1_040 })
    expect(history.count).toBe(1)
  })

  it('the review does not report a client that may have waited a second for an event that a fault lost', () => {
    const history = openReviewHistory(purchaseRepeated)
    buy(history, 'lbl_1', lostAfter)
    history.attempt({ labelId: 'lbl_1', status: null, fault: 'drop', outcome: 'pending' })
    history.wait(1_000)
    buy(history, 'lbl_2')
    expect(history.count).toBe(0)
  })

  it('the review removes a reported repeated purchase if the event of the first label comes late', () => {
    const history = openReviewHistory(purchaseRepeated)
    buy(history, 'lbl_1', lostAfter)
    buy(history, 'lbl_2')
    expect(history.count).toBe(1)
    history.attempt({ labelId: 'lbl_1', isLate: true })
    expect(history.count).toBe(0)
  })

  it.each(['lbl_1', 'lbl_2'])(
    'the review removes a reported repeated purchase if the client voids %s, one of its two labels',
    (resource) => {
      const history = openReviewHistory(purchaseRepeated)
      buy(history, 'lbl_1', lostAfter)
      buy(history, 'lbl_2')
      expect(history.count).toBe(1)
      history.exchange({ operation: 'voidLabel', resource })
      expect([history.count, history.requests]).toEqual([0, []])
    },
  )

  it('the review does not report a repeated purchase of a client that has bought another rate twice on purpose', () => {
    const history = openReviewHistory(purchaseRepeated)
    buy(history, 'lbl_1')
    buy(history, 'lbl_2')
    buy(history, 'lbl_3', { ...lostAfter, rate: 'rate_2' })
    buy(history, 'lbl_4', { rate: 'rate_2' })
    expect(history.count).toBe(0)
  })

  it('the review does not report PURCHASE-REPEATED for two purchases at the same time', () => {
    const history = openReviewHistory(purchaseRepeated)
    buy(history, 'lbl_1', { ...lostAfter, startMs: 10, endMs: 90 })
    buy(history, 'lbl_2', { startMs: 20, endMs: 95 })
    expect(history.count).toBe(0)
  })
})
