import { describe, expect, it } from 'vitest'
import {
  type ExchangeChanges,
  openReviewHistory,
  type ReviewHistory,
} from '../../../../test/support/review-history.ts'
import { purchaseUnfundedRepeated } from './purchase-unfunded-repeated.ts'

/** Tries to buy a rate that the wallet cannot pay. */
function refuse(history: ReviewHistory, changes: ExchangeChanges = {}): void {
  const refusal = { status: 402, errorCode: 'WALLET.INSUFFICIENT_BALANCE' }
  history.exchange({ operation: 'buyLabel', request: { rate_id: 'rate_1' }, ...refusal, ...changes })
}

/** Tries to buy a rate three times; calls `between` after each attempt. Returns the number of occurrences. */
function refuseThrice(between: (history: ReviewHistory) => void): number {
  const history = openReviewHistory(purchaseUnfundedRepeated)
  for (let time = 0; time < 3; time += 1) {
    refuse(history)
    between(history)
  }
  return history.count
}

describe('PURCHASE-UNFUNDED-REPEATED', () => {
  it('the review reports the third and each further purchase of a rate that is refused for lack of funds', () => {
    const history = openReviewHistory(purchaseUnfundedRepeated)
    for (let time = 0; time < 4; time += 1) refuse(history)
    expect([history.count, history.requests]).toEqual([2, ['req_1', 'req_2', 'req_3', 'req_4']])
  })

  it('the review does not report purchases if the wallet was funded or the clock moved between the refusals', () => {
    expect(refuseThrice((history) => history.changeSettings())).toBe(0)
    expect(refuseThrice((history) => history.moveClock(60_000))).toBe(0)
  })

  it('the review does not report a client that reads the wallet before each attempt to buy', () => {
    expect(refuseThrice((history) => void history.exchange({ operation: 'getWallet' }))).toBe(0)
  })

  it('the review does not report a client that voids a label before each attempt, as a void may refund its price', () => {
    expect(refuseThrice((history) => void history.exchange({ operation: 'voidLabel' }))).toBe(0)
  })

  it('the review does not report a client that tries a cheaper rate after each refusal', () => {
    const history = openReviewHistory(purchaseUnfundedRepeated)
    for (const rate_id of ['rate_1', 'rate_2', 'rate_3']) refuse(history, { request: { rate_id } })
    expect(history.count).toBe(0)
  })

  it('the review does not report repeated purchases after a declined card, which may be accepted later', () => {
    const history = openReviewHistory(purchaseUnfundedRepeated)
    for (let time = 0; time < 4; time += 1) refuse(history, { errorCode: 'WALLET.PAYMENT.FAILED' })
    expect(history.count).toBe(0)
  })
})
