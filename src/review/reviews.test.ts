import { describe, expect, it } from 'vitest'
import { createExchangeSource, type ExchangeChanges } from '../../test/support/review-history.ts'
import { startWorld } from '../../test/support/simulator/world.ts'
import { Reviews } from './reviews.ts'

/** Returns the reviews of a new simulator, its default account, and a function that adds exchanges of this account. */
async function openReviews() {
  const { simulator } = await startWorld()
  const reviews = new Reviews((error) => {
    throw error
  })
  const { defaultAccount: account } = simulator
  let reviewed = 0
  /** Adds an exchange that counts when the review reads it. */
  const addExchange = (changes: ExchangeChanges): void => {
    const { url, ...source } = createExchangeSource(changes)
    let isReviewed = false
    reviews.addExchange(account, {
      ...source,
      get url() {
        if (!isReviewed) reviewed += 1
        isReviewed = true
        return url
      },
    })
  }
  return { reviews, account, addExchange, countReviewed: () => reviewed }
}

describe('Reviews', () => {
  it('the review collects requests and reviews 32 of them at a time', async () => {
    const { addExchange, countReviewed } = await openReviews()
    for (let count = 0; count < 31; count += 1) addExchange({})
    expect(countReviewed()).toBe(0)
    addExchange({})
    expect(countReviewed()).toBe(32)
  })

  it('the review collects requests until their bodies have over 64 KiB, and then reviews these requests', async () => {
    const { addExchange, countReviewed } = await openReviews()
    const request = 'x'.repeat(20_000)
    for (let count = 0; count < 3; count += 1) addExchange({ request })
    expect(countReviewed()).toBe(0)
    addExchange({ request })
    expect(countReviewed()).toBe(4)
    for (let count = 0; count < 3; count += 1) addExchange({ request })
    expect(countReviewed()).toBe(4)
  })

  it('the collected requests are reviewed before a review is read or begins anew', async () => {
    const { reviews, account, addExchange } = await openReviews()
    addExchange({})
    expect(reviews.findOrBeginReview(account).requests).toBe(1)
    addExchange({})
    expect(reviews.beginReview(account).requests).toBe(0)
    expect(reviews.findOrBeginReview(account).requests).toBe(0)
  })

  it('the collected requests are reviewed before a change of the settings', async () => {
    const { reviews, account, addExchange } = await openReviews()
    const refusal = { operation: 'getLabel', status: 404, errorCode: 'LABEL.NOT_FOUND' } as const
    const listFindings = () =>
      reviews
        .findOrBeginReview(account)
        .listOccurrences()
        .map(({ finding }) => finding.id)
    const addRefusal = (count: number) =>
      addExchange({ ...refusal, startMs: count * 10, endMs: count * 10 + 5, connection: [1, count] })
    addRefusal(1)
    addRefusal(2)
    // After a change of the settings, the same request may get another response.
    reviews.observeSettingsChange(account)
    addRefusal(3)
    expect(listFindings()).toEqual([])
    addRefusal(4)
    addRefusal(5)
    expect(listFindings()).toEqual(['REFUSAL-REPEATED'])
  })
})
