import { describe, expect, it } from 'vitest'
import {
  type ExchangeChanges,
  openReviewHistory,
  type ReviewHistory,
} from '../../../../test/support/review-history.ts'
import { voidRefusalRepeated } from './void-refusal-repeated.ts'

/** Tries to void a label whose parcel the carrier has. */
function refuseVoid(history: ReviewHistory, changes: ExchangeChanges = {}): void {
  history.exchange({
    operation: 'voidLabel',
    resource: 'lbl_1',
    status: 422,
    errorCode: 'LABEL.VOID.INELIGIBLE',
    ...changes,
  })
}

describe('VOID-REFUSAL-REPEATED', () => {
  it('the review reports the third and each further refused void of one label', () => {
    const history = openReviewHistory(voidRefusalRepeated)
    for (let time = 0; time < 4; time += 1) refuseVoid(history)
    expect([history.count, history.requests]).toEqual([2, ['req_1', 'req_2', 'req_3', 'req_4']])
  })

  it('the review does not report a client that stops after the second refused void', () => {
    const history = openReviewHistory(voidRefusalRepeated)
    refuseVoid(history)
    refuseVoid(history, { errorCode: 'LABEL.VOID.ALREADY_REQUESTED' })
    expect(history.count).toBe(0)
  })

  it('the review does not report refused voids of several labels', () => {
    const history = openReviewHistory(voidRefusalRepeated)
    for (const resource of ['lbl_1', 'lbl_2', 'lbl_3']) refuseVoid(history, { resource })
    expect(history.count).toBe(0)
  })

  it('the review does not report repeated voids of a label that does not exist', () => {
    const history = openReviewHistory(voidRefusalRepeated)
    for (let time = 0; time < 4; time += 1) refuseVoid(history, { status: 404, errorCode: 'LABEL.NOT_FOUND' })
    expect(history.count).toBe(0)
  })

  it('the review does not report repeated voids if the account was changed between the refusals', () => {
    const history = openReviewHistory(voidRefusalRepeated)
    for (let time = 0; time < 4; time += 1) {
      refuseVoid(history)
      history.changeSettings()
    }
    expect(history.count).toBe(0)
  })
})
