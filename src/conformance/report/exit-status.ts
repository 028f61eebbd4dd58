import { isUnexpected, type Report, type RuleResult } from './report.ts'

/** The exit status of a run: 0, 1 or 3 (conformance, What the outcomes mean). Expected failures do not count. */
export function exitStatusOf(report: Pick<Report, 'rules' | 'stopped' | 'lost_cents'>): 0 | 1 | 3 {
  if (!saysSomething(report)) return 3
  // Lost money is a failure even if the rule about it was not selected.
  return report.rules.some(isUnexpected) || report.lost_cents > 0 ? 1 : 0
}

/** Whether a run judged a rule and ended normally, or by `--bail`. */
export function saysSomething({
  rules,
  stopped,
}: {
  readonly rules: readonly Pick<RuleResult, 'status'>[]
  readonly stopped: Report['stopped']
}): boolean {
  return (stopped === null || stopped.kind === 'bail') && rules.some(({ status }) => status !== 'skipped')
}
