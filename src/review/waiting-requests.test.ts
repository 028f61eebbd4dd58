import { describe, expect, it } from 'vitest'
import {
  type ConnectionUses,
  openReviewHistory,
  type ReviewHistory,
} from '../../test/support/review-history.ts'
import { retryAfterIgnored } from './findings/retry-after-ignored.ts'

const refusal = {
  status: 429,
  errorCode: 'AUTH.RATE_LIMIT.EXCEEDED',
  responseHeaders: ['Retry-After', '30'],
}

/**
 * Creates the history of a client that gets 429 with `Retry-After: 30`, but already sends its next request after
 * `pauseMs`, on the same connection. The review reports this early retry.
 */
function createImpatientHistory(pauseMs = 0): ReviewHistory {
  const history = openReviewHistory(retryAfterIgnored)
  history.exchange(refusal)
  history.wait(pauseMs)
  history.exchange()
  expect(history.count).toBe(1)
  return history
}

describe('WaitingRequests', () => {
  it('the review removes a reported early retry if the client opens a second connection within a second', () => {
    const history = createImpatientHistory()
    history.wait(900)
    history.exchange({ operation: 'getWallet', connection: [2, 1] })
    expect([history.count, history.requests]).toEqual([0, []])
  })

  it('the review removes a reported early retry even if the second connection of the client sends another key', () => {
    const history = createImpatientHistory()
    history.exchange({ key: history.otherKey(), connection: [2, 1] })
    expect(history.count).toBe(0)
  })

  it('the review removes a reported early retry if a longer request on another connection was under way', () => {
    const history = createImpatientHistory()
    history.exchange({ startMs: 1_005, endMs: 1_100, connection: [2, 7] })
    expect(history.count).toBe(0)
  })

  it('the review removes a reported early retry if the client also sends requests before it has a response', () => {
    const history = createImpatientHistory()
    history.exchange({ startMs: 1_022, endMs: 1_030 })
    expect(history.count).toBe(0)
  })

  it('the review removes a reported early retry if another account shows that the client also used another connection', () => {
    const uses: ConnectionUses = new Map()
    const one = openReviewHistory(retryAfterIgnored, uses)
    const other = openReviewHistory(retryAfterIgnored, uses)
    for (const [history, id] of [
      [one, 1],
      [other, 2],
    ] as const) {
      history.exchange({ ...refusal, connection: [id, 1] })
      history.exchange({ ...refusal, connection: [id, 2] })
    }
    expect([one.count, other.count]).toEqual([1, 1])
    one.exchange({ ...refusal, connection: [2, 3] })
    expect([one.count, other.count]).toEqual([0, 0])
  })

  it('the review keeps the reported early retries of two accounts whose clients share no connection', () => {
    const uses: ConnectionUses = new Map()
    const histories = [1, 2].map(() => openReviewHistory(retryAfterIgnored, uses))
    for (let time = 1; time <= 3; time += 1)
      for (const [at, history] of histories.entries())
        history.exchange({ ...refusal, connection: [at + 1, time] })
    expect(histories.map(({ count }) => count)).toEqual([2, 2])
  })

  it('the review keeps the reported early retry of an account whose client goes on with another account', () => {
    const uses: ConnectionUses = new Map()
    const history = openReviewHistory(retryAfterIgnored, uses)
    history.exchange(refusal)
    history.exchange(refusal)
    const next = openReviewHistory(retryAfterIgnored, uses)
    next.wait(100)
    next.exchange({ operation: 'getWallet' })
    next.exchange(refusal)
    next.exchange(refusal)
    expect([history.count, next.count]).toEqual([1, 1])
  })

  it('the review keeps a reported early retry that came after a pause, because a request that waited for a connection is sent at once', () => {
    const history = createImpatientHistory(300)
    history.exchange({ connection: [2, 1] })
    expect(history.count).toBe(1)
  })

  it('the review keeps a reported early retry if the client opens a second connection after a second, or after the first connection has closed', () => {
    const history = createImpatientHistory()
    history.wait(1_000)
    history.exchange({ connection: [2, 1] })
    expect(history.count).toBe(1)
    const reconnecting = openReviewHistory(retryAfterIgnored)
    const connectionFacts = { id: 1, closedAtMs: 1_030 }
    reconnecting.exchange({ ...refusal, connectionFacts })
    reconnecting.exchange({ connectionFacts })
    reconnecting.exchange({ connection: [2, 1] })
    expect(reconnecting.count).toBe(1)
  })

  it('the review removes a reported early retry if the first connection closed only after the next request came', () => {
    const history = openReviewHistory(retryAfterIgnored)
    const connectionFacts = { id: 1, closedAtMs: 1_100 }
    history.exchange({ ...refusal, connectionFacts })
    history.exchange({ connectionFacts })
    expect(history.count).toBe(1)
    history.exchange({ connection: [2, 1] })
    expect(history.count).toBe(0)
  })

  it('the review keeps a reported early retry if the client had a second connection that was open and free at the time', () => {
    const history = openReviewHistory(retryAfterIgnored)
    history.exchange({ connection: [2, 1] })
    history.wait(2_000)
    history.exchange({ ...refusal, connection: [1, 1] })
    history.exchange({ connection: [1, 2] })
    history.exchange({ connection: [2, 2] })
    expect(history.count).toBe(1)
  })

  it('the review reports an early retry on a connection that was free for a second, although other connections were in use', () => {
    const history = openReviewHistory(retryAfterIgnored)
    history.exchange({ ...refusal, connection: [1, 1] })
    for (let second = 1; second < 5; second += 1) {
      history.wait(300)
      history.exchange({ operation: 'getWallet', connection: [2, second] })
    }
    history.exchange({ connection: [1, 2] })
    expect(history.count).toBe(1)
  })

  it('the review reports no early retry while the client uses two connections without a pause', () => {
    const history = openReviewHistory(retryAfterIgnored)
    history.exchange({ operation: 'getWallet' })
    history.exchange({ ...refusal, connection: [2, 1] })
    for (let pair = 1; pair < 10; pair += 1) {
      history.wait(200)
      history.exchange({ operation: 'getWallet' })
      history.wait(200)
      history.exchange({ operation: 'getWallet', connection: [2, pair] })
    }
    history.exchange({ connection: [2, 10] })
    expect(history.count).toBe(0)
    history.wait(2_000)
    history.exchange({ ...refusal, connection: [2, 11] })
    history.exchange({ connection: [2, 12] })
    expect(history.count).toBe(1)
  })

  it.each(['X-Forwarded-For', 'forwarded', 'Via', 'X-Real-IP'])(
    'the review reports no early retry if the request has the header %s of a proxy',
    (name) => {
      const history = openReviewHistory(retryAfterIgnored)
      history.exchange(refusal)
      history.exchange({ requestHeaders: ['Authorization', 'Bearer via', name, '10.0.0.7'] })
      expect(history.count).toBe(0)
    },
  )
})
