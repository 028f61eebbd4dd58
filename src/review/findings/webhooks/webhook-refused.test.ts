import { describe, expect, it } from 'vitest'
import { openReviewHistory } from '../../../../test/support/review-history.ts'
import type { Attempt } from '../../finding.ts'
import { webhookRefused } from './webhook-refused.ts'

/** Responds to the attempts of one delivery with these statuses. Returns the number of occurrences. */
function countReports(statuses: readonly (number | null)[], changes: Partial<Attempt> = {}): number {
  const history = openReviewHistory(webhookRefused)
  for (const [at, status] of statuses.entries()) {
    const outcome = status === 200 ? 'succeeded' : at === 4 ? 'failed' : 'pending'
    history.attempt({ number: at + 1, status, outcome, ...changes })
  }
  return history.count
}

describe('WEBHOOK-REFUSED', () => {
  it('the review reports a webhook delivery once if the receiver refuses it twice or more often', () => {
    expect(countReports([401, 401, 401, 401, 401])).toBe(1)
    expect(countReports([404, 500, 404])).toBe(1)
    expect(countReports([304, 304])).toBe(1)
  })

  it('the review reports a webhook delivery whose five attempts all end with an error', () => {
    expect(countReports([503, 503, 503, 503, 503])).toBe(1)
  })

  it('the review does not report a webhook receiver that fails at first and then accepts the event', () => {
    expect(countReports([503, 503, 503, 503, 200])).toBe(0)
    expect(countReports([404, 200])).toBe(0)
    expect(countReports([429, 429, 200])).toBe(0)
  })

  it('the review removes a reported refusal if the receiver accepts the event at the last attempt', () => {
    expect(countReports([404, 404, 404, 404, 200])).toBe(0)
  })

  it.each([
    ['the review removes a reported refusal if the receiver accepts the event at a redelivery', 200, 0],
    ['the review reports a webhook delivery whose redelivery is refused, too', 503, 1],
  ] as const)('%s', (_, status, count) => {
    const history = openReviewHistory(webhookRefused)
    for (const number of [1, 2, 3, 4, 5])
      history.attempt({ number, status: 503, outcome: number === 5 ? 'failed' : 'pending' })
    const outcome = status === 200 ? 'succeeded' : 'failed'
    history.attempt({ number: 6, status, outcome, isRedelivery: true })
    expect(history.count).toBe(count)
  })

  it('the review does not report a webhook receiver that redirects, which WEBHOOK-REDIRECTED reports', () => {
    expect(countReports([302, 302, 302, 302, 302])).toBe(0)
  })

  it('the review does not report a webhook receiver that was down for one of the attempts', () => {
    expect(countReports([503, null, 503, 503, 503])).toBe(0)
  })

  it('the review does not report a webhook delivery whose first attempts were before the review began', () => {
    const history = openReviewHistory(webhookRefused)
    history.attempt({ number: 4, status: 503, outcome: 'pending' })
    history.attempt({ number: 5, status: 503, outcome: 'failed' })
    expect(history.count).toBe(0)
  })

  it('the review does not report a webhook receiver that refuses a wrong signature', () => {
    expect(countReports([401, 401, 401, 401, 401], { fault: 'bad_signature' })).toBe(0)
  })

  it("the review does not report Drydock's own receivers, which refuse because a test says so", () => {
    expect(countReports([500, 500, 500, 500, 500], { isTestReceiver: true })).toBe(0)
    expect(countReports([404, 404], { isTestReceiver: true })).toBe(0)
  })

  it('the review does not report a webhook receiver that refuses only redeliveries', () => {
    expect(countReports([409, 409], { isRedelivery: true })).toBe(0)
  })
})
