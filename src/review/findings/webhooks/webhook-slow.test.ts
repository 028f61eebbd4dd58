import { describe, expect, it } from 'vitest'
import { openReviewHistory } from '../../../../test/support/review-history.ts'
import { webhookSlow } from './webhook-slow.ts'

describe('WEBHOOK-SLOW', () => {
  it('the review reports a webhook receiver that responds after five seconds', () => {
    const history = openReviewHistory(webhookSlow)
    history.attempt({ durationMs: 5_000 })
    expect([history.count, history.requests]).toEqual([1, []])
  })

  it('the review does not report a webhook receiver that responds just before five seconds', () => {
    const history = openReviewHistory(webhookSlow)
    history.attempt({ durationMs: 4_999 })
    expect(history.count).toBe(0)
  })

  it('the review does not report a slow webhook attempt that a fault changed', () => {
    const history = openReviewHistory(webhookSlow)
    history.attempt({ durationMs: 6_000, fault: 'delay' })
    expect(history.count).toBe(0)
  })

  it('the review does not report a webhook receiver that never responds', () => {
    const history = openReviewHistory(webhookSlow)
    history.attempt({ durationMs: 10_000, status: null, failure: 'timeout', outcome: 'pending' })
    expect(history.count).toBe(0)
  })
})
