import { beforeAll, describe, it } from 'vitest'
import { rules as catalogue } from './catalogue.ts'
import type { ConformanceOptions } from './options.ts'
import { exitStatusOf, type Report, type RuleResult } from './report/report.ts'
import { renderLossLine } from './report/sections/summary.ts'
import { checkSelection } from './runner/option-checks.ts'
import { runSuite } from './runner/run.ts'
import { selectRules } from './runner/selection.ts'

/** The options of `describeConformance`. The base URL may be a function, for a target that the tests start themselves. */
export type DescribedOptions = Omit<ConformanceOptions, 'baseUrl' | 'onResult' | 'signal'> & {
  /** The URL of the target without `/v1`. It may be a function that is called when the tests run. */
  readonly baseUrl: string | (() => string | Promise<string>)
  /** How long the whole run may take, in milliseconds of real time (default 300,000). */
  readonly runTimeoutMs?: number
}

/**
 * Declares a `describe` with one test for every selected rule. The run takes place once, before the tests. If a rule
 * could not be checked, its test is skipped with the reason. The first test fails if no rule was checked or if the run
 * did not finish. Throws BadInput if the selection cannot be used.
 */
export function describeConformance(options: DescribedOptions): void {
  const { baseUrl, runTimeoutMs = 300_000, ...rest } = options
  checkSelection(rest)
  const selected = selectRules(catalogue, rest)
  describe(`conformance${typeof baseUrl === 'string' ? ` of ${baseUrl}` : ''}`, () => {
    let report: Report | undefined
    beforeAll(async () => {
      const url = typeof baseUrl === 'string' ? baseUrl : await baseUrl()
      report = (await runSuite({ ...rest, baseUrl: url })).report
    }, runTimeoutMs)
    // Without this test, a run in which no rule was checked would have no failed test.
    it('the conformance run checks at least one rule and finishes', () => {
      if (report === undefined)
        throw new Error(
          'The conformance run ended with an error before its report; the error is shown at beforeAll.',
        )
      if (report.lost_cents > 0) throw new Error(renderLossLine(report.lost_cents))
      if (exitStatusOf(report) !== 3) return
      throw new Error(report.stopped?.reason ?? `No rule was checked. ${joinSkipReasons(report)}`)
    })
    for (const { id, title } of selected) {
      it(`${id} ${title}`, ({ skip }) => {
        const result = report?.rules.find((rule) => rule.id === id)
        if (result === undefined) throw new Error(`${id} has no result.`)
        if (result.status === 'skipped') skip(result.reason ?? 'skipped')
        if (result.status === 'passed') return
        if (result.expected_failure !== null && !result.expected_failure.stale) {
          const { reason, issue } = result.expected_failure
          skip(`known to fail: ${reason}${issue === null ? '' : ` (${issue})`}; ${describeFailure(result)}`)
        }
        throw new Error(describeFailure(result))
      })
    }
  })
}

/** Lists the different reasons why rules were skipped. */
function joinSkipReasons({ rules }: Report): string {
  return [...new Set(rules.map(({ reason }) => reason))].join(' ')
}

function describeFailure({ status, reason, expected, actual, again, exchanges }: RuleResult): string {
  const shown = exchanges.at(-1)
  return [
    status === 'failed' ? `expected: ${expected}\nactual:   ${actual}` : `not decided: ${reason}`,
    ...(again === null ? [] : [`to repeat the rule: ${again}`]),
    ...(shown === undefined ? [] : [`the request that shows the failure: ${shown.curl}`]),
  ].join('\n')
}
