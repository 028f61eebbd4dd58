import type { RuleResult } from '../report/report.ts'

/** Matches texts such as `undefined`, which a finding must not have instead of words. */
const unsaid = /undefined|\[object |NaN|^(?:null|nothing|none|true|false|\d+)?$|^\s|\s$/

/** The texts of a result that a reader sees. */
export type Finding = Pick<RuleResult, 'id' | 'status' | 'expected' | 'actual' | 'reason'>

/** Lists findings that are unclear to a reader, each with its rule and the text to improve. There must be none. */
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
