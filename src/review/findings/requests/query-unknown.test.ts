import { describe, expect, it } from 'vitest'
import { openReviewHistory } from '../../../../test/support/review-history.ts'
import { queryUnknown } from './query-unknown.ts'

describe('QUERY-UNKNOWN', () => {
  it('reports each parameter with its name', () => {
    const history = openReviewHistory(queryUnknown)
    history.exchange({ operation: 'listDeliveries', url: '/v1/webhooks/deliveries?limit=10&page=2' })
    expect([history.count, history.requests]).toEqual([2, ['req_1']])
    expect(history.details).toEqual(['`limit` is ignored.', '`page` is ignored.'])
  })

  it('reports a parameter of a later request on its connection', () => {
    const history = openReviewHistory(queryUnknown)
    history.exchange({ operation: 'getWallet' })
    history.exchange({ operation: 'listDeliveries', url: '/v1/webhooks/deliveries?limit=10' })
    expect([history.count, history.requests]).toEqual([1, ['req_2']])
  })

  it('spares parameters that keep caches from responding', () => {
    const history = openReviewHistory(queryUnknown)
    history.exchange({ operation: 'getWallet', url: '/v1/wallet?_=1700000000' })
    expect(history.count).toBe(0)
  })

  it('spares a question mark without a parameter', () => {
    const history = openReviewHistory(queryUnknown)
    history.exchange({ operation: 'getWallet', url: '/v1/wallet?' })
    expect(history.count).toBe(0)
  })

  it('leaves a key in the URL to KEY-IN-URL', () => {
    const history = openReviewHistory(queryUnknown)
    history.exchange({ operation: 'getWallet', url: `/v1/wallet?key=pr_test_${'d0c0'.repeat(8)}` })
    expect(history.count).toBe(0)
  })
})
