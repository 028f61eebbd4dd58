import type { Mutant } from './proof/mutant.ts'
import type { Rule, RuleId } from './rule.ts'

/** A range of rule ids that a topic uses for one purpose. */
export interface IdRange {
  readonly first: RuleId
  /** The id that the next new rule of the range gets. */
  readonly next: RuleId
  readonly about: string
}

/** A part of the service, with the rules about it and the mutants (deliberately broken services) that these rules must catch. */
export interface Topic {
  readonly ids: readonly IdRange[]
  /** The rules of the topic, in the order of reports. */
  readonly rules: readonly Rule[]
  /**
   * Rules that reports show directly after a rule of another topic, as that other rule describes the same defect more
   * clearly.
   */
  readonly shownBehind?: Readonly<Partial<Record<RuleId, RuleId>>>
  /** Loads the mutants (deliberately broken services), which only the proof of the suite needs. */
  mutants(): Promise<readonly Mutant[]>
}
