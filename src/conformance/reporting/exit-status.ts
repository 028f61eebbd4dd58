import { isUnexpected, type Report } from './report.ts'

/** 0, 1 or 3 (contract, section 4). A failure that the profile knows of is none. */
export function exitStatusOf({ rules, stopped, summary }: Report): 0 | 1 | 3 {
  if (stopped !== null && stopped.kind !== 'bail') return 3
  if (summary.passed + summary.failed + summary.errored === 0) return 3
  return rules.some(isUnexpected) ? 1 : 0
}
