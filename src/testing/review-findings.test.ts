import { describe, expect, it } from 'vitest'
import { OptionsError, startDrydock } from '../index.ts'
import '../vitest/matchers.ts'
import type { ReviewBody } from '../simulator/bodies/control/review.ts'
import { checkReviewFindings } from './review-findings.ts'

const noCoverage = { met: [], missed: [] }

/** Returns a review with one finding for each given severity. */
function buildReview(...severities: readonly ('error' | 'warning' | 'note')[]): ReviewBody {
  return {
    since: '2030-01-01T00:00:00.000Z',
    requests: 3,
    coverage: {
      ...{ operations: noCoverage, error_codes: noCoverage, tracking_statuses: noCoverage },
      ...{ webhook_outcomes: noCoverage, situations: noCoverage },
    },
    scopes: [],
    findings: severities.map((severity) => ({
      id: severity === 'error' ? 'PURCHASE-REPEATED' : 'RETRY-AFTER-IGNORED',
      severity,
      title: 'The client did it.',
      advice: 'Do it no more.',
      count: 2,
      requests: ['req_1', 'req_2'],
      details: ['Twice in a second.'],
    })),
  }
}

describe('toHaveNoFindings', () => {
  it('toHaveNoFindings passes for the review of an account without requests', async () => {
    await using dock = await startDrydock()
    expect(await dock.review()).toHaveNoFindings()
  })

  it('toHaveNoFindings fails with a message that has the findings, their advice and their requests', () => {
    expect(() => expect(buildReview('error')).toHaveNoFindings()).toThrow(
      'error PURCHASE-REPEATED, 2 times: The client did it.\n  Do it no more.\n  Twice in a second.\n  Requests: req_1, req_2',
    )
    expect(buildReview('note')).not.toHaveNoFindings()
  })

  it('toHaveNoFindings has options to accept findings by id and by severity', () => {
    expect(buildReview('error')).toHaveNoFindings({ ignore: ['PURCHASE-REPEATED'] })
    expect(buildReview('warning', 'note')).toHaveNoFindings({ failOn: 'error' })
    expect(checkReviewFindings(buildReview('warning'), { failOn: 'warning' }).pass).toBe(false)
  })

  it('toHaveNoFindings refuses unknown options and values, and a promise of a review', () => {
    const refusal = (options: object) => () => expect(buildReview()).toHaveNoFindings(options)
    expect(refusal({ ignored: [] })).toThrow('has no option ignored')
    expect(refusal({ ignore: ['NO-SUCH'] })).toThrow(
      'There is no finding NO-SUCH. Findings are CONTENT-TYPE-WRONG,',
    )
    expect(refusal({ ignore: ['METHOD-WRNG'] })).toThrow('no finding METHOD-WRNG. Did you mean METHOD-WRONG?')
    expect(refusal({ failOn: 'fatal' })).toThrow('failOn must be one of error, warning, note')
    // @ts-expect-error an id that no finding has
    expect(() => expect(buildReview()).toHaveNoFindings({ ignore: ['METHOD-WRNG'] })).toThrow(OptionsError)
    expect(() => expect(Promise.resolve(buildReview())).toHaveNoFindings()).toThrow('await account.review()')
  })
})
