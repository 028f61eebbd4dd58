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
  /** The statements of the specification that the rule judges, wholly or in part, the main one first. */
  readonly judges: readonly StatementId[]
  /** The section of the first statement that the rule judges. */
  readonly section: Section
  /** The endpoint that the rule is about; null if it is about several or none. */
  readonly endpoint: Endpoint | null
  /** Whether the rule sends requests of its own (`active`), or judges every response of the run (`invariant`). */
  readonly kind: 'active' | 'invariant'
}

/** Numbers of requests by operation. `other` counts requests that are none of the thirteen operations. */
export type RequestCounts = Readonly<Partial<Record<OperationName | 'other', number>>>

/** A rule that sends requests of its own. */
export interface ActiveRule extends RuleFacts {
  readonly kind: 'active'
  readonly needs: readonly Need[]
  /** How many requests the rule sends to each operation at most, setup included. The plan adds them up. */
  readonly requests: RequestCounts
  /** Additional requests if the rule has an account of its own. */
  readonly requestsOfOwn?: RequestCounts
  /** Additional requests for shared resources, which are made once for all rules on a shared account. */
  readonly requestsOnce?: RequestCounts
  /** The total delay of responses by faults of the rule, in milliseconds of real time. Rules with long delays begin early. */
  readonly delaysMs?: number
  /** How many labels the rule buys with a live key. */
  readonly charges?: number
  /**
   * True if none of the rule's purchases can succeed: in an account not made for the run, the rule never sends the id
   * of a quoted rate.
   */
  readonly buysNothing?: true
  /** True if the rule shows that purchases with a test key are free. On a shared account, it runs before all other rules that buy. */
  readonly canary?: true
  /** The cause of failure that the rule is about. Other rules that fail for this cause name this rule. */
  readonly finds?: CauseKind
  /** True if walks judge the rule's statements. All such rules share one exploration. */
  readonly explores?: true
  /** True if no other rule may use the account while this rule runs. This matters only on a shared account. */
  readonly alone?: true
  /** Runs the rule. Throws RuleBroken (`http/expect.ts`) if the target breaks the rule; any other error is no verdict. */
  run(t: RuleContext): Promise<void>
}

/** A rule about every response of the run. */
export interface InvariantRule extends RuleFacts {
  readonly kind: 'invariant'
  /** The responses that the rule is about, in one sentence. */
  readonly about: string
  /**
   * Rules that cause such responses, if few other rules do. If none of these rules is selected, the run also runs the
   * first of them that can run.
   */
  readonly provokedBy?: readonly RuleId[]
  /** Creates the judging function for one run. The function may remember earlier responses. */
  open(): Judge
}

/** Judges a response; returns `ignored` if the rule is not about it. Throws RuleBroken if the response breaks the rule. */
export type Judge = (answer: Answer) => 'judged' | 'ignored'

/** A rule of the suite. */
export type Rule = ActiveRule | InvariantRule
