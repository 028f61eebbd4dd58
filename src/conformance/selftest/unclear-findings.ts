import type { RuleResult } from '../report/report.ts'

/** What a program says where a person would have named what is missing. */
const unsaid = /undefined|\[object |NaN|^(?:null|nothing|none|true|false|\d+)?$|^\s|\s$/

/** The findings that leave their reader to guess, each with the rule that says it; there must be none. */
export function unclearFindings(results: readonly RuleResult[]): readonly string[] {
  return results.flatMap(({ id, status, expected, actual, reason }) => {
    if (status !== 'failed' && status !== 'errored') return []
    const texts = status === 'failed' ? [expected, actual] : [reason]
    return texts
      .filter((text) => text === null || unsaid.test(text))
      .map((text) => `${id}: ${JSON.stringify({ expected, actual, reason })} (${text})`)
  })
}
