import type { Exchange, ShownDelivery } from '../http/answer.ts'
import type { Cause } from '../http/cause.ts'
import { findAbsentEndpoint } from '../http/expect.ts'
import {
  type BrokenStatement,
  ControlFailed,
  NotJudged,
  notRepeated,
  OverBudget,
  RuleBroken,
  SetupFailed,
  Throttled,
  TransportFailure,
  type WalkDescription,
} from '../http/failures.ts'
import type { Endpoint } from '../http/operation.ts'
import type { ReasonKind, Status } from '../report/report.ts'
import type { RuleId } from '../rule.ts'
import type { Arrival } from '../target/arrival.ts'
import { NotBought } from './money/spending.ts'
import type { FailedWait } from './waiting/adaptive-timeout.ts'

/** The outcome of a rule, before it becomes a result in the report. */
export interface Outcome {
  readonly status: Status
  readonly reason?: string
  readonly reasonKind?: ReasonKind
  readonly unlock?: readonly string[]
  readonly expected?: string
  readonly actual?: string
  /** The cause of the rule's failure, if it is known. */
  readonly cause?: Cause | undefined
  /** The endpoint that seems to be missing on the target, unless another response of the run shows that it exists. */
  readonly absent?: string | undefined
  readonly exchanges?: readonly Exchange[]
  /** The webhook deliveries that arrived for the rule. */
  readonly deliveries?: readonly ShownDelivery[]
  /** The random walk (series of random requests) in which the rule failed; left out if there was none. */
  readonly walk?: WalkDescription
  /** The statement of the specification that the target broke in a random walk. */
  readonly broken?: BrokenStatement
  /** The endpoint at which the random walk failed, if the rule is not about a single endpoint. */
  readonly endpoint?: Endpoint | null
  /** The id of the rule that showed why this rule could not be checked. */
  readonly because?: RuleId
  /** For a rule that checks every response: the rule whose request got the response that broke it. */
  readonly sentBy?: string
  readonly judged?: number
  readonly clock?: 'virtual' | 'real' | null
  /** The rule's last wait for a delivery that ended without one; undefined if there was none. */
  readonly failedWait?: FailedWait | undefined
}

/** Appends a sentence about a wait without a delivery to the reason of an outcome. */
export function addWaitNote(
  outcome: Outcome,
  failedWait: FailedWait | undefined,
): Pick<Outcome, 'reason' | 'failedWait'> {
  if (failedWait === undefined || outcome.status === 'passed') return {}
  return {
    failedWait,
    reason: [outcome.reason, failedWait.note].filter((each) => each !== undefined).join(' '),
  }
}

/** Returns the outcome of a rule that threw an error. The rule failed only if the error is RuleBroken. */
export function createOutcomeOfError(error: unknown): Outcome {
  if (error instanceof RuleBroken) {
    const { expected, actual, shownBy } = error
    return {
      status: 'failed',
      expected,
      actual,
      ...findCause(error),
      ...(shownBy !== undefined && {
        walk: shownBy.walk,
        broken: shownBy.broken,
        endpoint: shownBy.endpoint,
        reason: describeWalkFailure(shownBy.walk),
      }),
    }
  }
  if (error instanceof NotJudged)
    return { status: 'skipped', reason: makeSentence(error.message), reasonKind: 'not_observed' }
  if (error instanceof NotBought) {
    return { status: 'skipped', reason: error.message, reasonKind: 'safety', because: error.because }
  }
  if (error instanceof OverBudget) {
    return {
      status: 'skipped',
      reason: `The rule may not buy: ${error.message}.`,
      reasonKind: 'permission',
      unlock: ['--max-spend'],
    }
  }
  if (error instanceof SetupFailed)
    return {
      status: 'errored',
      reason: `The setup of the rule failed. ${error.message}`,
      ...(error.broken !== undefined && findCause(error.broken)),
    }
  if (error instanceof ControlFailed)
    return { status: 'errored', reason: `The control protocol failed: ${error.message}` }
  if (error instanceof TransportFailure) {
    return { status: 'errored', reason: error.message, cause: error.about }
  }
  if (error instanceof Throttled) return { status: 'errored', reason: error.message }
  if (error instanceof Error && error.name === 'AbortError') {
    return {
      status: 'skipped',
      reason: 'The run was stopped while the rule was running.',
      reasonKind: 'not_run',
    }
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { status: 'errored', reason: `The harness failed: ${trace}` }
}

/** Turns the reason of a skipped rule into a whole sentence, as some rules give only a part of one. */
function makeSentence(why: string): string {
  return /^[A-Z].*\.$/s.test(why) ? why : `There was nothing to check: ${why}.`
}

/**
 * Returns the cause of a failure, and the endpoint that may be missing. A wrong header or field is no sign of a missing
 * endpoint.
 */
function findCause({ cause, answer }: RuleBroken): Pick<Outcome, 'cause' | 'absent'> {
  const isOfAll = cause !== undefined && ('header' in cause || 'field' in cause)
  return { cause, absent: isOfAll ? undefined : (findAbsentEndpoint(answer) ?? undefined) }
}

/** Describes the failure of a random walk: why the service had to respond otherwise, which walk it was, and how often it failed again. */
function describeWalkFailure({ number, seed, why, again, isCut }: WalkDescription): string {
  const showed = `The service had to respond otherwise, because ${why}. Walk ${number} of seed ${seed} showed it`
  if (again === notRepeated) return `${showed}, and was not shortened, as other walks were.`
  const cut = isCut ? ' It may be longer than necessary, as the time to shorten it was over.' : ''
  return `${showed}, and failed again in ${again}.${cut}`
}

/** How many webhook deliveries the report shows for a rule at most: the first ones and the last ones, as the last ones led to the failure. */
const maxShownDeliveries = 5
const maxBodyLength = 4_000
const margin = 400
const maxHeaderLength = 300
const maxHeaders = 30

/** Selects the webhook deliveries of a rule that the report shows. Secrets in them are not yet masked. */
export function selectShownDeliveries(arrivals: readonly Arrival[]): readonly ShownDelivery[] {
  const shown =
    arrivals.length > maxShownDeliveries
      ? [...arrivals.slice(0, 1), ...arrivals.slice(1 - maxShownDeliveries)]
      : arrivals
  return shown.map(({ attempt, labelId, receivedAtMs, method, headers, body }) => ({
    attempt,
    label_id: labelId ?? null,
    received_at: new Date(receivedAtMs).toISOString(),
    method,
    headers: Object.fromEntries(
      Object.entries(headers)
        .slice(0, maxHeaders)
        .map(([name, value]) => [name, value.slice(0, maxHeaderLength)]),
    ),
    // Secrets are masked later and may be longer than their masks, so this cut leaves some characters more than the report shows.
    body: body.toString('utf8').slice(0, maxBodyLength + margin),
  }))
}

function cutBody(text: string): string {
  return text.length <= maxBodyLength ? text : `${text.slice(0, maxBodyLength)}…`
}

/** Masks the secrets in a webhook delivery and shortens its body. */
export function redactDelivery(delivery: ShownDelivery, redact: (text: string) => string): ShownDelivery {
  const { label_id, headers, body } = delivery
  return {
    ...delivery,
    label_id: label_id === null ? null : redact(label_id),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [redact(name), redact(value)]),
    ),
    body: cutBody(redact(body)),
  }
}
