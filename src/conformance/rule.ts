import type { Answer } from './http/answer.ts'
import type { CauseKind } from './http/cause.ts'
import type { Endpoint, OperationName } from './http/operation.ts'
import type { RuleContext } from './rule-context.ts'
import type { Section, StatementId } from './section.ts'
import type { Need } from './target/need.ts'

/** The id of a rule: the letters of its topic and a number. */
export type RuleId = `${string}-${number}`

/** The facts of a rule that are known without running it. */
export interface RuleFacts {
  /** An id is never given to another rule, even after its rule is removed. */
  readonly id: RuleId
  /** The required behaviour, as one sentence that can be true or false. */
  readonly title: string
  /** The statements of the specification that it judges, wholly or in part. The first says it best. */
  readonly judges: readonly StatementId[]
  /** The section of the first statement that it judges. */
  readonly section: Section
  /** The endpoint that the rule is about; null if it is about several or none. */
  readonly endpoint: Endpoint | null
  /** Whether the rule sends requests of its own (`active`), or judges every response of the run (`invariant`). */
  readonly kind: 'active' | 'invariant'
}

/** Numbers of requests by operation; `other` counts what is none of the thirteen. */
export type RequestCounts = Readonly<Partial<Record<OperationName | 'other', number>>>

/** A rule that sends requests of its own. */
export interface ActiveRule extends RuleFacts {
  readonly kind: 'active'
  readonly needs: readonly Need[]
  /** The most requests that the rule sends to each operation, setup included, measured or stated. The plan adds them up. */
  readonly requests: RequestCounts
  /** Requests that come on top in an account made for the rule alone. */
  readonly requestsOfOwn?: RequestCounts
  /** Requests that come on top for resources which rules on a shared account make once for all of them. */
  readonly requestsOnce?: RequestCounts
  /** How long faults of the rule delay responses in all, in milliseconds of real time. Such a rule begins early. */
  readonly delaysMs?: number
  /** How many labels the rule buys with a live key. */
  readonly charges?: number
  /** In an account not made for the run, the rule never sends a quoted rate's id, so that none of its purchases can succeed. */
  readonly buysNothing?: true
  /** Shows that purchases with a test key are free. In an account not made for the run, it runs before all other rules that buy. */
  readonly canary?: true
  /** The cause of failure that the rule looks for: of all rules that fail for this cause, this one says it most directly. */
  readonly finds?: CauseKind
  /** The rule stands for statements that are judged by walks through the target. All such rules share one exploration. */
  readonly explores?: true
  /** No other rule may use the account meanwhile. It only matters if rules share one. */
  readonly alone?: true
  /** Linear, with one idea. Throws RuleBroken (`http/expect.ts`) if the target breaks the rule; any other error is no verdict. */
  run(t: RuleContext): Promise<void>
}

/** A rule about every answer of the run. */
export interface InvariantRule extends RuleFacts {
  readonly kind: 'invariant'
  /** Which answers the rule is about, in one sentence. */
  readonly about: string
  /**
   * Rules that cause such answers, if few others do. If a run has none of them, the first that can run is run for
   * this one.
   */
  readonly provokedBy?: readonly RuleId[]
  /** Makes a judge for one run, which may remember earlier answers. */
  open(): Judge
}

/** Judges an answer; `ignored` if the rule is not about it. Throws RuleBroken if the answer breaks the rule. */
export type Judge = (answer: Answer) => 'judged' | 'ignored'

/** A rule of the suite. */
export type Rule = ActiveRule | InvariantRule
