import type { Report, RuleResult } from '../report.ts'

/** Rules that took less are not shown. */
const worthTellingMs = 1_000
const most = 10

/** The rules that took longest, each at least a second. */
export function slowestOf({ rules }: Report): readonly RuleResult[] {
  return rules
    .filter(({ duration_ms }) => duration_ms >= worthTellingMs)
    .sort((a, b) => b.duration_ms - a.duration_ms)
    .slice(0, most)
}
