import type { RuleResult } from '../report/report.ts'

/** Matches texts such as `undefined`, which tell a reader nothing. */
const unclearText = /undefined|\[object |NaN|^(?:null|nothing|none|true|false|\d+)?$|^\s|\s$/

/** The texts of a rule's result that a reader sees. */
export type Finding = Pick<RuleResult, 'id' | 'status' | 'expected' | 'actual' | 'reason'>

/** Lists the findings that a reader cannot understand, each with its rule and the text to improve. There must be none. */
export function listUnclearFindings(results: readonly Finding[]): readonly string[] {
  return results.flatMap(({ id, status, expected, actual, reason }) => {
    if (status !== 'failed' && status !== 'errored') return []
    const parts = status === 'failed' ? { expected, actual } : { reason }
    return Object.entries(parts)
      .filter(([, text]) => text === null || unclearText.test(text))
      .map(
        ([part, text]) => `${id} ${status}, and its ${part} is ${JSON.stringify(text)}: describe it in words`,
      )
  })
}
