import type { RuleContext } from './rule-context.ts'
import type { Need } from './target/need.ts'
import type { Answer } from './wire/answer.ts'
import type { CauseKind } from './wire/cause.ts'
import type { Endpoint, OperationName } from './wire/operation.ts'

export type RuleId = `${string}-${number}`

/** A heading of the specification. */
export type Section =
  | 'Conventions'
  | 'What the service does'
  | 'Resources and their fields'
  | 'States and transitions'
  | 'Endpoints'
  | 'Authentication'
  | 'Events'
  | 'Errors'
  | 'Limits'
  | 'Versioning'

/** What every rule is, whatever it judges. */
interface RuleFacts {
  /** Never given to another rule, also once this one is gone. */
  readonly id: RuleId
  /** What the service does, as one sentence that can be true or false. */
  readonly title: string
  readonly section: Section
  /** The one endpoint it is about. */
  readonly endpoint: Endpoint | null
  /** Stated in a sentence, stated in a table, or following from what is stated. */
  readonly basis: 'sentence' | 'table' | 'derived'
}

export type RequestCounts = Readonly<Partial<Record<OperationName | 'other', number>>>

/** A rule that sends requests of its own. */
export interface ActiveRule extends RuleFacts {
  readonly kind: 'active'
  /** What it sends, for --explain: one sentence. */
  readonly sends: string
  readonly needs: readonly Need[]
  /** At most so many requests to each operation, setup included; the plan adds them up. */
  readonly requests: RequestCounts
  /** What comes on top in an account that is the rule's own. */
  readonly requestsOfOwn?: RequestCounts
  /** What comes on top for things that rules which share an account make once for all of them. */
  readonly requestsOnce?: RequestCounts
  /** Labels it buys from a live wallet. */
  readonly charges?: number
  /** In others' account no rate that was quoted is in its purchases: none of them can come to anything. */
  readonly buysNothing?: true
  /** Proves that buying with a test key is free: runs before all others that buy where an account is somebody's own. */
  readonly canary?: true
  /** What it asks is just whether this is so: of all rules that fail for this cause it says it most directly. */
  readonly finds?: CauseKind
  /** It speaks for a group of sentences that walks through the target judge, one exploration for all such rules. */
  readonly explores?: true
  /** Nobody else may act on the account meanwhile; only matters where rules share one. */
  readonly alone?: true
  /** Linear, one idea. Throws what `expect` throws when the rule is broken; anything else is no verdict on it. */
  run(t: RuleContext): Promise<void>
}

/** A rule about every answer of the whole run. */
export interface InvariantRule extends RuleFacts {
  readonly kind: 'invariant'
  /** One sentence on which answers it judges. */
  readonly judges: string
  /**
   * Rules that bring such answers about, where few others do: the first that can run here is carried out for it in a run
   * that has none of them.
   */
  readonly provokedBy?: readonly RuleId[]
  /** A judge for one run: it may remember what it has seen. */
  open(): Judge
}

/** `ignored` where an answer is not the rule's business. Throws what `expect` throws where it breaks the rule. */
export type Judge = (answer: Answer) => 'judged' | 'ignored'

export type Rule = ActiveRule | InvariantRule
