import { operationOf } from '../../http/operation.ts'
import { plural } from '../../plural.ts'
import { isRed, type LostRequests, type Stop } from '../../report/report.ts'
import type { ActiveRule } from '../../rule.ts'
import { hasOwnAccounts, type Target } from '../../target/target.ts'
import type { Outcome } from '../outcome.ts'

/** Counts the requests of a run that got no readable response (lost requests), by endpoint. */
export interface LostRequestCounts {
  /** Records that a request to an endpoint got a response, or was lost, with the reason `lostFor`. */
  record(place: string, lostFor?: string): void
  /** Returns true if an endpoint is worth another request: it responds to most requests, or has lost only a few so far. */
  mayAnswer(place: string): boolean
  /** Lists the requests that got no readable response, the most frequent endpoint and reason first. */
  list(): readonly LostRequests[]
}

interface Sent {
  answered: number
  lost: number
  readonly reasons: Map<string, number>
}

/** How many requests to an endpoint may be lost by chance before its first response, if other endpoints respond. */
const maxLostByChance = 6
/** How many different reasons for lost requests are kept for an endpoint at most, as a target may give any number. */
const maxReasons = 5

/** Creates the count of a run's lost requests, which is zero at first. */
export function openLostRequests(): LostRequestCounts {
  const places = new Map<string, Sent>()
  const all = { answered: 0, lost: 0 }
  const findCounts = (place: string): Sent => {
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
    mayAnswer: (place) => {
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

/** One try of a rule: its outcome, and what it sent. */
export interface RuleTry {
  readonly outcome: Outcome
  /** The number of requests that got a response, by operation. */
  readonly sent: ReadonlyMap<string, number>
  /** The number of calls of the control protocol that got a response. */
  readonly controlCalls: number
  /** The endpoints of requests that got no readable response. */
  readonly lost: readonly string[]
  /** True if a response took too long. The rule is not repeated then, as a next try may take as long. */
  readonly isSlow: boolean
}

/** The parts of a run that decide whether a rule is repeated. */
interface RepeatingRun {
  readonly target: Pick<Target, 'control'>
  readonly signal: AbortSignal
  readonly lostRequests: Pick<LostRequestCounts, 'mayAnswer'>
}

/**
 * How often a rule is tried at most. If one request in twenty is lost, a rule with eighty requests passes within this
 * many tries in nine of ten runs.
 */
const maxTries = 150
/** If this many tries in a row end at the same request, the loss is no chance, and the rule is not repeated. */
const stuckAfter = 10

/**
 * Runs a rule, and repeats it while some of its requests get no response. The target may have processed such a
 * request or not, so later responses show nothing. A rule with a separate account gets a new account for each try.
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
    if (!shouldRepeat(rule, run, tries)) return { ...tried, outcome: createFinalOutcome(tries, run) }
  }
}

function shouldRepeat(rule: ActiveRule, run: RepeatingRun, tries: readonly RuleTry[]): boolean {
  const last = tries.at(-1)
  if (last === undefined || run.signal.aborted || last.lost.length === 0 || last.isSlow) return false
  const { status, reasonKind, clock } = last.outcome
  const max = isRed(status) ? maxTries : reasonKind === 'not_observed' ? 2 : 0
  if (tries.length >= max || isStuck(tries)) return false
  // A rule that waited in real time is not repeated, as that would take too long.
  if (clock === 'real') return false
  return last.lost.every(run.lostRequests.mayAnswer) && isFreeToRepeat(rule, run, last)
}

/** Returns true if the last tries of a rule all ended at the same request. */
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

/** Returns the outcome of a rule after its last try. The rule fails only if no lost request can have caused the failure. */
function createFinalOutcome(tries: readonly RuleTry[], run: RepeatingRun): Outcome {
  const last = tries.at(-1)
  if (last === undefined) throw new Error('A rule was never run.')
  const { outcome, lost } = last
  if (outcome.status !== 'failed' || lost.length === 0) return outcome
  // If an endpoint never responds, the loss is no chance, so the outcome of the rule's only try counts.
  if (tries.length === 1 && !lost.every(run.lostRequests.mayAnswer)) return outcome
  const { expected, actual, exchanges } = outcome
  const places = [...new Set(lost)].join(', ')
  return {
    status: 'errored',
    reason: `The rule could not be judged: requests to ${places} got no response in ${plural(tries.length, 'try', 'tries')}, and without them there is no verdict (expected ${expected}; got ${actual}).`,
    ...(exchanges !== undefined && { exchanges }),
  }
}

/** Stops a run. If there are several reasons, the report has the first. */
export interface Stopping {
  /** A signal that is aborted when the run stops. */
  readonly signal: AbortSignal
  /** Returns why the run stopped; null if it has not. */
  reason(): Stop | null
  stop(reason: Stop): void
  /** Removes the listener from the abort signal of the options. */
  close(): void
}

/** Creates the functions that stop a run. The run also stops when the signal `user` of its options is aborted. */
export function openStopping(user: AbortSignal | undefined): Stopping {
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
    reason: () => stopped,
    stop,
    close: () => user?.removeEventListener('abort', interruptRun),
  }
}

/** After this many lost requests in a row, the run stops. */
const minLostToStop = 3
/** After this many lost requests, the run stops even if earlier requests are still in progress. */
const maxLost = 24

/** The result of sending a request or a control-protocol call. */
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

/** Called when a request to an endpoint is sent. Returns a function to call with the outcome. */
export type ReachabilityWatch = (place: string) => (sent: SendResult) => void

interface Watched {
  readonly what: string
  readonly sends: string
  /** Tests whether the target still responds before the run stops, as three lost requests in a row may be chance. */
  isThere?(): Promise<boolean>
}

/**
 * Stops the run if several requests in a row are lost (conformance, What do the outcomes mean?). It first waits for
 * the requests that were in progress when the first was lost, as failures often come sooner than responses. Once an
 * endpoint has succeeded, lost requests of endpoints that never succeeded do not count.
 */
export function watchReachability(
  stopping: Pick<Stopping, 'stop'>,
  { what, sends, isThere }: Watched,
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
    // Only one reason for a lost request gives advice: an untrusted certificate.
    const advice = lostFor.includes('NODE_EXTRA_CA_CERTS') ? ` ${lostFor}` : ''
    stopping.stop({ kind: 'unreachable', reason: `${reason}${advice}` })
  }
  const check = (): void => {
    if (lostInARow < minLostToStop || (awaited.size > 0 && lostInARow < maxLost)) return
    if (isThere === undefined || succeeded.size === 0 || isGoneForGood) {
      stop()
      return
    }
    if (isAsking) return
    isAsking = true
    isThere().then((isAnswered) => {
      isAsking = false
      if (isAnswered) resetLostInARow()
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
