import { describe, expect, it } from 'vitest'
import { openReviewHistory } from '../../../../test/support/review-history.ts'
import { methodWrong } from './method-wrong.ts'

const notAllowed = {
  isUnrouted: true,
  status: 405,
  errorCode: 'REQUEST.METHOD.NOT_ALLOWED',
  requestHeaders: ['Authorization', 'Bearer key'],
} as const

describe('METHOD-WRONG', () => {
  it('the review reports a method that the path does not have', () => {
    const history = openReviewHistory(methodWrong)
    history.exchange({ ...notAllowed, method: 'PUT' })
    expect([history.count, history.requests]).toEqual([1, ['req_1']])
  })

  it('the review does not report the OPTIONS request that a browser sends by itself', () => {
    const history = openReviewHistory(methodWrong)
    history.exchange({ ...notAllowed, method: 'OPTIONS' })
    expect(history.count).toBe(0)
  })

  it('the review does not report a wrong method of a request without a key, as a browser sends it', () => {
    const history = openReviewHistory(methodWrong)
    history.exchange({ ...notAllowed, requestHeaders: [] })
    expect(history.count).toBe(0)
  })

  it('the review does not report a wrong method on a path that does not exist', () => {
    const history = openReviewHistory(methodWrong)
    history.exchange({ isUnrouted: true, status: 404, errorCode: 'REQUEST.ROUTE.NOT_FOUND' })
    expect(history.count).toBe(0)
  })
})
