import type { Exchange, ShownDelivery } from '../http/answer.ts'
import type { Cause } from '../http/cause.ts'
import type { BrokenStatement, WalkDescription } from '../http/failures.ts'
import type { Endpoint } from '../http/operation.ts'
import type { RuleId } from '../rule.ts'
import type { Section } from '../section.ts'

/** The status of a rule's result (conformance, What do the outcomes mean?). */
export type Status = 'passed' | 'failed' | 'skipped' | 'errored'

export function isFailedOrErrored(status: Status | undefined): boolean {
  return status === 'failed' || status === 'errored'
}

/** Returns true if a rule failed or errored and the profile does not expect it to fail. */
export function isUnexpected({
  status,
  expected_failure,
}: Pick<RuleResult, 'status' | 'expected_failure'>): boolean {
  return isFailedOrErrored(status) && (expected_failure === null || expected_failure.stale)
}

/** The kinds of reasons why a rule is skipped. */
export type ReasonKind =
  | 'capability'
  | 'data'
  | 'permission'
  | 'not_observed'
  | 'excluded'
  | 'safety'
  | 'not_run'

/** The result of a rule in the JSON report (conformance, Which reports are there?). */
export interface RuleResult {
  /** The id of the rule, such as `RATE-003`. */
  readonly id: RuleId
  /** The required behaviour of the target, as one sentence. */
  readonly title: string
  /** In a report on a webhook receiver: `error` if the case follows from the specification, `advice` if it is good practice. */
  readonly severity?: 'error' | 'advice'
  /** The section of the specification that states what the rule checks. */
  readonly section: Section
  /** The ids of the statements of the specification that the rule checks. */
  readonly statements: readonly string[]
  /** The endpoint that the rule is about; null if it is about several or none. */
  readonly endpoint: Endpoint | null
  /** The outcome of the rule. */
  readonly status: Status
  /** Why the rule was skipped or errored, or a further explanation of a failure. */
  readonly reason: string | null
  /** The kind of reason why the rule was skipped; null if the rule was not skipped. */
  readonly reason_kind: ReasonKind | null
  /** The options that would let a skipped rule run: one entry per need. An entry joins alternative options by ` or `. */
  readonly unlock: readonly string[]
  /** The behaviour that the specification requires, in words; null unless the rule failed. */
  readonly expected: string | null
  /** The behaviour of the target, in words; null unless the rule failed. */
  readonly actual: string | null
  /** The defect of the target that made the rule fail or be errored; null if it is unknown or concerns only this rule. */
  readonly cause: Cause | null
  /**
   * The id of the rule whose failure is the reason why this rule errored or was skipped; in the report of an
   * examination, also why a case failed.
   */
  readonly because: RuleId | null
  /** How long the rule took, waits included, in milliseconds. */
  readonly duration_ms: number
  /** The number of responses that the rule checked; null for rules that send requests themselves. */
  readonly judged: number | null
  /** How the rule let time pass: by moving the target's clock (`virtual`) or by waiting (`real`); null if it let no time pass. */
  readonly clock: 'virtual' | 'real' | null
  /** The entry of the profile that expects the rule to fail, with its `reason` and `issue`; null if there is none. */
  readonly expected_failure: {
    readonly reason: string
    readonly issue: string | null
    /** True if the rule no longer fails. The run then fails until the user removes the entry from the profile. */
    readonly stale: boolean
  } | null
  /** The command that runs a failed or errored rule again. It takes API keys and secrets from environment variables. */
  readonly again: string | null
  /** True if the run created an account for this rule alone. The account was deleted, so the ids in the exchanges no longer exist. */
  readonly own_account: boolean
  /** The exchanges (requests and responses) of a failed or errored rule. The last one shows the failure. */
  readonly exchanges: readonly Exchange[]
  /** The webhook deliveries that arrived for a failed or errored rule. */
  readonly deliveries: readonly ShownDelivery[]
  /** For rules about random walks (series of random requests): the shortest walk that showed the failure. */
  readonly walk: WalkDescription | null
  /** For rules about random walks: the statement of the specification that the target broke in the walk. */
  readonly broken: BrokenStatement | null
}

/** The behaviour of the target where the specification says nothing. */
export interface Observation {
  /** The question that the specification does not answer. */
  readonly topic: string
  /** The behaviour of the target, as any JSON value. */
  readonly value: unknown
}

/** Requests to one endpoint that got no readable response, all for one reason. */
export interface LostRequests {
  /** The endpoint, in the spelling of the specification or of the control protocol. */
  readonly place: string
  /** Why the requests got no readable response. */
  readonly got: string
  /** How many requests to the endpoint got no readable response for this reason. */
  readonly count: number
  /** How many requests were sent to the endpoint in total. */
  readonly of: number
}

/** A resource that the run has left behind at the target. */
export interface Leftover {
  /** The kind of the resource left behind. */
  readonly kind: 'label' | 'live label' | 'tracker' | 'batch' | 'account'
  /** The id of the resource at the target. */
  readonly id: string
  /** A description of the resource, with the reason why it was not removed. */
  readonly note: string
}

/** The report of a conformance run or receiver examination (conformance, Which reports are there?). */
export interface Report {
  /** The name of the program that made the report. */
  readonly tool: 'drydock'
  /** `receiver` if the report is about a webhook receiver; its `rules` are then cases of the receiver examination. */
  readonly subject?: 'receiver'
  /** The version of Drydock. */
  readonly version: string
  /** The version of the conformance suite, which changes when a rule is added or changed. */
  readonly suite_version: string
  /** The base URL of the target, or the URL of the receiver. */
  readonly target: string
  /** Whether the run used the control protocol of the target. */
  readonly control: boolean
  /** Which part of the rules the report covers, `index` of `count`; null if it covers all. */
  readonly shard: { readonly index: number; readonly count: number } | null
  /** When the run began, ISO 8601. */
  readonly started_at: string
  /** How long the run took, in milliseconds of real time. */
  readonly duration_ms: number
  /** Why the run ended early; null if it ran to the end. */
  readonly stopped: Stop | null
  /** The number of results, by status. */
  readonly summary: Summary
  /** The result of each selected rule, in the order of the suite. */
  readonly rules: readonly RuleResult[]
  /** The causes of failed and errored rules. The cause that keeps most rules from passing comes first. */
  readonly causes: readonly CauseGroup[]
  /** The number of results of each endpoint, by status. */
  readonly endpoints: readonly EndpointCounts[]
  /** The behaviour of the target where the specification says nothing. */
  readonly observations: readonly Observation[]
  /** The resources that the run has left behind at the target. */
  readonly leftovers: readonly Leftover[]
  /** How many cents all purchases with live keys cost. */
  readonly spent_cents: number
  /** How much of the target the random walks covered; null if no rule needed walks. */
  readonly exploration: ExplorationSummary | null
  /** How many cents are missing from the live wallet beyond the cost of all purchases with live keys. */
  readonly lost_cents: number
  /** The number of requests sent to the target. */
  readonly requests: number
  /** The requests and control-protocol calls without a readable response, counted by endpoint and reason. */
  readonly lost_requests: readonly LostRequests[]
}

/** The words that differ between a report on a service and a report on a webhook receiver. */
interface ReportWords {
  /** The heading of the report, before the name of the target. */
  readonly title: string
  /** The word for each tested item: `rule` or `case`. */
  readonly each: string
  readonly command: string
  /** The heading for failures that do not make the run fail, and the word for one failure of this kind. */
  readonly tolerated: string
  readonly oneTolerated: string
}

/** Returns the words for the subject of a report: a service by default, or a webhook receiver. */
export function getReportWords({
  subject,
}: {
  readonly subject?: Report['subject'] | undefined
}): ReportWords {
  return subject === 'receiver'
    ? {
        title: 'Receiver examination',
        each: 'case',
        command: 'webhook examine',
        tolerated: 'Advice not followed',
        oneTolerated: 'advice',
      }
    : {
        title: 'Conformance',
        each: 'rule',
        command: 'conformance',
        tolerated: 'Known to fail',
        oneTolerated: 'known',
      }
}

/** Returns true if at least one rule is about a single endpoint. Otherwise a table of results by endpoint would be useless. */
export function hasEndpoints({ endpoints }: Pick<Report, 'endpoints'>): boolean {
  return endpoints.some(({ endpoint }) => endpoint !== null)
}

/** How much of the target the random walks covered. */
export interface ExplorationSummary {
  /** The seed of the random walks. A run with the same seed repeats the walks. */
  readonly seed: string
  /** The number of random walks. */
  readonly walks: number
  /** The number of steps of all random walks. */
  readonly steps: number
  /** How many combinations of operation, state of the resource (such as an expired rate) and kind of key the random walks tried. */
  readonly cells: number
  /** How many combinations of operation, state and key were possible at some step of a random walk. */
  readonly cells_seen: number
  /** How many possible combinations of operation, state and key the rules try by themselves, without a random walk. */
  readonly cells_of_rules: number
  /** `cells` as a part of `cells_seen`, from 0 to 1. */
  readonly cells_share: number
  /** How many different pairs of operations the random walks sent one after the other for the same resource. */
  readonly pairs: number
  /** How many different pairs of operations were possible in the random walks. */
  readonly pairs_seen: number
  /** `pairs` as a part of `pairs_seen`, from 0 to 1. */
  readonly pairs_share: number
  /** How many scenarios the random walks ran, such as two purchases, concurrent requests, or a success after a refusal. */
  readonly stories: number
  /** The combinations of operation, state and key that were possible in a random walk but never tried: only the first ones. */
  readonly unreached: readonly string[]
}

/** Why a run ended early. */
export interface Stop {
  /** The kind of reason: `--bail`, a target that was unreachable or refused everything, an interruption, or a crash of the harness. */
  readonly kind: 'bail' | 'unreachable' | 'refused' | 'interrupted' | 'crashed'
  /** The reason in words. */
  readonly reason: string
}

/** The number of results, by status. */
export interface Summary {
  /** The total number of results. */
  readonly total: number
  /** How many rules passed. */
  readonly passed: number
  /** How many rules failed, since the target broke them. */
  readonly failed: number
  /** How many rules were not run. */
  readonly skipped: number
  /** How many rules were run but could not be checked. */
  readonly errored: number
}

/** Returns true if the target broke a rule: the rule failed, or it errored because of another broken rule. */
export function isRuleBroken({ status, because, expected }: RuleResult): boolean {
  return status === 'failed' || (because !== null && expected !== null)
}

/** Counts results by status. */
export function countByStatus(rules: readonly { readonly status: Status }[]): Summary {
  const countStatus = (status: Status): number => rules.filter((rule) => rule.status === status).length
  return {
    total: rules.length,
    passed: countStatus('passed'),
    failed: countStatus('failed'),
    skipped: countStatus('skipped'),
    errored: countStatus('errored'),
  }
}

/** A cause of failures, with the failed and errored rules that one fix at the target would repair. */
export interface CauseGroup {
  /** The defect of the target, in a few words. */
  readonly title: string
  /** The change that the target needs. */
  readonly fix: string
  /** The endpoint of the cause; null if the cause is about several endpoints or all. */
  readonly endpoint: string | null
  /** The ids of the rules with this cause. The rule that is most directly about the cause comes first. */
  readonly rules: readonly string[]
  /** The number of rules that failed because of this cause. */
  readonly failed: number
  /** The number of rules that could not be checked because of this cause. */
  readonly errored: number
  /** The number of rules that were skipped because of this cause. */
  readonly skipped: number
}

/** A cause of failures, with the results of the rules that failed or errored because of it. */
export interface RuleGroup extends CauseGroup {
  readonly results: readonly [RuleResult, ...RuleResult[]]
}

/** How many rules about an endpoint passed, failed, were skipped or errored. */
export interface EndpointCounts extends Readonly<Record<Status, number>> {
  /** The endpoint; null for rules that are not about a single endpoint. */
  readonly endpoint: string | null
}

/** Returns the exit status of a run: 0, 1 or 3 (conformance, What do the outcomes mean?). Expected failures do not count. */
export function exitStatusOf(report: Pick<Report, 'rules' | 'stopped' | 'lost_cents'>): 0 | 1 | 3 {
  if (!isConclusive(report)) return 3
  // If money is missing from the live wallet, the run fails even if the rule about it was not selected.
  return report.rules.some(isUnexpected) || report.lost_cents > 0 ? 1 : 0
}

/** Returns true if a run checked a rule and ended normally, or by `--bail`. */
export function isConclusive({
  rules,
  stopped,
}: {
  readonly rules: readonly Pick<RuleResult, 'status'>[]
  readonly stopped: Report['stopped']
}): boolean {
  return (stopped === null || stopped.kind === 'bail') && rules.some(({ status }) => status !== 'skipped')
}
