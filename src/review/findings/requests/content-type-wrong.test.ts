import { describe, expect, it } from 'vitest'
import { openReviewHistory } from '../../../../test/support/review-history.ts'
import { contentTypeWrong } from './content-type-wrong.ts'

/** A purchase that is refused for a field. */
function refusedFor(field: string) {
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
  it('reports a body that is refused for its Content-Type', () => {
    const history = openReviewHistory(contentTypeWrong)
    history.exchange(refusedFor('Content-Type'))
    expect([history.count, history.requests]).toEqual([1, ['req_1']])
  })

  it('spares a body that is refused for another field', () => {
    const history = openReviewHistory(contentTypeWrong)
    history.exchange(refusedFor('rate_id'))
    expect(history.count).toBe(0)
  })

  it('spares a request whose refusal a fault makes', () => {
    const history = openReviewHistory(contentTypeWrong)
    history.exchange({ ...refusedFor('Content-Type'), fault: { mode: 'error', phase: 'before' } })
    expect(history.count).toBe(0)
  })

  it('spares a request without a body', () => {
    const history = openReviewHistory(contentTypeWrong)
    history.exchange({ ...refusedFor('Content-Type'), request: undefined })
    expect(history.count).toBe(0)
  })
})
