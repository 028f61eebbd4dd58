import { describe, expect, it } from 'vitest'
import { openReviewHistory } from '../../../../test/support/review-history.ts'
import { queryUnknown } from './query-unknown.ts'

describe('QUERY-UNKNOWN', () => {
  it('the review reports each query parameter by its name, because the service ignores all query parameters', () => {
    const history = openReviewHistory(queryUnknown)
    history.exchange({ operation: 'listDeliveries', url: '/v1/webhooks/deliveries?limit=10&page=2' })
    expect([history.count, history.requests]).toEqual([2, ['req_1']])
    expect(history.details).toEqual(['`limit` is ignored.', '`page` is ignored.'])
  })

  it('the review reports an unknown query parameter even if an earlier request on the same connection had no query', () => {
    const history = openReviewHistory(queryUnknown)
    history.exchange({ operation: 'getWallet' })
    history.exchange({ operation: 'listDeliveries', url: '/v1/webhooks/deliveries?limit=10' })
    expect([history.count, history.requests]).toEqual([1, ['req_2']])
  })

  it('the review does not report a query parameter that only prevents a response from a cache', () => {
    const history = openReviewHistory(queryUnknown)
    history.exchange({ operation: 'getWallet', url: '/v1/wallet?_=1700000000' })
    expect(history.count).toBe(0)
  })

  it('the review does not report a URL that ends with a question mark', () => {
    const history = openReviewHistory(queryUnknown)
    history.exchange({ operation: 'getWallet', url: '/v1/wallet?' })
    expect(history.count).toBe(0)
  })

  it('the review does not report a key in the query, which KEY-IN-URL reports', () => {
    const history = openReviewHistory(queryUnknown)
    history.exchange({ operation: 'getWallet', url: `/v1/wallet?key=pr_test_${'d0c0'.repeat(8)}` })
    expect(history.count).toBe(0)
  })
})
