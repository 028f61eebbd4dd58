import { operationOf } from '../http/operation.ts'
import { plural } from '../plural.ts'
import { isRed, type LostRequests, type Stop } from '../report/report.ts'
import type { ActiveRule } from '../rule.ts'
import { hasOwnAccounts, type Target } from '../target/target.ts'
import type { Outcome } from './outcome.ts'

/** Counts the requests of a run that got no readable answer, by endpoint. One for a run. */
export interface Losses {
  /** Notes that a request to an endpoint was answered, or lost for a reason. */
  record(place: string, lostFor?: string): void
  /** Whether it is worth asking an endpoint again: it answers most requests, or only a few have been lost so far. */
  mayAnswer(place: string): boolean
  /** The lost requests, the most frequent first. */
  told(): readonly LostRequests[]
}

interface Sent {
  answered: number
  lost: number
  readonly reasons: Map<string, number>
}

/** How many requests to an endpoint without an answer so far may be lost by chance, if other endpoints answer. */
const few = 6
/** How many different reasons are kept for an endpoint. A target may give any number of them. */
const mostReasons = 5

/** Opens the counts of a run. */
export function openLosses(): Losses {
  const places = new Map<string, Sent>()
  const all = { answered: 0, lost: 0 }
  const sentTo = (place: string): Sent => {
    const known = places.get(place) ?? { answered: 0, lost: 0, reasons: new Map() }
    places.set(place, known)
    return known
  }
  return {
    record: (place, lostFor) => {
      const sent = sentTo(place)
      if (lostFor === undefined) {
        sent.answered += 1
        all.answered += 1
        return
      }
      sent.lost += 1
      all.lost += 1
      const { reasons } = sent
      const reason = reasons.has(lostFor) || reasons.size < mostReasons ? lostFor : 'something else'
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    },
    mayAnswer: (place) => {
      const { answered, lost } = sentTo(place)
      return answered > lost || lost <= 1 || (lost <= few && all.answered > all.lost * 4)
    },
    told: () =>
      [...places]
        .flatMap(([place, { answered, lost, reasons }]) =>
          [...reasons].map(([got, count]) => ({ place, got, count, of: answered + lost })),
        )
        .sort((a, b) => b.count - a.count || a.place.localeCompare(b.place)),
  }
}

/** A rule that was carried out once: its outcome, and what it sent. */
export interface Tried {
  readonly outcome: Outcome
  /** How many requests were answered, by operation. */
  readonly sent: ReadonlyMap<string, number>
  /** How many calls of the control protocol were answered. */
  readonly controlled: number
  /** The endpoints of requests that got no answer. */
  readonly lost: readonly string[]
  /** Whether an answer took too long. The next try may take as long, so there is none. */
  readonly isSlow: boolean
}

/** The parts of a run that decide whether a rule is repeated. */
interface RepeatingRun {
  readonly target: Pick<Target, 'control'>
  readonly signal: AbortSignal
  readonly losses: Pick<Losses, 'mayAnswer'>
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
  run: RepeatingRun,
  carryOut: () => Promise<Tried>,
): Promise<Tried> {
  const tries: Tried[] = []
  for (;;) {
    const tried = await carryOut()
    tries.push(tried)
    if (!isToRepeat(rule, run, tries)) return { ...tried, outcome: concluded(tries, run) }
  }
}

function isToRepeat(rule: ActiveRule, run: RepeatingRun, tries: readonly Tried[]): boolean {
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
  const last = tries
    .slice(-stuckAfter)
    .map(({ lost, sent, controlled }) => JSON.stringify([lost, [...sent], controlled]))
  return last.length === stuckAfter && last.every((each) => each === last[0])
}

const purchases = (['buyLabel', 'createBatch', 'buyBatch'] as const).map((name) => operationOf(name))

/** Whether repeating a rule costs nothing. Where money is at stake, a purchase is not repeated. */
function isFree({ canary, needs }: ActiveRule, { target }: RepeatingRun, { sent, lost }: Tried): boolean {
  if (hasOwnAccounts(target) || (canary !== true && !needs.includes('spend'))) return true
  return !purchases.some(({ name, endpoint }) => sent.has(name) || lost.includes(endpoint))
}

/** The outcome after the last try. It is a failure only if no lost request can have led to it. */
function concluded(tries: readonly Tried[], run: RepeatingRun): Outcome {
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

/** Stops a run. The first reason is the one that is reported. */
export interface Stopping {
  /** Aborted when the run stops. */
  readonly signal: AbortSignal
  /** Why the run stopped; null if it has not. */
  reason(): Stop | null
  stop(reason: Stop): void
  /** Stops listening to the signal of the options. */
  close(): void
}

/** Opens the stopping of a run, which also stops when the signal of its options is aborted. */
export function openStopping(user: AbortSignal | undefined): Stopping {
  const stopper = new AbortController()
  let stopped: Stop | null = null
  const stop = (reason: Stop): void => {
    stopped ??= reason
    stopper.abort()
  }
  const interrupt = (): void => stop({ kind: 'interrupted', reason: 'The run was interrupted.' })
  user?.addEventListener('abort', interrupt, { once: true })
  if (user?.aborted) interrupt()
  return {
    signal: stopper.signal,
    reason: () => stopped,
    stop,
    close: () => user?.removeEventListener('abort', interrupt),
  }
}

const failuresToStop = 3
/** After so many failures the run stops, even if earlier requests are still in progress. */
const failuresAtMost = 24

/** The outcome of a request or call. */
export interface SendResult {
  /** Whether an answer came. */
  readonly worked: boolean
  /** Whether it was a success. */
  readonly isGood?: boolean
  /** Whether the connection was refused. */
  readonly isGone?: boolean
  /** Why no answer came. */
  readonly lostFor?: string | null | undefined
}

/** Called as something is sent to an endpoint; the function it returns is called with the outcome. */
export type ReachabilityWatch = (place: string) => (sent: SendResult) => void

interface Watched {
  readonly what: string
  readonly sends: string
  /** Asks whether the target still answers, before the run stops: three lost requests in a row may be chance. */
  isThere?(): Promise<boolean>
}

/**
 * Stops the run if several requests in a row get no answer (conformance, What the outcomes mean). Requests that were in
 * progress when the first of them failed are waited for, as a failure is often seen sooner than an answer. An endpoint
 * that never succeeded does not count if another one did.
 */
export function watchReachability(
  stopping: Pick<Stopping, 'stop'>,
  { what, sends, isThere }: Watched,
): ReachabilityWatch {
  const good = new Set<string>()
  const underWay = new Set<object>()
  let awaited = new Set<object>()
  let inARow = 0
  let isGoneForGood = false
  let isAsking = false
  let lostFor = ''
  const begin = (): void => {
    inARow = 0
    awaited.clear()
  }
  const stop = (): void => {
    const reason = `${what} could not be reached: ${failuresToStop} ${sends} in a row got no answer.`
    // What else went wrong says nothing that helps.
    const advice = lostFor.includes('NODE_EXTRA_CA_CERTS') ? ` ${lostFor}` : ''
    stopping.stop({ kind: 'unreachable', reason: `${reason}${advice}` })
  }
  const look = (): void => {
    if (inARow < failuresToStop || (awaited.size > 0 && inARow < failuresAtMost)) return
    if (isThere === undefined || good.size === 0 || isGoneForGood) {
      stop()
      return
    }
    if (isAsking) return
    isAsking = true
    isThere().then((isAnswered) => {
      isAsking = false
      if (isAnswered) begin()
      else if (inARow >= failuresToStop) stop()
    }, stop)
  }
  return (place) => {
    const mark = {}
    underWay.add(mark)
    return ({ worked, isGood = false, isGone = false, lostFor: why }) => {
      if (!worked) lostFor = why ?? ''
      underWay.delete(mark)
      awaited.delete(mark)
      if (isGood) good.add(place)
      isGoneForGood = isGone
      if (worked) begin()
      else if (isGone || good.size === 0 || good.has(place)) {
        if (inARow === 0) awaited = new Set(underWay)
        inARow += 1
      }
      look()
    }
  }
}
