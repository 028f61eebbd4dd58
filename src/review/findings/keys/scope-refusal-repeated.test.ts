import { describe, expect, it } from 'vitest'
import {
  type ExchangeChanges,
  openReviewHistory,
  type ReviewHistory,
} from '../../../../test/support/review-history.ts'
import { scopeRefusalRepeated } from './scope-refusal-repeated.ts'

/** Sends a purchase that is refused for a missing scope. */
function refuse(history: ReviewHistory, changes: ExchangeChanges = {}): void {
  history.exchange({
    operation: 'buyLabel',
    status: 403,
    errorCode: 'AUTH.KEY.INSUFFICIENT_SCOPE',
    ...changes,
  })
}

describe('SCOPE-REFUSAL-REPEATED', () => {
  it('the review reports the third and each further refusal for a missing scope', () => {
    const history = openReviewHistory(scopeRefusalRepeated)
    for (let time = 0; time < 4; time += 1) refuse(history)
    expect([history.count, history.requests]).toEqual([2, ['req_1', 'req_2', 'req_3', 'req_4']])
  })

  it('the review does not report a client that is refused for a missing scope only once at each operation', () => {
    const history = openReviewHistory(scopeRefusalRepeated)
    for (const operation of ['buyLabel', 'getLabel', 'voidLabel'] as const) refuse(history, { operation })
    expect(history.count).toBe(0)
  })

  it('the review does not report a client that stops after the second refusal for a missing scope', () => {
    const history = openReviewHistory(scopeRefusalRepeated)
    refuse(history)
    refuse(history)
    for (let time = 0; time < 4; time += 1) history.exchange({ key: history.otherKey() })
    expect(history.count).toBe(0)
  })

  it('the review does not report refusals for a missing scope if the account is changed before each refusal', () => {
    const history = openReviewHistory(scopeRefusalRepeated)
    for (let test = 0; test < 4; test += 1) {
      history.changeSettings()
      refuse(history)
    }
    expect(history.count).toBe(0)
  })

  it('the review does not report requests without the scope that were sent before the first refusal reached the client', () => {
    const history = openReviewHistory(scopeRefusalRepeated)
    for (const startMs of [10, 11, 12, 13]) refuse(history, { startMs, endMs: startMs + 50 })
    expect(history.count).toBe(0)
  })

  it('the review does not report a client that never received the refusals for a missing scope', () => {
    const history = openReviewHistory(scopeRefusalRepeated)
    for (let time = 0; time < 4; time += 1) refuse(history, { goneAtMs: 0 })
    expect(history.count).toBe(0)
  })
})
