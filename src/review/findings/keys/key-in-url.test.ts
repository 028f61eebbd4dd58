import { describe, expect, it } from 'vitest'
import { openReviewHistory } from '../../../../test/support/review-history.ts'
import { keyInUrl } from './key-in-url.ts'

const key = `pr_live_${'d0c0'.repeat(8)}`

describe('KEY-IN-URL', () => {
  it.each([`/v1/wallet?api_key=${key}`, `/v1/labels/${key}`])(
    'the review reports a complete key in the URL %s',
    (url) => {
      const history = openReviewHistory(keyInUrl)
      history.exchange({ operation: 'getWallet', url })
      expect([history.count, history.requests]).toEqual([1, ['req_1']])
    },
  )

  it('the review does not report a text in a URL that is shorter or longer than a key', () => {
    const history = openReviewHistory(keyInUrl)
    history.exchange({ operation: 'getWallet', url: '/v1/wallet?key=pr_live_d0c0' })
    history.exchange({ operation: 'getWallet', url: `/v1/wallet?key=${key}0` })
    expect(history.count).toBe(0)
  })

  it('the review does not report a key in the header Authorization', () => {
    const history = openReviewHistory(keyInUrl)
    history.exchange({ requestHeaders: ['Authorization', `Bearer ${key}`] })
    expect(history.count).toBe(0)
  })
})
