import { describe, expect, it } from 'vitest'
import {
  type ExchangeChanges,
  openReviewHistory,
  type ReviewHistory,
} from '../../../../test/support/review-history.ts'
import { serverErrorHammered } from './server-error-hammered.ts'

/** Sends a purchase to which the server responds with an error of its own, such as 500. */
function fail(history: ReviewHistory, changes: ExchangeChanges = {}): void {
  const error = { status: 500, errorCode: 'LABEL.CREATION.FAILED' }
  history.exchange({ operation: 'buyLabel', request: { rate_id: 'rate_1' }, ...error, ...changes })
}

/** Sends a failing purchase four times; calls `between` after each purchase. */
function failOften(between: (history: ReviewHistory) => void = () => undefined): ReviewHistory {
  const history = openReviewHistory(serverErrorHammered)
  for (let time = 0; time < 4; time += 1) {
    fail(history)
    between(history)
  }
  return history
}

describe('SERVER-ERROR-HAMMERED', () => {
  it('the review reports the third and each further retry without a wait after a server error', () => {
    const history = failOften()
    fail(history)
    expect([history.count, history.requests]).toEqual([2, ['req_1', 'req_2', 'req_3', 'req_4', 'req_5']])
  })

  it('the review does not report a client that waits before each retry, even if only a few milliseconds', () => {
    expect(failOften((history) => history.wait(5)).count).toBe(0)
    expect(failOften((history) => history.waitFrozen(5)).count).toBe(0)
  })

  it('the review does not report retries after server errors if the account is changed before each retry', () => {
    expect(failOften((history) => history.changeSettings()).count).toBe(0)
  })

  it('the review does not report a test that moves the clock of the account instead of waiting', () => {
    expect(failOften((history) => history.moveClock(60_000)).count).toBe(0)
  })

  it('the review does not report a burst of failing requests on several connections', () => {
    const history = openReviewHistory(serverErrorHammered)
    for (const id of [1, 2, 3, 4, 5]) fail(history, { connection: [id, 1] })
    expect(history.count).toBe(0)
  })

  it('the review does not report a client that retries only twice without a wait', () => {
    const history = openReviewHistory(serverErrorHammered)
    for (let time = 0; time < 3; time += 1) fail(history)
    history.exchange({ operation: 'buyLabel', request: { rate_id: 'rate_1' } })
    expect(history.count).toBe(0)
  })

  it('the review does not report different requests in a row that all get a server error', () => {
    const history = openReviewHistory(serverErrorHammered)
    for (let number = 0; number < 9; number += 1) fail(history, { request: { rate_id: `rate_${number}` } })
    expect(history.count).toBe(0)
  })

  it('the review does not report repeated GET requests that get a server error', () => {
    const history = openReviewHistory(serverErrorHammered)
    for (let time = 0; time < 9; time += 1) history.exchange({ operation: 'getWallet', status: 500 })
    expect(history.count).toBe(0)
  })

  it('the review does not report failing requests that workers send at the same time', () => {
    const history = openReviewHistory(serverErrorHammered)
    for (const startMs of [10, 11, 12, 13, 14]) fail(history, { startMs, endMs: startMs + 30 })
    expect(history.count).toBe(0)
  })
})
