import { describe, expect, it } from 'vitest'
import { createExchangeSource, type ExchangeChanges } from '../../test/support/review-history.ts'
import { startWorld } from '../../test/support/simulator/world.ts'
import { Exchange } from './exchange.ts'
import { Review } from './review.ts'
import { ReviewSum } from './review-sum.ts'
import { Reviews } from './reviews.ts'

function createReview(...exchanges: readonly ExchangeChanges[]): Review {
  const review = new Review(0)
  for (const changes of exchanges) review.observeExchange(new Exchange(createExchangeSource(changes)))
  return review
}

const unsetId = {
  operation: 'getLabel',
  resource: 'undefined',
  status: 404,
  errorCode: 'LABEL.NOT_FOUND',
} as const

describe('ReviewSum', () => {
  it('the sum of reviews adds requests and coverage, and names the accounts of each finding', () => {
    const sum = new ReviewSum()
    sum.add('acc_1', createReview({ id: 'req_1' }, { ...unsetId, id: 'req_2' }))
    sum.add('acc_2', createReview({ ...unsetId, id: 'req_3' }, { ...unsetId, id: 'req_4' }))
    sum.add('default', createReview())
    const { accounts, account, review } = sum.getSum()
    expect({ accounts, account, requests: review.requests }).toEqual({
      accounts: 2,
      account: null,
      requests: 4,
    })
    expect(review.findings).toMatchObject([
      {
        id: 'ID-UNSET',
        count: 3,
        requests: ['req_2', 'req_3', 'req_4'],
        details: ['Account acc_1, once.', 'Account acc_2, 2 times.'],
      },
    ])
    expect(review.coverage.operations.met).toEqual([{ id: 'POST /v1/rates', count: 1 }])
    expect(review.coverage.error_codes.met).toEqual([{ id: 'LABEL.NOT_FOUND', count: 3 }])
    expect(review.coverage.operations.missed).toHaveLength(12)
    expect(review.scopes).toMatchObject([
      { key: 'pr_test_…d0c0 and 1 more like it', used: ['rates:read', 'labels:read'] },
    ])
  })

  it('the sum of reviews is the review itself if only one account received requests', () => {
    const sum = new ReviewSum()
    sum.add('default', createReview())
    sum.add('acc_1', createReview(unsetId))
    const { accounts, account, review } = sum.getSum()
    expect({ accounts, account, since: review.since }).toEqual({
      accounts: 1,
      account: 'acc_1',
      since: '1970-01-01T00:00:00.000Z',
    })
    expect(review.findings).toMatchObject([{ id: 'ID-UNSET', details: [] }])
  })

  it('the sum of reviews is the review of the default account if no account received requests', () => {
    const sum = new ReviewSum()
    sum.add('default', createReview())
    expect(sum.getSum()).toMatchObject({ accounts: 0, account: 'default', review: { requests: 0 } })
  })

  it('the sum of reviews includes requests that end after their account was deleted', async () => {
    const { simulator } = await startWorld()
    const reviews = new Reviews((error) => {
      throw error
    })
    const { defaultAccount } = simulator
    reviews.addExchange(defaultAccount, createExchangeSource({}))
    reviews.onAccountEnded(defaultAccount)
    for (const id of ['req_2', 'req_3'])
      reviews.addExchange(defaultAccount, createExchangeSource({ ...unsetId, id }))
    const { accounts, review } = reviews.endReviews([])
    expect([accounts, review.requests]).toEqual([1, 3])
    expect(review.findings).toMatchObject([{ id: 'ID-UNSET', count: 2, requests: ['req_2', 'req_3'] }])
  })
})
