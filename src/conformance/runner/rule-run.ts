import { TooLate } from '../http/deadline.ts'
import type { CapturedExchange, Exchange } from '../http/exchange.ts'
import {
  ControlFailed,
  NotJudged,
  OverBudget,
  RuleBroken,
  SetupFailed,
  Throttled,
  TransportFailure,
} from '../http/failures.ts'
import { absentEndpoint } from '../http/presence.ts'
import { notRepeated, type ToldWalk } from '../http/told-walk.ts'
import { statementsOf } from '../ledger/judged-statements.ts'
import { neutraliseStart } from '../report/neutral-text.ts'
import { isRed, type RuleResult } from '../report/report.ts'
import type { ActiveRule, Rule } from '../rule.ts'
import type { ControlClient } from '../target/control-client.ts'
import { dropAccount, type MadeAccount, makeAccount } from '../target/discovery.ts'
import { hasOwnAccounts } from '../target/target.ts'
import { NotBought } from './buying-gate.ts'
import type { ClockProblem } from './clock-check.ts'
import { needsClock } from './clock-trust.ts'
import { awaitLimits } from './limit-waits.ts'
import { openContext } from './open-context.ts'
import type { Outcome } from './outcome.ts'
import type { TimedOutWait } from './patience.ts'
import { type Tried, untilAnswered } from './rule-retries.ts'
import type { Run } from './run-in-progress.ts'
import { shownDeliveries } from './shown-deliveries.ts'

/** Runs a rule, and repeats it if requests of it are lost. It never throws. */
export async function runRule(rule: ActiveRule, run: Run): Promise<Tried> {
  const { clockTrust } = run
  const known = clockTrust.problem()
  if (known?.kind === 'time' && needsClock(rule) && hasClock(run)) {
    return { outcome: byBadClock(known), sent: new Map(), lost: [], isSlow: false }
  }
  const tried = await untilAnswered(rule, run, () => tryRule(rule, run))
  if (!isRed(tried.outcome.status) || !clockTrust.hasMoved(rule.id)) return tried
  // A failure after the clock was moved is a verdict only if time has really passed.
  const problem = await clockTrust.find(
    (check) => untilAnswered(check, run, () => tryRule(check, run)),
    run.slots.leave,
  )
  if (problem === undefined) return tried
  const { exchanges = [], clock = null } = tried.outcome
  return { ...tried, outcome: { ...byBadClock(problem), exchanges, clock } }
}

const hasClock = ({ target }: Run): boolean => target.control?.works.has('clock') === true

/** Whether the clock of a rule's account stands still but where the rule moves it, so that a slow machine changes no verdict. */
const isFrozen = (rule: ActiveRule, run: Run): boolean => hasClock(run) && needsClock(rule)

/** The outcome of a rule that moved the clock, if time did not really pass. It is no verdict on the service. */
export function byBadClock({ kind, evidence }: ClockProblem): Outcome {
  return {
    status: 'errored',
    reason: `It stands on time that the control protocol says it moved. ${evidence}`,
    cause: { kind: 'wrong-clock', fault: kind, evidence },
  }
}

/** Runs a rule once, in an account made for it if the target makes accounts. */
async function tryRule(rule: ActiveRule, run: Run): Promise<Tried> {
  const { control } = run.target
  let made: MadeAccount | undefined
  try {
    if (control !== undefined && hasOwnAccounts(run.target) && rule.explores !== true)
      made = await makeAccount(control.client, isFrozen(rule, run) ? 'frozen' : 'realtime')
    await awaitLimits(rule, run)
  } catch (error) {
    return { outcome: judge(error), sent: new Map(), lost: lostIn(error, []), isSlow: false }
  }
  const open = openContext(rule, run, made)
  let thrown: unknown
  let isThrown = false
  try {
    await rule.run(open.t)
  } catch (error) {
    thrown = error
    isThrown = true
  }
  await open.putAway()
  // The account is deleted while other rules run; only the run waits for it.
  if (control !== undefined && made !== undefined) run.clearing.push(drop(made, control.client, run, rule))
  const outcome: Outcome = isThrown ? judge(thrown) : { status: 'passed' }
  return {
    outcome: {
      ...outcome,
      ...told(outcome, open.timedOut()),
      clock: open.clock(),
      ...(isRed(outcome.status) && {
        exchanges: shownIn(thrown) ?? chain(open.exchanges, thrown).map((each) => each.show()),
        deliveries: shownDeliveries(open.arrivals()),
      }),
    },
    sent: open.sent,
    lost: lostIn(thrown, open.lost),
    isSlow: thrown instanceof TransportFailure && thrown.cause instanceof TooLate,
  }
}

/** The endpoints of requests that got no answer, and of calls of the control protocol. */
function lostIn(thrown: unknown, lost: readonly string[]): readonly string[] {
  return thrown instanceof ControlFailed && thrown.lost !== undefined ? [...lost, thrown.lost] : lost
}

/** The reason of a skipped rule as a sentence. Rules give a whole sentence or only a part of one. */
function sentenceOf(why: string): string {
  return /^[A-Z].*\.$/s.test(why) ? why : `There was nothing to judge: ${why}.`
}

async function drop({ id }: MadeAccount, client: ControlClient, run: Run, rule: ActiveRule): Promise<void> {
  if (await dropAccount(client, id)) return
  run.leftovers.push({ kind: 'account', id, note: `made for ${rule.id}, could not be deleted` })
}

/** What the result says of a wait in vain. */
function told(outcome: Outcome, timedOut: TimedOutWait | undefined): Pick<Outcome, 'reason' | 'timedOut'> {
  if (timedOut === undefined || outcome.status === 'passed') return {}
  return {
    timedOut,
    reason: [outcome.reason, timedOut.told].filter((each) => each !== undefined).join(' '),
  }
}

/** The outcome of a rule that threw. Only RuleBroken is a verdict on the target. */
function judge(error: unknown): Outcome {
  if (error instanceof RuleBroken) {
    const { expected, actual, shownBy } = error
    return {
      status: 'failed',
      expected,
      actual,
      ...causeOf(error),
      ...(shownBy !== undefined && {
        walk: shownBy.walk,
        broken: shownBy.broken,
        endpoint: shownBy.endpoint,
        reason: reasonOf(shownBy.walk),
      }),
    }
  }
  if (error instanceof NotJudged)
    return { status: 'skipped', reason: sentenceOf(error.message), reasonKind: 'not_observed' }
  if (error instanceof NotBought) {
    return { status: 'skipped', reason: error.message, reasonKind: 'safety', because: error.because }
  }
  if (error instanceof OverBudget) {
    return {
      status: 'skipped',
      reason: `It may not buy: ${error.message}.`,
      reasonKind: 'permission',
      unlock: ['--max-spend'],
    }
  }
  if (error instanceof SetupFailed)
    return {
      status: 'errored',
      reason: `What it needs first failed. ${error.message}`,
      ...(error.broken !== undefined && causeOf(error.broken)),
    }
  if (error instanceof ControlFailed)
    return { status: 'errored', reason: `The control protocol failed: ${error.message}` }
  if (error instanceof TransportFailure) {
    return { status: 'errored', reason: error.message, cause: error.about }
  }
  if (error instanceof Throttled) return { status: 'errored', reason: error.message }
  if (error instanceof Error && error.name === 'AbortError') {
    return { status: 'skipped', reason: 'The run was stopped while it was at work.', reasonKind: 'not_run' }
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { status: 'errored', reason: `The harness failed: ${trace}` }
}

/** The cause of a failure, and the endpoint that may not exist. A wrong header or field needs no such explanation. */
function causeOf({ cause, answer }: RuleBroken): Pick<Outcome, 'cause' | 'absent'> {
  const isOfAll = cause !== undefined && ('header' in cause || 'field' in cause)
  return { cause, absent: isOfAll ? undefined : (absentEndpoint(answer) ?? undefined) }
}

/** The reason of a failure that a walk showed: why it was expected, which walk it was, and how often it failed again. */
function reasonOf({ number, seed, why, again, isCut }: ToldWalk): string {
  const showed = `Because ${why}. Walk ${number} of seed ${seed} showed it`
  if (again === notRepeated) return `${showed}, and is told as it was: others have been made shorter.`
  const cut = isCut ? ' It may be longer than it had to be: there was no time to leave out more.' : ''
  return `${showed}, and failed again in ${again}.${cut}`
}

function shownIn(thrown: unknown): readonly Exchange[] | undefined {
  return thrown instanceof RuleBroken ? thrown.shownBy?.exchanges : undefined
}

/** The exchanges of a rule up to the one that shows the failure. */
function chain(exchanges: readonly CapturedExchange[], thrown: unknown): readonly CapturedExchange[] {
  const shown = thrown instanceof RuleBroken ? thrown.answer?.exchange : undefined
  if (shown === undefined) return exchanges
  const end = exchanges.indexOf(shown)
  return end === -1 ? [...exchanges, shown] : exchanges.slice(0, end + 1)
}

/** The longest `expected` or `actual`. A target may answer with whole pages, which the exchange has. */
const longestFinding = 500
/** The longest reason. It has room for a stack trace of the harness. */
const longestReason = 1_000

/** A text for the report that may hold words of the target. */
function shown(text: string | undefined, longest: number): string | null {
  return text === undefined ? null : neutraliseStart(text, longest)
}

/** The result of a rule as the report has it. */
export function resultOf(
  rule: Rule,
  outcome: Outcome,
  details: {
    readonly durationMs: number
    /** The command that runs the rule again. */
    readonly again: string
    /** Whether the rule had an account of its own, which is deleted by now. */
    readonly ownAccount: boolean
    readonly expectedFailure?: RuleResult['expected_failure']
  },
): RuleResult {
  return {
    id: rule.id,
    title: rule.title,
    section: rule.section,
    statements: statementsOf(rule.id).map(({ id }) => id),
    endpoint: rule.endpoint ?? outcome.endpoint ?? null,
    status: outcome.status,
    reason: shown(outcome.reason, longestReason),
    reason_kind: outcome.reasonKind ?? null,
    unlock: outcome.unlock ?? [],
    expected: shown(outcome.expected, longestFinding),
    actual: shown(outcome.actual, longestFinding),
    cause: outcome.cause ?? null,
    because: outcome.because ?? null,
    duration_ms: Math.round(details.durationMs),
    judged: outcome.judged ?? null,
    clock: outcome.clock ?? null,
    expected_failure: details.expectedFailure ?? null,
    again: isRed(outcome.status) ? details.again : null,
    own_account: details.ownAccount,
    exchanges: outcome.exchanges ?? [],
    deliveries: outcome.deliveries ?? [],
    walk: outcome.walk ?? null,
    broken: outcome.broken ?? null,
  }
}
