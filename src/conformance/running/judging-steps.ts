import type { ConformanceOptions } from '../options.ts'
import type { ActiveRule, Rule } from '../rule.ts'
import type { Redactor } from '../wire/redaction.ts'
import type { TriedRule } from './deferred-rules.ts'
import type { Outcome } from './outcome.ts'
import type { Results } from './results.ts'
import type { Run } from './run-in-progress.ts'
import type { Stopping } from './stopping.ts'

/** A run that is being judged. */
export interface Judged {
  readonly options: ConformanceOptions
  /** All rules, chosen or not. */
  readonly rules: readonly Rule[]
  readonly selected: readonly Rule[]
  readonly running: Run
  readonly results: Results
  readonly stopping: Stopping
  readonly redactor: Redactor
}

/** How its rules are carried out, and end. */
export interface Steps {
  finish(rule: Rule, outcome: Outcome, durationMs: number): void
  /** Runs a rule and ends it. */
  work(rule: ActiveRule): Promise<void>
  /** Runs a rule that somebody else ends. */
  tryOut(rule: ActiveRule): Promise<TriedRule>
  end(tried: TriedRule): void
}
