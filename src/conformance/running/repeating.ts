import { plural } from '../plural.ts'
import { isRed } from '../report/report.ts'
import type { ActiveRule } from '../rule.ts'
import { hasOwnAccounts } from '../target/target.ts'
import { operationOf } from '../wire/operation.ts'
import type { Outcome } from './outcome.ts'
import type { Run } from './run-in-progress.ts'

/** What came of a rule that was carried out once. */
export interface Tried {
  readonly outcome: Outcome
  /** How many requests of each kind were answered. */
  readonly sent: ReadonlyMap<string, number>
  /** Where requests were sent that got no answer. */
  readonly lost: readonly string[]
  /** It was given up since an answer took too long: the next may take as long. */
  readonly isSlow: boolean
}

/** Where one request in twenty is lost, a rule of fifty gets through in so many tries but for one time in twenty. */
const mostTries = 40
/** What is lost at the same point so often is not lost by chance. */
const stuckAfter = 10

/**
 * A request that got no answer says nothing of any rule, and what comes after it may follow from it: who knows whether it
 * was carried out? So the whole rule is carried out again, in another account where it has one of its own.
 */
export async function untilHeard(rule: ActiveRule, run: Run, carryOut: () => Promise<Tried>): Promise<Tried> {
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
  // Nobody waits twice for real time to pass.
  if (clock === 'real') return false
  return last.lost.every(run.losses.mayAnswer) && isFree(rule, run, last)
}

/** Whether the last tries all ended at the same point. */
function isStuck(tries: readonly Tried[]): boolean {
  const last = tries.slice(-stuckAfter).map(({ lost, sent }) => JSON.stringify([lost, [...sent]]))
  return last.length === stuckAfter && last.every((each) => each === last[0])
}

const purchases = (['buyLabel', 'createBatch', 'buyBatch'] as const).map((name) => operationOf(name))

/** Whether it costs nothing to do it again: where money is at stake, nobody buys twice to hear one answer. */
function isFree({ canary, needs }: ActiveRule, { target }: Run, { sent, lost }: Tried): boolean {
  if (hasOwnAccounts(target) || (canary !== true && !needs.includes('spend'))) return true
  return !purchases.some(({ name, endpoint }) => sent.has(name) || lost.includes(endpoint))
}

/** What a rule is found to be after the last try: a verdict only where nothing that was lost can have led to it. */
function concluded(tries: readonly Tried[], run: Run): Outcome {
  const last = tries.at(-1)
  if (last === undefined) throw new Error('A rule was never carried out.')
  const { outcome, lost } = last
  if (outcome.status !== 'failed' || lost.length === 0) return outcome
  // What never answers loses nothing that would have told more.
  if (tries.length === 1 && !lost.every(run.losses.mayAnswer)) return outcome
  const { expected, actual, exchanges } = outcome
  const places = [...new Set(lost)].join(', ')
  return {
    status: 'errored',
    reason: `It could not be judged: requests to ${places} got no answer in ${plural(tries.length, 'try', 'tries')}, and without them it came to no verdict (expected ${expected}; got ${actual}).`,
    ...(exchanges !== undefined && { exchanges }),
  }
}
