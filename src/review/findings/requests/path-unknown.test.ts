import { describe, expect, it } from 'vitest'
import { openReviewHistory } from '../../../../test/support/review-history.ts'
import { pathUnknown } from './path-unknown.ts'

const notFound = {
  isUnrouted: true,
  status: 404,
  errorCode: 'REQUEST.ROUTE.NOT_FOUND',
  key: null,
  requestHeaders: ['Authorization', 'Bearer of another account'],
} as const

describe('PATH-UNKNOWN', () => {
  it('the review reports each request to a path that no operation has', () => {
    const history = openReviewHistory(pathUnknown)
    history.exchange(notFound)
    history.exchange()
    history.exchange(notFound)
    expect([history.count, history.requests]).toEqual([2, ['req_1', 'req_3']])
  })

  it('the review does not report the path of an operation with an unknown id', () => {
    const history = openReviewHistory(pathUnknown)
    history.exchange({ operation: 'getLabel', status: 404, errorCode: 'LABEL.NOT_FOUND' })
    expect(history.count).toBe(0)
  })

  it('the review does not report unknown paths of HEAD, OPTIONS or requests without a key, as monitors send them', () => {
    const history = openReviewHistory(pathUnknown)
    history.exchange({ ...notFound, method: 'HEAD' })
    history.exchange({ ...notFound, method: 'OPTIONS' })
    history.exchange({ ...notFound, requestHeaders: [] })
    expect(history.count).toBe(0)
  })
})
