import { describe, expect, it } from 'vitest'
import { openReviewHistory } from '../../../../test/support/review-history.ts'
import { webhookRedirected } from './webhook-redirected.ts'

describe('WEBHOOK-REDIRECTED', () => {
  it.each([301, 302, 303, 307, 308])(
    'the review reports a webhook receiver that responds with the redirect %i',
    (status) => {
      const history = openReviewHistory(webhookRedirected)
      history.attempt({ status, outcome: 'pending' })
      expect([history.count, history.requests]).toEqual([1, []])
    },
  )

  it.each([200, 204, 300, 304, 400, 500, null])(
    'the review does not report a webhook receiver that responds with %s',
    (status) => {
      const history = openReviewHistory(webhookRedirected)
      history.attempt({ status, outcome: 'pending' })
      expect(history.count).toBe(0)
    },
  )

  it("the review does not report Drydock's own receivers, which redirect because a test says so", () => {
    const history = openReviewHistory(webhookRedirected)
    history.attempt({ status: 302, isTestReceiver: true, outcome: 'pending' })
    expect(history.count).toBe(0)
  })

  it('the review does not report a redirect of a webhook attempt that a fault changed', () => {
    const history = openReviewHistory(webhookRedirected)
    history.attempt({ status: 302, fault: 'bad_signature', outcome: 'pending' })
    expect(history.count).toBe(0)
  })
})
