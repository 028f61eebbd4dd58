import type { RuleResult } from '../report/report.ts'

/** Texts such as `undefined` in places where a finding should name what is missing. */
const unsaid = /undefined|\[object |NaN|^(?:null|nothing|none|true|false|\d+)?$|^\s|\s$/

/** The findings that are unclear to a reader, each with its rule. There must be none. */
export function unclearFindings(results: readonly RuleResult[]): readonly string[] {
  return results.flatMap(({ id, status, expected, actual, reason }) => {
    if (status !== 'failed' && status !== 'errored') return []
    const texts = status === 'failed' ? [expected, actual] : [reason]
    return texts
      .filter((text) => text === null || unsaid.test(text))
      .map((text) => `${id}: ${JSON.stringify({ expected, actual, reason })} (${text})`)
  })
}
