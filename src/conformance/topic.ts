import type { Statement } from './ledger/statement.ts'
import type { Rule, RuleId } from './rule.ts'
import type { Mutant } from './selftest/mutant.ts'

/** Numbers that the rules of a topic have for one purpose. */
export interface IdRange {
  readonly first: RuleId
  /** What the next rule of this kind is called. */
  readonly next: RuleId
  readonly about: string
}

/** A part of the service: its rules, what the specification says of it, and the deviations that its rules catch. */
export interface Topic {
  readonly ids: readonly IdRange[]
  /** In the order of reports. */
  readonly rules: readonly Rule[]
  /** Which of them reports show behind a rule of another topic, since that one says more plainly what is wrong. */
  readonly shownBehind?: Readonly<Partial<Record<RuleId, RuleId>>>
  readonly statements: readonly Statement[]
  /** Only the proof needs them: a plain run does not load them. */
  mutants(): Promise<readonly Mutant[]>
}
