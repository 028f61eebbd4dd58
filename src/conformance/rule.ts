import type { Answer } from './http/answer.ts'
import type { CauseKind } from './http/cause.ts'
import type { Endpoint, OperationName } from './http/operation.ts'
import type { RuleContext } from './rule-context.ts'
import type { Section, StatementId } from './section.ts'
import type { Need } from './target/need.ts'

/** The id of a rule: the letters of its topic and a number. */
export type RuleId = `${string}-${number}`

/** The facts about a rule that are known before it runs. */
export interface RuleFacts {
  /** The id of the rule. An id is never reused, even after its rule is removed. */
  readonly id: RuleId
  /** The required behaviour of the target, as one sentence that can be true or false. */
  readonly title: string
  /** The statements of the specification that the rule checks, wholly or in part, the main one first. */
  readonly judges: readonly StatementId[]
  /** The section of the specification that the first statement in `judges` belongs to. */
  readonly section: Section
  /** The endpoint that the rule is about; null if it is about several or none. */
  readonly endpoint: Endpoint | null
  /** `active` if the rule sends requests, `invariant` if it checks every response to the requests of other rules. */
  readonly kind: 'active' | 'invariant'
}

/** Numbers of requests, by operation. `other` counts requests to no operation of the specification. */
export type RequestCounts = Readonly<Partial<Record<OperationName | 'other', number>>>

/** A rule that sends requests and checks the responses. */
export interface ActiveRule extends RuleFacts {
  readonly kind: 'active'
  readonly needs: readonly Need[]
  /** How many requests the rule sends to each operation at most, including its setup. The plan of a run adds these numbers up. */
  readonly requests: RequestCounts
  /** Additional requests that the rule sends if the run created a separate account for it. */
  readonly requestsOfOwn?: RequestCounts
  /** Additional requests that create shared resources. On a shared account, they are sent once for all rules. */
  readonly requestsOnce?: RequestCounts
  /** How long the faults that the rule adds delay responses in total, in milliseconds of real time. Rules with long delays begin early. */
  readonly delaysMs?: number
  /** How many labels the rule buys with a live key. */
  readonly charges?: number
  /**
   * True if the target must refuse every purchase of the rule, so that it costs nothing. In an account that the run did
   * not create, such a rule never sends the id of a quoted rate.
   */
  readonly buysNothing?: true
  /** True if the rule tests whether test-key purchases are free (a canary). On a shared account, it runs before other rules that buy. */
  readonly canary?: true
  /** The kind of cause that this rule is about. If other rules fail for a cause of this kind, their results refer to this rule. */
  readonly finds?: CauseKind
  /** True if random walks (series of random requests) check the rule's statements of the specification. All such rules share the walks. */
  readonly explores?: true
  /** True if no other rule may use the account while this rule runs. This has an effect only on a shared account. */
  readonly alone?: true
  /** Runs the rule. Throws RuleBroken (`http/failures.ts`) if the target breaks the rule. No other error makes the rule fail. */
  run(t: RuleContext): Promise<void>
}

/** A rule that checks every response to the requests of other rules. */
export interface InvariantRule extends RuleFacts {
  readonly kind: 'invariant'
  /** Which responses the rule checks, in one sentence. */
  readonly about: string
  /**
   * Rules whose requests get the responses that this rule checks, if only few rules get any. If the user selected none
   * of them, the run adds the first of them that can run.
   */
  readonly provokedBy?: readonly RuleId[]
  /** Creates the function that checks the responses of one run. It may remember earlier responses. */
  createCheck(): ResponseCheck
}

/** Checks a response. Throws RuleBroken if the response breaks the rule. Returns `ignored` if the rule does not apply to the response. */
export type ResponseCheck = (answer: Answer) => 'judged' | 'ignored'

/** A rule of the conformance suite. */
export type Rule = ActiveRule | InvariantRule
