import { operationOf } from '../../http/operation.ts'
import { plural } from '../../plural.ts'
import { isFailedOrErrored, type LostRequests, type Stop } from '../../report/report.ts'
import type { ActiveRule } from '../../rule.ts'
import { hasOwnAccounts, type Target } from '../../target/target.ts'
import type { Outcome } from '../outcome.ts'

/** Counts the lost requests of a run (requests without a readable response), by endpoint. */
export interface LostRequestCounts {
  /** Records that a request to an endpoint got a response or, if `lostFor` gives the reason, that it got none. */
  record(place: string, lostFor?: string): void
  /** Returns true if an endpoint may respond to another request: it responds to most requests, or few were sent and lost so far. */
  mayRespond(place: string): boolean
  /** Lists the lost requests. The endpoint and reason with most lost requests comes first. */
  list(): readonly LostRequests[]
}

/** How many requests to one endpoint got a response, and how many were lost, by reason. */
interface EndpointCounts {
  answered: number
  lost: number
  readonly reasons: Map<string, number>
}

/**
 * If other endpoints respond, an endpoint that has lost at most this many requests still counts as responding, even if it
 * has never responded.
 */
const maxLostByChance = 6
/** How many different reasons for lost requests are kept for an endpoint at most, as a target may cause any number of different ones. */
const maxReasons = 5

/** Creates an empty count of the lost requests of a run. */
export function createLostRequestCounts(): LostRequestCounts {
  const places = new Map<string, EndpointCounts>()
  const all = { answered: 0, lost: 0 }
  const findCounts = (place: string): EndpointCounts => {
    const known = places.get(place) ?? { answered: 0, lost: 0, reasons: new Map() }
    places.set(place, known)
    return known
  }
  return {
    record: (place, lostFor) => {
      const sent = findCounts(place)
      if (lostFor === undefined) {
        sent.answered += 1
        all.answered += 1
        return
      }
      sent.lost += 1
      all.lost += 1
      const { reasons } = sent
      const reason = reasons.has(lostFor) || reasons.size < maxReasons ? lostFor : 'something else'
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    },
    mayRespond: (place) => {
      const { answered, lost } = findCounts(place)
      return answered > lost || lost <= 1 || (lost <= maxLostByChance && all.answered > all.lost * 4)
    },
    list: () =>
      [...places]
        .flatMap(([place, { answered, lost, reasons }]) =>
          [...reasons].map(([got, count]) => ({ place, got, count, of: answered + lost })),
        )
        .sort((a, b) => b.count - a.count || a.place.localeCompare(b.place)),
  }
}

/** The result of running a rule once: its outcome, and the requests that it sent. */
export interface RuleTry {
  readonly outcome: Outcome
  /** The number of requests that got a response, by operation. */
  readonly sent: ReadonlyMap<string, number>
  /** The number of calls of the control protocol that got a response. */
  readonly controlCalls: number
  /** The endpoints of requests that got no readable response. */
  readonly lost: readonly string[]
  /** True if a response took too long. The rule is then not repeated, as that may take just as long. */
  readonly isSlow: boolean
}

/** The parts of a run that decide whether a rule is repeated. */
interface RepeatingRun {
  readonly target: Pick<Target, 'control'>
  readonly signal: AbortSignal
  readonly lostRequests: Pick<LostRequestCounts, 'mayRespond'>
}

/**
 * How often a rule is run at most if its requests get lost. If one request in twenty is lost, a rule with eighty
 * requests passes in nine of ten runs within this number.
 */
const maxTries = 150
/** If a rule lost the same request in this many tries in a row, this was not by chance, and the rule is not repeated. */
const stuckAfter = 10

/**
 * Runs a rule, and runs it again while some of its requests get no response. It is unknown whether the target carried
 * out a lost request, so later responses prove nothing. A rule with a separate account gets a new account each time.
 */
export async function repeatWhileLost(
  rule: ActiveRule,
  run: RepeatingRun,
  runOnce: () => Promise<RuleTry>,
): Promise<RuleTry> {
  const tries: RuleTry[] = []
  for (;;) {
    const tried = await runOnce()
    tries.push(tried)
    if (!shouldRepeatRule(rule, run, tries)) return { ...tried, outcome: createFinalOutcome(tries, run) }
  }
}

function shouldRepeatRule(rule: ActiveRule, run: RepeatingRun, tries: readonly RuleTry[]): boolean {
  const last = tries.at(-1)
  if (last === undefined || run.signal.aborted || last.lost.length === 0 || last.isSlow) return false
  const { status, reasonKind, clock } = last.outcome
  const max = isFailedOrErrored(status) ? maxTries : reasonKind === 'not_observed' ? 2 : 0
  if (tries.length >= max || isStuck(tries)) return false
  // A rule that waited in real time is not repeated, as it would wait again.
  if (clock === 'real') return false
  return last.lost.every(run.lostRequests.mayRespond) && isFreeToRepeat(rule, run, last)
}

/** Returns true if the last tries of a rule all lost the same request. */
function isStuck(tries: readonly RuleTry[]): boolean {
  const last = tries
    .slice(-stuckAfter)
    .map(({ lost, sent, controlCalls }) => JSON.stringify([lost, [...sent], controlCalls]))
  return last.length === stuckAfter && last.every((each) => each === last[0])
}

const purchaseOperations = (['buyLabel', 'createBatch', 'buyBatch'] as const).map((name) => operationOf(name))

/** Returns true if a rule can be repeated without costs. A purchase that may cost money is not repeated. */
function isFreeToRepeat(
  { canary, needs }: ActiveRule,
  { target }: RepeatingRun,
  { sent, lost }: RuleTry,
): boolean {
  if (hasOwnAccounts(target) || (canary !== true && !needs.includes('spend'))) return true
  return !purchaseOperations.some(({ name, endpoint }) => sent.has(name) || lost.includes(endpoint))
}

/** Returns the final outcome of a rule that was run one or more times. The rule fails only if no lost request can have caused the failure. */
function createFinalOutcome(tries: readonly RuleTry[], run: RepeatingRun): Outcome {
  const last = tries.at(-1)
  if (last === undefined) throw new Error('A rule was never run.')
  const { outcome, lost } = last
  if (outcome.status !== 'failed' || lost.length === 0) return outcome
  // If an endpoint never responds, requests are not lost by chance. The rule was then run only once, and its outcome counts.
  if (tries.length === 1 && !lost.every(run.lostRequests.mayRespond)) return outcome
  const { expected, actual, exchanges } = outcome
  const places = [...new Set(lost)].join(', ')
  return {
    status: 'errored',
    reason: `The rule could not be checked: requests to ${places} got no response in ${plural(tries.length, 'try', 'tries')}, and without them there is no verdict (expected ${expected}; got ${actual}).`,
    ...(exchanges !== undefined && { exchanges }),
  }
}

/** Stops a run. If it is stopped for several reasons, the report shows the first one. */
export interface Stopping {
  /** A signal that is aborted when the run stops. */
  readonly signal: AbortSignal
  /** Returns why the run stopped; null if it has not. */
  getReason(): Stop | null
  stop(reason: Stop): void
  /** Removes the listener from the abort signal of the options. */
  close(): void
}

/** Creates a `Stopping`. The run also stops when the user aborts the signal `user`. */
export function createStopping(user: AbortSignal | undefined): Stopping {
  const stopper = new AbortController()
  let stopped: Stop | null = null
  const stop = (reason: Stop): void => {
    stopped ??= reason
    stopper.abort()
  }
  const interruptRun = (): void => stop({ kind: 'interrupted', reason: 'The run was interrupted.' })
  user?.addEventListener('abort', interruptRun, { once: true })
  if (user?.aborted) interruptRun()
  return {
    signal: stopper.signal,
    getReason: () => stopped,
    stop,
    close: () => user?.removeEventListener('abort', interruptRun),
  }
}

/** After this many lost requests in a row, the run stops. */
const minLostToStop = 3
/** After this many lost requests in a row, the run stops even if earlier requests are still in progress. */
const maxLost = 24

/** The fate of a request or control-protocol call. */
export interface SendResult {
  /** True if a response came. */
  readonly worked: boolean
  /** True if the response was a success. */
  readonly isGood?: boolean
  /** True if the connection was refused. */
  readonly isGone?: boolean
  /** Why no response came. */
  readonly lostFor?: string | null | undefined
}

/** Called when a request to an endpoint is sent. Returns a function that is called with what happened to the request. */
export type ReachabilityWatch = (place: string) => (sent: SendResult) => void

interface Watched {
  /** The first words of a message about the target or the control protocol: `The target`. */
  readonly what: string
  /** The word in messages for the requests: `requests` or `calls`. */
  readonly sends: string
  /** Tests whether the target still responds. Called before the run stops, as three lost requests in a row may be chance. */
  isReachable?(): Promise<boolean>
}

/**
 * Stops the run if several requests in a row are lost (conformance, What do the outcomes mean?). It first waits for the
 * requests that were already in progress at the first loss, as failures often come sooner than responses. Once an
 * endpoint has succeeded, lost requests to endpoints that never succeeded do not count.
 */
export function watchReachability(
  stopping: Pick<Stopping, 'stop'>,
  { what, sends, isReachable }: Watched,
): ReachabilityWatch {
  const succeeded = new Set<string>()
  const inProgress = new Set<object>()
  let awaited = new Set<object>()
  let lostInARow = 0
  let isGoneForGood = false
  let isAsking = false
  let lostFor = ''
  const resetLostInARow = (): void => {
    lostInARow = 0
    awaited.clear()
  }
  const stop = (): void => {
    const reason = `${what} could not be reached: ${minLostToStop} ${sends} in a row got no response.`
    // If Node does not trust the certificate of the target, the reason contains advice, which the message repeats.
    const advice = lostFor.includes('NODE_EXTRA_CA_CERTS') ? ` ${lostFor}` : ''
    stopping.stop({ kind: 'unreachable', reason: `${reason}${advice}` })
  }
  const check = (): void => {
    if (lostInARow < minLostToStop || (awaited.size > 0 && lostInARow < maxLost)) return
    if (isReachable === undefined || succeeded.size === 0 || isGoneForGood) {
      stop()
      return
    }
    if (isAsking) return
    isAsking = true
    isReachable().then((isReached) => {
      isAsking = false
      if (isReached) resetLostInARow()
      else if (lostInARow >= minLostToStop) stop()
    }, stop)
  }
  return (place) => {
    const mark = {}
    inProgress.add(mark)
    return ({ worked, isGood = false, isGone = false, lostFor: why }) => {
      if (!worked) lostFor = why ?? ''
      inProgress.delete(mark)
      awaited.delete(mark)
      if (isGood) succeeded.add(place)
      isGoneForGood = isGone
      if (worked) resetLostInARow()
      else if (isGone || succeeded.size === 0 || succeeded.has(place)) {
        if (lostInARow === 0) awaited = new Set(inProgress)
        lostInARow += 1
      }
      check()
    }
  }
}
