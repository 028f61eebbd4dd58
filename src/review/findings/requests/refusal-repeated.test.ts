import { describe, expect, it } from 'vitest'
import {
  type ExchangeChanges,
  openReviewHistory,
  type ReviewHistory,
} from '../../../../test/support/review-history.ts'
import { refusalRepeated } from './refusal-repeated.ts'

/** Asks for rates with a wrong field, and gets a refusal. */
function refuse(history: ReviewHistory, changes: ExchangeChanges = {}): void {
  history.exchange({ status: 422, errorCode: 'VALIDATION.FIELD.INVALID', request: { bad: 1 }, ...changes })
}

describe('REFUSAL-REPEATED', () => {
  it('the review reports the third and each further time that a refused request is sent unchanged', () => {
    const history = openReviewHistory(refusalRepeated)
    for (let time = 0; time < 4; time += 1) refuse(history)
    expect([history.count, history.requests]).toEqual([2, ['req_1', 'req_2', 'req_3', 'req_4']])
  })

  it('the review reports repeated refused requests with one key while another key is used on an older connection', () => {
    const history = openReviewHistory(refusalRepeated)
    for (let time = 1; time <= 3; time += 1) {
      history.wait(2_000)
      refuse(history, { connection: [2, time] })
      history.wait(2_000)
      history.exchange({ operation: 'getWallet', key: history.otherKey(), connection: [1, time] })
    }
    expect([history.count, history.requests]).toEqual([1, ['req_1', 'req_3', 'req_5']])
  })

  it('the review does not report several workers with one key that send equal orders', () => {
    const history = openReviewHistory(refusalRepeated)
    const refused = {
      status: 422,
      errorCode: 'ADDRESS.VALIDATION.FAILED',
      operation: 'validateAddress',
    } as const
    for (let order = 0; order < 9; order += 1)
      history.exchange({ ...refused, request: {}, connection: [order % 3, order] })
    expect(history.count).toBe(0)
  })

  it('the review does not report a burst of equal refused requests on several connections', () => {
    const history = openReviewHistory(refusalRepeated)
    for (const id of [1, 2, 3, 4, 5]) refuse(history, { connection: [id, 1] })
    expect(history.count).toBe(0)
  })

  it('the review does not report repeated requests that are refused because of a fault, which may end', () => {
    const history = openReviewHistory(refusalRepeated)
    for (let time = 0; time < 5; time += 1) refuse(history, { decidedBy: ['fault flt_1'] })
    expect(history.count).toBe(0)
  })

  it('the review does not report a client that sends a refused request only once more', () => {
    const history = openReviewHistory(refusalRepeated)
    refuse(history)
    refuse(history)
    expect(history.count).toBe(0)
  })

  it('the review does not report a client that changes its request after each refusal', () => {
    const history = openReviewHistory(refusalRepeated)
    for (const bad of [1, 2, 3, 4]) refuse(history, { request: { bad } })
    expect(history.count).toBe(0)
  })

  it('the review does not report a refused request that is repeated with other requests in between', () => {
    const history = openReviewHistory(refusalRepeated)
    for (let test = 0; test < 4; test += 1) {
      history.exchange({ operation: 'getWallet' })
      refuse(history)
    }
    expect(history.count).toBe(0)
  })

  it.each<[string, (history: ReviewHistory) => void]>([
    ['after a change of the account', (history) => history.changeSettings()],
    ['after a move of its clock', (history) => history.moveClock(1_000)],
  ])('the review does not report a refused request that is repeated %s', (_, change) => {
    const history = openReviewHistory(refusalRepeated)
    for (let test = 0; test < 4; test += 1) {
      refuse(history)
      change(history)
    }
    expect(history.count).toBe(0)
  })

  it.each([
    [429, 'AUTH.RATE_LIMIT.EXCEEDED'],
    [500, 'LABEL.CREATION.FAILED'],
    [402, 'WALLET.PAYMENT.FAILED'],
    [422, 'CARRIER.ACCOUNT.INVALID_CREDENTIALS'],
  ])(
    'the review does not report retries after the error %i %s, which may end by itself',
    (status, errorCode) => {
      const history = openReviewHistory(refusalRepeated)
      for (let time = 0; time < 4; time += 1) refuse(history, { status, errorCode })
      expect(history.count).toBe(0)
    },
  )

  it('the review does not report equal requests that were under way when the first refusal came', () => {
    const history = openReviewHistory(refusalRepeated)
    for (const startMs of [10, 11, 12, 13]) refuse(history, { startMs, endMs: startMs + 50 })
    expect(history.count).toBe(0)
  })

  it('the review does not report equal refused requests with different keys', () => {
    const history = openReviewHistory(refusalRepeated)
    for (const id of ['key_1', 'key_2', 'key_3']) refuse(history, { key: history.otherKey(id) })
    expect(history.count).toBe(0)
  })
})
