import { TooLate } from '../http/deadline.ts'
import type { CapturedExchange, Exchange } from '../http/exchange.ts'
import { ControlFailed, RuleBroken, TransportFailure } from '../http/failures.ts'
import { isRed } from '../report/report.ts'
import type { ActiveRule } from '../rule.ts'
import type { ControlClient } from '../target/control-client.ts'
import { dropAccount, type MadeAccount, makeAccount } from '../target/discovery.ts'
import { hasOwnAccounts } from '../target/target.ts'
import { type ClockProblem, needsClock } from './clock-trust.ts'
import { type Tried, untilAnswered } from './lost-requests.ts'
import { openContext } from './open-context.ts'
import type { Run } from './open-run.ts'
import { type Outcome, outcomeOf, shownDeliveries, waitNote } from './outcome.ts'
import { awaitLimits } from './shared-account-waits.ts'

/** Runs a rule, and repeats it if requests of it are lost. It never throws. */
export async function runRule(rule: ActiveRule, run: Run): Promise<Tried> {
  const { clockTrust } = run
  const known = clockTrust.problem()
  if (known?.kind === 'time' && needsClock(rule) && hasClock(run)) {
    return { outcome: byBadClock(known), sent: new Map(), controlled: 0, lost: [], isSlow: false }
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
    return {
      outcome: outcomeOf(error),
      sent: new Map(),
      controlled: 0,
      lost: lostIn(error, []),
      isSlow: false,
    }
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
  const outcome: Outcome = isThrown ? outcomeOf(thrown) : { status: 'passed' }
  return {
    outcome: {
      ...outcome,
      ...waitNote(outcome, open.timedOut()),
      clock: open.clock(),
      ...(isRed(outcome.status) && {
        exchanges: shownIn(thrown) ?? chain(open.exchanges, thrown).map((each) => each.show()),
        deliveries: shownDeliveries(open.arrivals()),
      }),
    },
    sent: open.sent,
    controlled: open.controlled(),
    lost: lostIn(thrown, open.lost),
    isSlow: thrown instanceof TransportFailure && thrown.cause instanceof TooLate,
  }
}

/** The endpoints of requests that got no answer, and of calls of the control protocol. */
function lostIn(thrown: unknown, lost: readonly string[]): readonly string[] {
  return thrown instanceof ControlFailed && thrown.lost !== undefined ? [...lost, thrown.lost] : lost
}

async function drop({ id }: MadeAccount, client: ControlClient, run: Run, rule: ActiveRule): Promise<void> {
  if (await dropAccount(client, id)) return
  run.leftovers.push({ kind: 'account', id, note: `made for ${rule.id}, could not be deleted` })
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
