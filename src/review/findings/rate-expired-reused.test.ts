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
  it('reports each further try to buy a rate that expired', () => {
    const history = openReviewHistory(rateExpiredReused)
    buyExpired(history)
    buyExpired(history)
    buyExpired(history)
    expect([history.count, history.requests]).toEqual([2, ['req_1', 'req_2', 'req_3']])
  })

  it('spares a test that changes the account after the refusal', () => {
    const history = openReviewHistory(rateExpiredReused)
    buyExpired(history)
    history.changeSettings()
    buyExpired(history, { status: 201, errorCode: null })
    expect(history.count).toBe(0)
  })

  it('spares a client that asks for rates and buys a new one', () => {
    const history = openReviewHistory(rateExpiredReused)
    buyExpired(history)
    history.exchange()
    history.exchange({ operation: 'buyLabel', request: { rate_id: 'rate_2' }, response: { id: 'lbl_1' } })
    expect(history.count).toBe(0)
  })

  it('spares a client that never received the refusal', () => {
    const history = openReviewHistory(rateExpiredReused)
    buyExpired(history, { goneAtMs: 0 })
    buyExpired(history)
    expect(history.count).toBe(0)
  })

  it('spares purchases that were under way when the first was refused', () => {
    const history = openReviewHistory(rateExpiredReused)
    buyExpired(history, { startMs: 10, endMs: 60 })
    buyExpired(history, { startMs: 30, endMs: 70 })
    expect(history.count).toBe(0)
  })

  it('spares a double click, whose requests come on two connections', () => {
    const history = openReviewHistory(rateExpiredReused)
    buyExpired(history, { connection: [1, 1] })
    buyExpired(history, { connection: [2, 1] })
    expect(history.count).toBe(0)
  })

  it('spares a second process that buys the rate later, and never saw the refusal', () => {
    const history = openReviewHistory(rateExpiredReused)
    buyExpired(history, { connection: [1, 1] })
    history.wait(2_000)
    buyExpired(history, { connection: [2, 1] })
    expect(history.count).toBe(0)
    buyExpired(history, { connection: [2, 2] })
    expect(history.requests).toEqual(['req_2', 'req_3'])
  })

  it('spares another key, which may belong to another client', () => {
    const history = openReviewHistory(rateExpiredReused)
    buyExpired(history)
    buyExpired(history, { key: history.otherKey() })
    expect(history.count).toBe(0)
  })
})
