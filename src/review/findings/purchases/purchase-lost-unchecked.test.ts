import { describe, expect, it } from 'vitest'
import {
  type ExchangeChanges,
  openReviewHistory,
  type ReviewHistory,
} from '../../../../test/support/review-history.ts'
import { purchaseLostUnchecked } from './purchase-lost-unchecked.ts'

const lostAfter = { lost: { mode: 'reset', phase: 'after' } } as const

/** Opens the history of a client whose purchase was carried out, but whose response was lost. */
function openHistoryAfterLoss(changes: ExchangeChanges = lostAfter): ReviewHistory {
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

/** Sends requests for other parcels. Returns the number of occurrences. */
function sendOtherRequests(history: ReviewHistory, requests = 10): number {
  for (let number = 0; number < requests; number += 1) history.exchange()
  return history.count
}

describe('PURCHASE-LOST-UNCHECKED', () => {
  it('the review reports a lost purchase after ten more requests of the client', () => {
    const history = openHistoryAfterLoss()
    expect([sendOtherRequests(history), history.requests]).toEqual([1, ['req_1']])
  })

  it('the review does not report a lost purchase after only nine more requests of the client', () => {
    expect(sendOtherRequests(openHistoryAfterLoss(), 9)).toBe(0)
  })

  it.each(['getWallet', 'listDeliveries', 'getLabel'] as const)(
    'the review removes a reported lost purchase if the client calls %s',
    (operation) => {
      const history = openHistoryAfterLoss()
      sendOtherRequests(history)
      history.exchange({ operation })
      expect(history.count).toBe(0)
    },
  )

  it('the review does not report a lost purchase if the client received the event of its label', () => {
    const history = openHistoryAfterLoss()
    history.attempt({ labelId: 'lbl_rate_1' })
    expect(sendOtherRequests(history)).toBe(0)
  })

  it('the review does not report a lost purchase if the event of its label came before the connection broke', () => {
    const history = openReviewHistory(purchaseLostUnchecked)
    history.attempt({ labelId: 'lbl_rate_1' })
    buy(history, 'rate_1', lostAfter)
    expect(sendOtherRequests(history)).toBe(0)
  })

  it('the review does not report a lost purchase that was not carried out', () => {
    expect(sendOtherRequests(openHistoryAfterLoss({ lost: { mode: 'reset', phase: 'before' } }))).toBe(0)
  })

  it('the review does not report a lost purchase if the client buys the rate again, which PURCHASE-REPEATED reports', () => {
    const history = openHistoryAfterLoss()
    buy(history, 'rate_1')
    expect(sendOtherRequests(history)).toBe(0)
  })
})
