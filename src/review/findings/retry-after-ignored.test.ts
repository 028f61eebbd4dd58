import { describe, expect, it } from 'vitest'
import { openReviewHistory, type ReviewHistory } from '../../../test/support/review-history.ts'
import { retryAfterIgnored } from './retry-after-ignored.ts'

const refusal = {
  status: 429,
  errorCode: 'AUTH.RATE_LIMIT.EXCEEDED',
  responseHeaders: ['X-RateLimit-Limit', '100', 'Retry-After', '30'],
}

/** Opens the history of a client whose first request was just refused with Retry-After. */
function openRefusedClient(changes: Parameters<ReviewHistory['exchange']>[0] = {}): ReviewHistory {
  const history = openReviewHistory(retryAfterIgnored)
  history.exchange({ ...refusal, ...changes })
  return history
}

describe('RETRY-AFTER-IGNORED', () => {
  it('the review reports each request that follows a 429 on the same connection before Retry-After has passed', () => {
    const history = openRefusedClient()
    history.exchange(refusal)
    history.wait(10_000)
    history.exchange(refusal)
    expect(history.count).toBe(2)
    expect(history.requests).toEqual(['req_1', 'req_2', 'req_3'])
  })

  it('the review does not report a burst of processes that each send one request and end', () => {
    const history = openReviewHistory(retryAfterIgnored)
    for (let at = 1; at <= 120; at += 1)
      history.exchange({ ...refusal, connectionFacts: { id: at, closedAtMs: 0 } })
    expect(history.count).toBe(0)
  })

  it('the review does not report a second process that sends the same request and never received the 429', () => {
    const history = openRefusedClient({ connection: [1, 1] })
    history.wait(1_000)
    history.exchange({ connection: [2, 1] })
    expect(history.count).toBe(0)
  })

  it('the review does not report two processes whose requests alternate, even if they never overlap', () => {
    const history = openReviewHistory(retryAfterIgnored)
    for (let pair = 1; pair <= 20; pair += 1) {
      history.exchange({ connection: [1, pair] })
      history.exchange({ connection: [2, pair] })
    }
    history.exchange({ connection: [1, 21], ...refusal })
    history.exchange({ connection: [2, 21], ...refusal })
    expect(history.count).toBe(0)
  })

  it('the review does not report a burst on several connections that may have been sent before the 429 came', () => {
    const history = openRefusedClient({ connection: [1, 1] })
    for (const id of [2, 3, 4]) history.exchange({ ...refusal, connection: [id, 1] })
    expect(history.count).toBe(0)
  })

  it('the review does not report a client that waits almost exactly as long as Retry-After says', () => {
    const history = openRefusedClient()
    history.wait(29_995)
    history.exchange()
    expect(history.count).toBe(0)
  })

  it('the review does not report a client that waits only until X-RateLimit-Reset, which may come before Retry-After has passed', () => {
    const resetAt = String(Date.UTC(2030, 0, 1) / 1000 + 10)
    const responseHeaders = ['X-RateLimit-Reset', resetAt, ...refusal.responseHeaders]
    for (const waitMs of [9_990, 9_000]) {
      const history = openRefusedClient({ responseHeaders })
      history.wait(waitMs)
      history.exchange()
      expect(history.count).toBe(waitMs === 9_000 ? 1 : 0)
    }
  })

  it('the review does not report a client that waits in real time while the clock of the account stands still', () => {
    const history = openRefusedClient()
    history.waitFrozen(30_000)
    history.exchange(refusal)
    expect(history.count).toBe(0)
  })

  it('the review does not report a test that moves the clock of the account beyond the time in Retry-After', () => {
    const history = openRefusedClient()
    history.moveClock(30_000)
    history.exchange()
    expect(history.count).toBe(0)
  })

  it('the review does not report a test that changes the account after a 429', () => {
    const history = openRefusedClient()
    history.changeSettings()
    history.exchange()
    expect(history.count).toBe(0)
  })

  it('the review does not report requests that were under way when the 429 was sent', () => {
    const history = openRefusedClient({ startMs: 1_010, endMs: 1_100 })
    history.exchange({ startMs: 1_050, endMs: 1_120 })
    expect(history.count).toBe(0)
  })

  it('the review does not report requests to another endpoint or with another key, which have rate limits of their own', () => {
    const history = openRefusedClient()
    history.exchange({ operation: 'getWallet' })
    history.exchange({ key: history.otherKey() })
    expect(history.count).toBe(0)
  })

  it('the review does not report a second client with the same key that never received the 429', () => {
    const history = openReviewHistory(retryAfterIgnored)
    history.exchange({ connection: [1, 1], startMs: 10, endMs: 60 })
    history.exchange({ ...refusal, connection: [2, 1], startMs: 50, endMs: 70 })
    history.exchange({ connection: [3, 1], startMs: 80, endMs: 90 })
    history.exchange({ connection: [4, 7] })
    expect(history.count).toBe(0)
  })

  it('the review does not report a client that never received the response 429', () => {
    const history = openRefusedClient({ goneAtMs: 0 })
    history.exchange()
    expect(history.count).toBe(0)
  })
})
