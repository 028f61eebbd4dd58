import { describe, expect, it } from 'vitest'
import { openReviewHistory } from '../../../../test/support/review-history.ts'
import { contentTypeWrong } from './content-type-wrong.ts'

/** Returns the changes that make an exchange a purchase that is refused because of the field `field`. */
function refusePurchaseFor(field: string) {
  const error = { code: 'VALIDATION.FIELD.INVALID', field }
  return {
    operation: 'buyLabel',
    request: { rate_id: 'rate_1' },
    response: { error },
    status: 422,
    errorCode: 'VALIDATION.FIELD.INVALID',
  } as const
}

describe('CONTENT-TYPE-WRONG', () => {
  it('the review reports a body that is refused for its Content-Type', () => {
    const history = openReviewHistory(contentTypeWrong)
    history.exchange(refusePurchaseFor('Content-Type'))
    expect([history.count, history.requests]).toEqual([1, ['req_1']])
  })

  it('the review does not report a body that is refused because of another field than Content-Type', () => {
    const history = openReviewHistory(contentTypeWrong)
    history.exchange(refusePurchaseFor('rate_id'))
    expect(history.count).toBe(0)
  })

  it('the review does not report a wrong Content-Type if a fault caused the refusal', () => {
    const history = openReviewHistory(contentTypeWrong)
    history.exchange({ ...refusePurchaseFor('Content-Type'), fault: { mode: 'error', phase: 'before' } })
    expect(history.count).toBe(0)
  })

  it('the review does not report a missing Content-Type of a request without a body', () => {
    const history = openReviewHistory(contentTypeWrong)
    history.exchange({ ...refusePurchaseFor('Content-Type'), request: undefined })
    expect(history.count).toBe(0)
  })
})
