import { expect, it, vi } from 'vitest'
import { runConformance } from '../../src/conformance/index.ts'
import { startDrydock } from '../../src/index.ts'
import type { Review } from '../../src/review/review.ts'
import { Reviews } from '../../src/review/reviews.ts'

/** The ids of mistakes that the conformance suite makes on purpose, each with the rules that make it. */
const intendedFindings: Readonly<Record<string, string>> = {
  'KEY-SCHEME-WRONG': 'rules on the header Authorization',
  'METHOD-WRONG': 'rules on operations that the API does not have',
  'PATH-UNKNOWN': 'rules on operations that the API does not have',
  'RETRY-AFTER-IGNORED': 'rules on the limits',
  'WEBHOOK-REDIRECTED': 'rules on receivers that redirect',
  'WEBHOOK-REFUSED': 'rules on retries of deliveries',
  'BATCH-POLLED-IN-A-LOOP': 'rules on the limit of batch reads',
  'KEY-REFUSAL-REPEATED': 'rules that try each operation with a bad key',
  'PURCHASE-UNFUNDED-REPEATED': 'rules on atomic refusals',
  'REFUSAL-REPEATED': 'rules on the limits, which count refused requests too',
  'SCOPE-REFUSAL-REPEATED': 'rules on refusals that change nothing',
  'SERVER-ERROR-HAMMERED': 'rules on errors that leave no trace',
  'VOID-REFUSAL-REPEATED': 'rules on voids that change nothing',
  'LABEL-READ-AFTER-PURCHASE': 'the suite compares each label with the response to its purchase',
  'TRACKER-POLLED-OFTEN': 'rules on the limit of tracker reads',
}

it('the review of the requests of a conformance run has only findings that the suite causes on purpose', {
  timeout: 300_000,
}, async () => {
  const reviews: Review[] = []
  const begin = Reviews.prototype.beginReview
  vi.spyOn(Reviews.prototype, 'beginReview').mockImplementation(function (this: Reviews, context) {
    const review = begin.call(this, context)
    reviews.push(review)
    return review
  })
  await using dock = await startDrydock()
  const { summary } = await runConformance({ baseUrl: dock.url, key: dock.keys.test })
  expect(summary.failed).toBe(0)
  expect(reviews.length).toBeGreaterThan(100)
  const found = new Set(
    reviews.flatMap((review) => review.listOccurrences().map(({ finding }) => finding.id)),
  )
  const unexpected = [...found].filter((id) => !Object.hasOwn(intendedFindings, id))
  expect(unexpected).toEqual([])
  // These mistakes do not depend on time. Their number proves that the review was active.
  for (const id of [
    'KEY-SCHEME-WRONG',
    'METHOD-WRONG',
    'PATH-UNKNOWN',
    'WEBHOOK-REDIRECTED',
    'WEBHOOK-REFUSED',
  ])
    expect(found).toContain(id)
})
