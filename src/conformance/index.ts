import { rules as catalogue } from './catalogue.ts'
import type { ConformanceOptions } from './options.ts'
import type { Report } from './report/report.ts'
import type { Rule } from './rule.ts'
import { run } from './running/run.ts'

export { BadInput } from './bad-input.ts'
export type { ConformanceOptions } from './options.ts'
export type {
  Leftover,
  Observation,
  ReasonKind,
  Report,
  RuleResult,
  Status,
  Stop,
  Summary,
} from './report/report.ts'
export type { Section } from './rule.ts'
export type { Need } from './target/need.ts'
export type { ProfileInput } from './target/profile.ts'
export type { Exchange } from './wire/exchange.ts'
export type { Endpoint } from './wire/operation.ts'

/** What is known of a rule without running it. */
export type RuleFacts = Pick<Rule, 'id' | 'title' | 'section' | 'endpoint' | 'basis' | 'kind'>

/** Every rule of the suite, in the order of reports. */
export const rules: readonly RuleFacts[] = catalogue

/**
 * Judges the service at a base URL by every documented rule, or by those chosen. What becomes of the rules is in the
 * report. Rejects with BadInput for options that cannot be used; nothing has been sent then.
 */
export async function runConformance(options: ConformanceOptions): Promise<Report> {
  const { report } = await run(options)
  return report
}
