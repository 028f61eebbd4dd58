import { describe, expect, it } from 'vitest'
import { startDrydock } from '../index.ts'
import '../vitest/matchers.ts'
import type { ReviewBody } from '../simulator/bodies/control/review.ts'
import { checkFindings } from './review-findings.ts'

const nothing = { met: [], missed: [] }

/** A review with one finding of each severity given. */
function reviewWith(...severities: readonly ('error' | 'warning' | 'note')[]): ReviewBody {
  return {
    since: '2030-01-01T00:00:00.000Z',
    requests: 3,
    coverage: {
      ...{ operations: nothing, error_codes: nothing, tracking_statuses: nothing },
      ...{ webhook_outcomes: nothing, situations: nothing },
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
  it('passes for the review of an account whose client made no mistake', async () => {
    await using dock = await startDrydock()
    expect(await dock.review()).toHaveNoFindings()
  })

  it('fails with the findings, their advice and their requests', () => {
    expect(() => expect(reviewWith('error')).toHaveNoFindings()).toThrow(
      'error PURCHASE-REPEATED, 2 times: The client did it.\n  Do it no more.\n  Twice in a second.\n  Requests: req_1, req_2',
    )
    expect(reviewWith('note')).not.toHaveNoFindings()
  })

  it('ignores findings by id and by severity', () => {
    expect(reviewWith('error')).toHaveNoFindings({ ignore: ['PURCHASE-REPEATED'] })
    expect(reviewWith('warning', 'note')).toHaveNoFindings({ failOn: 'error' })
    expect(checkFindings(reviewWith('warning'), { failOn: 'warning' }).pass).toBe(false)
  })

  it('refuses options and values that it cannot use', () => {
    const refusal = (options: object) => () => expect(reviewWith()).toHaveNoFindings(options)
    expect(refusal({ ignored: [] })).toThrow('has no option ignored')
    expect(refusal({ ignore: ['NO-SUCH'] })).toThrow('There is no finding NO-SUCH')
    expect(refusal({ failOn: 'fatal' })).toThrow('failOn must be one of error, warning, note')
    expect(() => expect(Promise.resolve(reviewWith())).toHaveNoFindings()).toThrow('await account.review()')
  })
})
