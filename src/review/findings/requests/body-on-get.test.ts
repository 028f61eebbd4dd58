import { describe, expect, it } from 'vitest'
import { openReviewHistory } from '../../../../test/support/review-history.ts'
import { bodyOnGet } from './body-on-get.ts'

describe('BODY-ON-GET', () => {
  it.each([
    ['with Content-Length', { requestHeaders: ['Content-Length', '2'] }],
    ['in chunks', { requestHeaders: ['Transfer-Encoding', 'chunked'], unreadBytes: 2 }],
  ])('the review reports a GET request with a body %s', (_, request) => {
    const history = openReviewHistory(bodyOnGet)
    history.exchange({ operation: 'getWallet', ...request })
    expect([history.count, history.requests]).toEqual([1, ['req_1']])
  })

  it('the review does not report a GET request whose body has a length of 0', () => {
    const history = openReviewHistory(bodyOnGet)
    history.exchange({ operation: 'getWallet', requestHeaders: ['Content-Length', '0'] })
    expect(history.count).toBe(0)
  })

  it('the review does not report a GET request with chunked encoding that sends no chunk', () => {
    const history = openReviewHistory(bodyOnGet)
    history.exchange({ operation: 'getWallet', requestHeaders: ['Transfer-Encoding', 'chunked'] })
    expect(history.count).toBe(0)
  })

  it('the review does not report a void with a body, which the specification does not forbid', () => {
    const history = openReviewHistory(bodyOnGet)
    history.exchange({ operation: 'voidLabel', requestHeaders: ['Content-Length', '2'] })
    expect(history.count).toBe(0)
  })
})
