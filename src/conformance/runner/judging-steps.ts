import type { Redactor } from '../http/redaction.ts'
import type { ConformanceOptions } from '../options.ts'
import type { ActiveRule, Rule } from '../rule.ts'
import type { TriedRule } from './deferred-rules.ts'
import type { Outcome } from './outcome.ts'
import type { Results } from './results.ts'
import type { Run } from './run-in-progress.ts'
import type { Stopping } from './run-stop.ts'

/** A run, with all that it takes to judge its rules. */
export interface Judged {
  readonly options: ConformanceOptions
  /** All rules, selected or not. */
  readonly rules: readonly Rule[]
  readonly selected: readonly Rule[]
  readonly running: Run
  readonly results: Results
  readonly stopping: Stopping
  readonly redactor: Redactor
}

/** How rules are carried out and end. */
export interface Steps {
  finish(rule: Rule, outcome: Outcome, durationMs: number): void
  /** Carries out a rule and ends it. */
  work(rule: ActiveRule): Promise<void>
  /** Carries out a rule without ending it. */
  tryOut(rule: ActiveRule): Promise<TriedRule>
  end(tried: TriedRule): void
}
