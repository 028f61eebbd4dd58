import type { RuleId, Section } from '../rule.ts'

/** One thing that the specification says and that can be true or false on the wire, in this project's words. */
export type Statement = JudgedStatement | UnjudgedStatement

interface StatementFacts {
  readonly section: Section
  readonly statement: string
}

export interface JudgedStatement extends StatementFacts {
  /** Each judges it, or a part of it. */
  readonly rules: readonly [RuleId, ...RuleId[]]
}

export interface UnjudgedStatement extends StatementFacts {
  /** Why nothing that can be seen from outside shows whether it holds. */
  readonly reason: string
}
