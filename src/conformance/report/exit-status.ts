import { isUnexpected, type Report, type RuleResult } from './report.ts'

/** 0, 1 or 3 (conformance, What the outcomes mean). A failure that the profile knows of is none. */
export function exitStatusOf(report: Pick<Report, 'rules' | 'stopped' | 'lost_cents'>): 0 | 1 | 3 {
  if (!saysSomething(report)) return 3
  // The rule that says so may not have been chosen.
  return report.rules.some(isUnexpected) || report.lost_cents > 0 ? 1 : 0
}

/** Whether a run came to its end, or to a failure that was to end it, and judged anything at all. */
export function saysSomething({
  rules,
  stopped,
}: {
  readonly rules: readonly Pick<RuleResult, 'status'>[]
  readonly stopped: Report['stopped']
}): boolean {
  return (stopped === null || stopped.kind === 'bail') && rules.some(({ status }) => status !== 'skipped')
}
