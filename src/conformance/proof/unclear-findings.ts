import type { RuleResult } from '../report/report.ts'

/** Texts such as `undefined` in places where a finding should name what is missing. */
const unsaid = /undefined|\[object |NaN|^(?:null|nothing|none|true|false|\d+)?$|^\s|\s$/

/** The texts of a result that a reader sees. */
export type Finding = Pick<RuleResult, 'id' | 'status' | 'expected' | 'actual' | 'reason'>

/** The findings that are unclear to a reader, each with its rule and what to mend in it. There must be none. */
export function unclearFindings(results: readonly Finding[]): readonly string[] {
  return results.flatMap(({ id, status, expected, actual, reason }) => {
    if (status !== 'failed' && status !== 'errored') return []
    const parts = status === 'failed' ? { expected, actual } : { reason }
    return Object.entries(parts)
      .filter(([, text]) => text === null || unsaid.test(text))
      .map(
        ([part, text]) => `${id} ${status}, and its ${part} is ${JSON.stringify(text)}: say in words of what`,
      )
  })
}
