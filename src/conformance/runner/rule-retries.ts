import { operationOf } from '../http/operation.ts'
import { plural } from '../plural.ts'
import { isRed } from '../report/report.ts'
import type { ActiveRule } from '../rule.ts'
import { hasOwnAccounts } from '../target/target.ts'
import type { Outcome } from './outcome.ts'
import type { Run } from './run-in-progress.ts'

/** A rule that was carried out once: its outcome, and what it sent. */
export interface Tried {
  readonly outcome: Outcome
  /** How many requests were answered, by operation. */
  readonly sent: ReadonlyMap<string, number>
  /** The endpoints of requests that got no answer. */
  readonly lost: readonly string[]
  /** Whether an answer took too long. The next try may take as long, so there is none. */
  readonly isSlow: boolean
}

/** Where one request in twenty is lost, a rule that may repeat none of eighty gets through in so many tries but for one time in ten. */
const mostTries = 150
/** What is lost at the same point so often is not lost by chance. */
const stuckAfter = 10

/**
 * Carries out a rule, and repeats it as long as requests of it get no answer. Such a request says nothing of the rule, and
 * may have been carried out, so that what follows cannot be judged either. A rule with an account of its own gets a new
 * one for each try.
 */
export async function untilAnswered(
  rule: ActiveRule,
  run: Run,
  carryOut: () => Promise<Tried>,
): Promise<Tried> {
  const tries: Tried[] = []
  for (;;) {
    const tried = await carryOut()
    tries.push(tried)
    if (!isToRepeat(rule, run, tries)) return { ...tried, outcome: concluded(tries, run) }
  }
}

function isToRepeat(rule: ActiveRule, run: Run, tries: readonly Tried[]): boolean {
  const last = tries.at(-1)
  if (last === undefined || run.signal.aborted || last.lost.length === 0 || last.isSlow) return false
  const { status, reasonKind, clock } = last.outcome
  const most = isRed(status) ? mostTries : reasonKind === 'not_observed' ? 2 : 0
  if (tries.length >= most || isStuck(tries)) return false
  // A wait in real time is not repeated.
  if (clock === 'real') return false
  return last.lost.every(run.losses.mayAnswer) && isFree(rule, run, last)
}

/** Whether the last tries all ended at the same point. */
function isStuck(tries: readonly Tried[]): boolean {
  const last = tries.slice(-stuckAfter).map(({ lost, sent }) => JSON.stringify([lost, [...sent]]))
  return last.length === stuckAfter && last.every((each) => each === last[0])
}

const purchases = (['buyLabel', 'createBatch', 'buyBatch'] as const).map((name) => operationOf(name))

/** Whether repeating a rule costs nothing. Where money is at stake, a purchase is not repeated. */
function isFree({ canary, needs }: ActiveRule, { target }: Run, { sent, lost }: Tried): boolean {
  if (hasOwnAccounts(target) || (canary !== true && !needs.includes('spend'))) return true
  return !purchases.some(({ name, endpoint }) => sent.has(name) || lost.includes(endpoint))
}

/** The outcome after the last try. It is a failure only if no lost request can have led to it. */
function concluded(tries: readonly Tried[], run: Run): Outcome {
  const last = tries.at(-1)
  if (last === undefined) throw new Error('A rule was never carried out.')
  const { outcome, lost } = last
  if (outcome.status !== 'failed' || lost.length === 0) return outcome
  // An endpoint that never answers would not have answered anything else.
  if (tries.length === 1 && !lost.every(run.losses.mayAnswer)) return outcome
  const { expected, actual, exchanges } = outcome
  const places = [...new Set(lost)].join(', ')
  return {
    status: 'errored',
    reason: `It could not be judged: requests to ${places} got no answer in ${plural(tries.length, 'try', 'tries')}, and without them it came to no verdict (expected ${expected}; got ${actual}).`,
    ...(exchanges !== undefined && { exchanges }),
  }
}
