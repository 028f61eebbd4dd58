import { describe, expect, it } from 'vitest'
import {
  type ExchangeChanges,
  openReviewHistory,
  type ReviewHistory,
} from '../../../test/support/review-history.ts'
import { rateExpiredReused } from './rate-expired-reused.ts'

/** Tries to buy an expired rate. */
function buyExpired(history: ReviewHistory, changes: ExchangeChanges = {}): void {
  const expired = { status: 409, errorCode: 'RATE.EXPIRED' }
  history.exchange({ operation: 'buyLabel', request: { rate_id: 'rate_1' }, ...expired, ...changes })
}

describe('RATE-EXPIRED-REUSED', () => {
  it('the review reports each further attempt to buy an expired rate after the first refusal', () => {
    const history = openReviewHistory(rateExpiredReused)
    buyExpired(history)
    buyExpired(history)
    buyExpired(history)
    expect([history.count, history.requests]).toEqual([2, ['req_1', 'req_2', 'req_3']])
  })

  it('the review does not report a test that changes the account after the refusal of an expired rate', () => {
    const history = openReviewHistory(rateExpiredReused)
    buyExpired(history)
    history.changeSettings()
    buyExpired(history, { status: 201, errorCode: null })
    expect(history.count).toBe(0)
  })

  it('the review does not report a client that requests new rates after the refusal and buys one of them', () => {
    const history = openReviewHistory(rateExpiredReused)
    buyExpired(history)
    history.exchange()
    history.exchange({ operation: 'buyLabel', request: { rate_id: 'rate_2' }, response: { id: 'lbl_1' } })
    expect(history.count).toBe(0)
  })

  it('the review does not report a client that never received the refusal of its expired rate', () => {
    const history = openReviewHistory(rateExpiredReused)
    buyExpired(history, { goneAtMs: 0 })
    buyExpired(history)
    expect(history.count).toBe(0)
  })

  it('the review does not report purchases of an expired rate that were under way when the first was refused', () => {
    const history = openReviewHistory(rateExpiredReused)
    buyExpired(history, { startMs: 10, endMs: 60 })
    buyExpired(history, { startMs: 30, endMs: 70 })
    expect(history.count).toBe(0)
  })

  it('the review does not report a double click that sends two purchases of an expired rate on two connections', () => {
    const history = openReviewHistory(rateExpiredReused)
    buyExpired(history, { connection: [1, 1] })
    buyExpired(history, { connection: [2, 1] })
    expect(history.count).toBe(0)
  })

  it('the review does not report a second process that buys an expired rate later and never received the refusal', () => {
    const history = openReviewHistory(rateExpiredReused)
    buyExpired(history, { connection: [1, 1] })
    history.wait(2_000)
    buyExpired(history, { connection: [2, 1] })
    expect(history.count).toBe(0)
    buyExpired(history, { connection: [2, 2] })
    expect(history.requests).toEqual(['req_2', 'req_3'])
  })

  it('the review does not report an expired rate that is bought with another key, which another client may have', () => {
    const history = openReviewHistory(rateExpiredReused)
    buyExpired(history)
    buyExpired(history, { key: history.otherKey() })
    expect(history.count).toBe(0)
  })
})
