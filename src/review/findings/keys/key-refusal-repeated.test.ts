import { describe, expect, it } from 'vitest'
import {
  type ExchangeChanges,
  openReviewHistory,
  type ReviewHistory,
} from '../../../../test/support/review-history.ts'
import { keyRefusalRepeated } from './key-refusal-repeated.ts'

/** Sends a request that is refused because its key was revoked. */
function refuse(history: ReviewHistory, changes: ExchangeChanges = {}): void {
  history.exchange({ operation: 'getWallet', status: 401, errorCode: 'AUTH.KEY.REVOKED', ...changes })
}

describe('KEY-REFUSAL-REPEATED', () => {
  it('the review reports the third and each further refusal of a revoked key', () => {
    const history = openReviewHistory(keyRefusalRepeated)
    for (let time = 0; time < 4; time += 1) refuse(history)
    expect([history.count, history.requests]).toEqual([2, ['req_1', 'req_2', 'req_3', 'req_4']])
  })

  it.each([
    ['the review reports a key that is refused three times as expired, at each operation', 3, 3],
    ['the review does not report an expired key that is refused twice at each operation', 2, 0],
  ])('%s', (_, times, count) => {
    const history = openReviewHistory(keyRefusalRepeated)
    for (let time = 0; time < times; time += 1)
      for (const operation of ['buyLabel', 'getLabel', 'voidLabel'] as const)
        refuse(history, { operation, errorCode: 'AUTH.KEY.EXPIRED' })
    expect(history.count).toBe(count)
  })

  it('the review does not report a client that stops after its key was refused twice', () => {
    const history = openReviewHistory(keyRefusalRepeated)
    refuse(history)
    refuse(history)
    for (let time = 0; time < 4; time += 1) history.exchange({ key: history.otherKey() })
    expect(history.count).toBe(0)
  })

  it('the review does not report refusals of a key if the account is changed before each refusal', () => {
    const history = openReviewHistory(keyRefusalRepeated)
    for (let test = 0; test < 4; test += 1) {
      history.changeSettings()
      refuse(history)
    }
    expect(history.count).toBe(0)
  })

  it('the review does not report requests with a revoked key that were sent before the first refusal reached the client', () => {
    const history = openReviewHistory(keyRefusalRepeated)
    for (const startMs of [10, 11, 12, 13]) refuse(history, { startMs, endMs: startMs + 50 })
    expect(history.count).toBe(0)
  })

  it('the review does not report several processes with one revoked key if each is refused once', () => {
    const history = openReviewHistory(keyRefusalRepeated)
    for (const id of [1, 2, 3]) {
      history.wait(1_000)
      refuse(history, { connection: [id, 1] })
    }
    expect(history.count).toBe(0)
  })

  it('the review does not report a connection pool with one revoked key if each connection gets one refusal', () => {
    const history = openReviewHistory(keyRefusalRepeated)
    for (const id of [1, 2, 3, 4, 1, 2, 3, 4]) history.exchange({ connection: [id, 1] })
    for (const id of [1, 2, 3, 4]) {
      history.wait(1_000)
      refuse(history, { connection: [id, 3] })
    }
    expect(history.count).toBe(0)
  })

  it('the review does not report requests with a revoked key that may have waited for a free connection', () => {
    const history = openReviewHistory(keyRefusalRepeated)
    for (const id of [1, 2, 2, 2, 1, 1, 2, 2]) refuse(history, { connection: [id, 2] })
    expect(history.count).toBe(0)
  })

  it('the review reports a revoked key that is refused three times on a second connection, with a second between the requests', () => {
    const history = openReviewHistory(keyRefusalRepeated)
    refuse(history, { connection: [1, 2] })
    for (const number of [2, 3, 4]) {
      refuse(history, { connection: [2, number] })
      history.wait(1_000)
    }
    expect(history.count).toBe(1)
  })

  it('the review does not report a client that never received the refusals of its key', () => {
    const history = openReviewHistory(keyRefusalRepeated)
    for (let time = 0; time < 4; time += 1) refuse(history, { goneAtMs: 0 })
    expect(history.count).toBe(0)
  })
})
