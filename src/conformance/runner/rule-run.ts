import type { CapturedExchange, Exchange } from '../http/answer.ts'
import { ControlFailed, RuleBroken, TransportFailure } from '../http/failures.ts'
import { TooLate } from '../http/sending/deadline.ts'
import { isFailedOrErrored } from '../report/report.ts'
import type { ActiveRule } from '../rule.ts'
import { type MadeAccount, makeAccount } from '../target/discovery.ts'
import { hasOwnAccounts } from '../target/target.ts'
import { createContextWithCleanup } from './open-context.ts'
import type { Run } from './open-run.ts'
import { addWaitNote, createOutcomeOfError, type Outcome, selectShownDeliveries } from './outcome.ts'
import { deleteAccount } from './rule-account.ts'
import { type ClockProblem, needsClock } from './waiting/clock-trust.ts'
import { type RuleTry, repeatWhileLost } from './waiting/lost-requests.ts'
import { prepareLimits } from './waiting/shared-account-waits.ts'

/** Runs a rule, and runs it again if some of its requests got no response. Never throws. */
export async function runRule(rule: ActiveRule, run: Run): Promise<RuleTry> {
  const { clockTrust } = run
  const known = clockTrust.getProblem()
  if (known?.kind === 'time' && needsClock(rule) && hasClock(run)) {
    return { ...nothingSent, outcome: createWrongClockOutcome(known) }
  }
  const tried = await repeatWhileLost(rule, run, () => tryRule(rule, run))
  if (!isFailedOrErrored(tried.outcome.status) || !clockTrust.hasMovedClock(rule.id)) return tried
  // If a rule fails after it moved the clock, its failure counts only if time has really passed at the target.
  const problem = await clockTrust.checkOnce(
    (check) => repeatWhileLost(check, run, () => tryRule(check, run)),
    run.semaphore.releaseDuring,
  )
  if (problem === undefined) return tried
  const { exchanges = [], clock = null } = tried.outcome
  return { ...tried, outcome: { ...createWrongClockOutcome(problem), exchanges, clock } }
}

const nothingSent = { sent: new Map(), controlCalls: 0, lost: [], isSlow: false } as const

const hasClock = ({ target }: Run): boolean => target.control?.works.has('clock') === true

/** Returns true if the account of a rule needs a clock that only the rule moves, so that a slow machine cannot change the outcome. */
const needsFrozenClock = (rule: ActiveRule, run: Run): boolean => hasClock(run) && needsClock(rule)

/** Returns the outcome of a rule that moved the clock without effect at the target. The outcome says nothing about the service. */
export function createWrongClockOutcome({ kind, evidence }: ClockProblem): Outcome {
  return {
    status: 'errored',
    reason: `The rule depends on time, which the control protocol did not move as it says. ${evidence}`,
    cause: { kind: 'wrong-clock', fault: kind, evidence },
  }
}

/** Runs a rule once. If the target can create accounts, the rule gets a new one. */
async function tryRule(rule: ActiveRule, run: Run): Promise<RuleTry> {
  const { control } = run.target
  let made: MadeAccount | undefined
  try {
    if (control !== undefined && hasOwnAccounts(run.target) && rule.explores !== true)
      made = await makeAccount(control.client, needsFrozenClock(rule, run) ? 'frozen' : 'realtime')
    await prepareLimits(rule, run)
  } catch (error) {
    return { ...nothingSent, outcome: createOutcomeOfError(error), lost: listLostEndpoints(error, []) }
  }
  const context = createContextWithCleanup(rule, run, made)
  let thrown: unknown
  let isThrown = false
  try {
    await rule.run(context.t)
  } catch (error) {
    thrown = error
    isThrown = true
  }
  await context.cleanUp()
  // The rule's account is deleted while other rules run. Only the end of the run waits for it.
  if (made !== undefined) run.deletions.push(deleteAccount(made, { rule, run }))
  const outcome: Outcome = isThrown ? createOutcomeOfError(thrown) : { status: 'passed' }
  return {
    outcome: {
      ...outcome,
      ...addWaitNote(outcome, context.getLastFailedWait()),
      clock: context.getPassedTimeKind(),
      ...(isFailedOrErrored(outcome.status) && {
        exchanges:
          readWalkExchanges(thrown) ??
          cutExchangesAtFailure(context.exchanges, thrown).map((each) => each.show()),
        deliveries: selectShownDeliveries(context.arrivals()),
      }),
    },
    sent: context.sent,
    controlCalls: context.controlCalls(),
    lost: listLostEndpoints(thrown, context.lost),
    isSlow: thrown instanceof TransportFailure && thrown.cause instanceof TooLate,
  }
}

/** Returns the endpoints of all requests and control-protocol calls of a rule that got no response. */
function listLostEndpoints(thrown: unknown, lost: readonly string[]): readonly string[] {
  return thrown instanceof ControlFailed && thrown.lost !== undefined ? [...lost, thrown.lost] : lost
}

/** Returns the exchanges of the random walk that failed; undefined if the rule threw an error without a walk. */
function readWalkExchanges(thrown: unknown): readonly Exchange[] | undefined {
  return thrown instanceof RuleBroken ? thrown.shownBy?.exchanges : undefined
}

/** Returns the exchanges of a rule up to the one in which it failed. */
function cutExchangesAtFailure(
  exchanges: readonly CapturedExchange[],
  thrown: unknown,
): readonly CapturedExchange[] {
  const shown = thrown instanceof RuleBroken ? thrown.answer?.exchange : undefined
  if (shown === undefined) return exchanges
  const end = exchanges.indexOf(shown)
  return end === -1 ? [...exchanges, shown] : exchanges.slice(0, end + 1)
}
