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
  /** The id of the rule. An id is never reused, even after its rule is removed. */
  readonly id: RuleId
  /** The required behaviour, as one sentence that can be true or false. */
  readonly title: string
  /** The statements of the specification that the rule checks, wholly or in part, the main one first. */
  readonly judges: readonly StatementId[]
  /** The section of the first statement that the rule checks. */
  readonly section: Section
  /** The endpoint that the rule is about; null if it is about several or none. */
  readonly endpoint: Endpoint | null
  /** Whether the rule sends requests of its own (`active`), or checks every response of the run (`invariant`). */
  readonly kind: 'active' | 'invariant'
}

/** Numbers of requests by operation. `other` counts requests that are none of the thirteen operations. */
export type RequestCounts = Readonly<Partial<Record<OperationName | 'other', number>>>

/** A rule that sends requests of its own. */
export interface ActiveRule extends RuleFacts {
  readonly kind: 'active'
  readonly needs: readonly Need[]
  /** How many requests the rule sends to each operation at most, setup included. The plan of a run adds them up. */
  readonly requests: RequestCounts
  /** Additional requests if the rule has a separate account. */
  readonly requestsOfOwn?: RequestCounts
  /** Additional requests that create shared resources, once for all rules on a shared account. */
  readonly requestsOnce?: RequestCounts
  /** How long faults that the rule sets delay responses in total, in milliseconds of real time. Rules with long delays begin early. */
  readonly delaysMs?: number
  /** How many labels the rule buys with a live key. */
  readonly charges?: number
  /**
   * True if none of the rule's purchases can succeed: in an account that was not made for the run, the rule never
   * sends the id of a quoted rate.
   */
  readonly buysNothing?: true
  /** True if the rule tests whether purchases with a test key are free. On a shared account, it runs before all other rules that buy. */
  readonly canary?: true
  /** The cause of failure that this rule reports. Other rules that fail for the same cause refer to this rule. */
  readonly finds?: CauseKind
  /** True if random walks check the rule's statements. All such rules share the walks of a run. */
  readonly explores?: true
  /** True if no other rule may use the account while this rule runs. This matters only on a shared account. */
  readonly alone?: true
  /** Runs the rule. Throws RuleBroken (`http/expect.ts`) if the target breaks the rule; any other error decides nothing. */
  run(t: RuleContext): Promise<void>
}

/** A rule that checks every response of the run. */
export interface InvariantRule extends RuleFacts {
  readonly kind: 'invariant'
  /** The responses that the rule checks, in one sentence. */
  readonly about: string
  /**
   * Rules that cause the responses this rule checks, if few other rules do. If none of them is selected, the run also
   * runs the first of them that can run.
   */
  readonly provokedBy?: readonly RuleId[]
  /** Creates the function that checks the responses of one run. It may remember earlier responses. */
  open(): Judge
}

/** Checks a response; returns `ignored` if the rule is not about it. Throws RuleBroken if the response breaks the rule. */
export type Judge = (answer: Answer) => 'judged' | 'ignored'

/** A rule of the conformance suite. */
export type Rule = ActiveRule | InvariantRule
