import type { RuleId, Section } from '../rule.ts'
import type { Cause } from '../wire/cause.ts'
import type { Exchange } from '../wire/exchange.ts'
import type { Endpoint } from '../wire/operation.ts'
import type { ShownDelivery } from '../wire/shown-delivery.ts'
import type { ToldWalk } from '../wire/told-walk.ts'

export type Status = 'passed' | 'failed' | 'skipped' | 'errored'

/** Whether it is shown in red: broken, or undecided by the harness's own fault. */
export function isRed(status: Status | undefined): boolean {
  return status === 'failed' || status === 'errored'
}

/** Whether a result is red for a reason that the profile does not know of. */
export function isUnexpected({
  status,
  expected_failure,
}: Pick<RuleResult, 'status' | 'expected_failure'>): boolean {
  return isRed(status) && (expected_failure === null || expected_failure.stale)
}

/** Why a rule was skipped. */
export type ReasonKind =
  | 'capability'
  | 'data'
  | 'permission'
  | 'not_observed'
  | 'excluded'
  | 'safety'
  | 'not_run'

/** One rule's outcome, as the JSON report has it (conformance, Reports). */
export interface RuleResult {
  readonly id: RuleId
  readonly title: string
  readonly section: Section
  /** What it judges: ids of the specification's statements. */
  readonly statements: readonly string[]
  readonly endpoint: Endpoint | null
  readonly status: Status
  /** Why it was skipped or errored. */
  readonly reason: string | null
  readonly reason_kind: ReasonKind | null
  /** Options that would let a skipped rule run; each entry is one need, its alternatives joined by ` or `. */
  readonly unlock: readonly string[]
  readonly expected: string | null
  readonly actual: string | null
  /** What has to be mended, where it failed or errored and other rules can for the same. */
  readonly cause: Cause | null
  /** The rule that found the cause: it errored, or was skipped, only since this one is red. */
  readonly because: RuleId | null
  readonly duration_ms: number
  /** For rules about every answer: how many were judged. */
  readonly judged: number | null
  /** Whether time passed by the target's clock or for real; null where none had to. */
  readonly clock: 'virtual' | 'real' | null
  /** Named in the profile as known to fail. */
  readonly expected_failure: {
    readonly reason: string
    readonly issue: string | null
    /** It no longer fails: the entry has to go, and until then it fails the run. */
    readonly stale: boolean
  } | null
  /** The command that runs it again, its keys and secrets from the environment; only where it failed or errored. */
  readonly again: string | null
  /** It had an account of its own by the control protocol, which is gone with the ids of its exchanges. */
  readonly own_account: boolean
  /** Only where it failed or errored; the one that shows it last. */
  readonly exchanges: readonly Exchange[]
  /** What came in at the rule's inbox; only where it failed or errored. */
  readonly deliveries: readonly ShownDelivery[]
  /** For rules that speak for walks: the shortest one that showed it. */
  readonly walk: ToldWalk | null
}

/** What the target does where the specification is silent. */
export interface Observation {
  readonly topic: string
  readonly value: unknown
}

/** What was sent to one place and lost for one reason. */
export interface LostRequests {
  /** Method and path, as the specification or the control protocol writes them. */
  readonly place: string
  /** What came instead of an answer. */
  readonly got: string
  readonly count: number
  /** So many were sent there in all. */
  readonly of: number
}

/** Something the run has left at the target. */
export interface Leftover {
  readonly kind: 'label' | 'live label' | 'tracker' | 'batch' | 'account'
  readonly id: string
  readonly note: string
}

/** The whole run (conformance, Reports). */
export interface Report {
  readonly tool: 'drydock'
  readonly version: string
  /** Changes whenever a rule is added or judges otherwise. */
  readonly suite_version: string
  readonly target: string
  readonly control: boolean
  /** Which part of the rules chosen it is of; null for all of them. */
  readonly shard: { readonly index: number; readonly count: number } | null
  readonly started_at: string
  readonly duration_ms: number
  /** Null for a run that came to its end. */
  readonly stopped: Stop | null
  readonly summary: Summary
  readonly rules: readonly RuleResult[]
  /** What is red by its cause, the one first that frees most rules. */
  readonly causes: readonly CauseGroup[]
  readonly endpoints: readonly EndpointCounts[]
  readonly observations: readonly Observation[]
  readonly leftovers: readonly Leftover[]
  /** Live charges made, in cents. */
  readonly spent_cents: number
  /** What walks through the target came to; null where no rule asked for them. */
  readonly exploration: ExplorationSummary | null
  /** Missing from the live wallet, in cents, without a live charge that explains it. */
  readonly lost_cents: number
  /** Requests sent to the target. */
  readonly requests: number
  /** Requests, and calls of the control protocol, that got no answer which could be taken in. */
  readonly lost_requests: readonly LostRequests[]
}

/** How far walks went. */
export interface ExplorationSummary {
  readonly seed: string
  readonly walks: number
  readonly steps: number
  /** Operations in states of what they are about, by kinds of keys: met, and come up on the way, met or not. */
  readonly cells: number
  readonly cells_seen: number
  /** What was done to a thing after what had been done to it before. */
  readonly pairs: number
}

/** Why a run ended early. */
export interface Stop {
  readonly kind: 'bail' | 'unreachable' | 'refused' | 'interrupted' | 'crashed'
  readonly reason: string
}

export interface Summary {
  readonly total: number
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly errored: number
}

/** Whether the target broke the rule, told as a finding of its own or as one that follows from another. */
export function isBroken({ status, because, expected }: RuleResult): boolean {
  return status === 'failed' || (because !== null && expected !== null)
}

export function summarise(rules: readonly { readonly status: Status }[]): Summary {
  const count = (status: Status): number => rules.filter((rule) => rule.status === status).length
  return {
    total: rules.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    errored: count('errored'),
  }
}

/** Red rules that are mended together, and those that can be judged then. */
export interface CauseGroup {
  /** What is wrong, in a few words. */
  readonly title: string
  /** What to change. */
  readonly fix: string
  /** Null where it is about several endpoints, or all. */
  readonly endpoint: string | null
  /** What says it most directly comes first. */
  readonly rules: readonly string[]
  readonly failed: number
  readonly errored: number
  /** Kept from being judged by it. */
  readonly skipped: number
}

/** A group with its results, for reports that show them. */
export interface RuleGroup extends CauseGroup {
  readonly results: readonly [RuleResult, ...RuleResult[]]
}

/** How the rules of an endpoint came out. */
export interface EndpointCounts extends Readonly<Record<Status, number>> {
  /** Null for rules that are about no single one. */
  readonly endpoint: string | null
}
