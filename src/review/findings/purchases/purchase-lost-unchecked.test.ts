import { describe, expect, it } from 'vitest'
import {
  type ExchangeChanges,
  openReviewHistory,
  type ReviewHistory,
} from '../../../../test/support/review-history.ts'
import { purchaseLostUnchecked } from './purchase-lost-unchecked.ts'

const lostAfter = { lost: { mode: 'reset', phase: 'after' } } as const

/** A client whose purchase was carried out without a response. */
function afterLoss(changes: ExchangeChanges = lostAfter): ReviewHistory {
  const history = openReviewHistory(purchaseLostUnchecked)
  buy(history, 'rate_1', changes)
  return history
}

function buy(history: ReviewHistory, rate_id: string, changes: ExchangeChanges = {}): void {
  history.exchange({
    operation: 'buyLabel',
    request: { rate_id },
    response: { id: `lbl_${rate_id}` },
    ...changes,
  })
}

/** Goes on with other parcels. */
function goOn(history: ReviewHistory, requests = 10): number {
  for (let number = 0; number < requests; number += 1) history.exchange()
  return history.count
}

describe('PURCHASE-LOST-UNCHECKED', () => {
  it('reports a client that goes on with ten more requests', () => {
    const history = afterLoss()
    expect([goOn(history), history.requests]).toEqual([1, ['req_1']])
  })

  it('spares a client that has sent nine', () => {
    expect(goOn(afterLoss(), 9)).toBe(0)
  })

  it.each(['getWallet', 'listDeliveries', 'getLabel'] as const)('takes it back after %s', (operation) => {
    const history = afterLoss()
    goOn(history)
    history.exchange({ operation })
    expect(history.count).toBe(0)
  })

  it('spares a client that received the event of the label', () => {
    const history = afterLoss()
    history.attempt({ labelId: 'lbl_rate_1' })
    expect(goOn(history)).toBe(0)
  })

  it('spares a client that received the event before the connection broke', () => {
    const history = openReviewHistory(purchaseLostUnchecked)
    history.attempt({ labelId: 'lbl_rate_1' })
    buy(history, 'rate_1', lostAfter)
    expect(goOn(history)).toBe(0)
  })

  it('spares a client whose purchase was not carried out', () => {
    expect(goOn(afterLoss({ lost: { mode: 'reset', phase: 'before' } }))).toBe(0)
  })

  it('leaves a client that buys the rate again to PURCHASE-REPEATED', () => {
    const history = afterLoss()
    buy(history, 'rate_1')
    expect(goOn(history)).toBe(0)
  })
})
