import type { Pace } from '../http/pace.ts'
import { pause } from '../http/pause.ts'
import { connections } from '../http/transport.ts'
import type { RunSlowness, RunWait } from '../options.ts'
import type { ActiveRule, RequestCounts } from '../rule.ts'
import { requestsForShared } from '../setup/shared-resources.ts'
import { waitMsOf } from '../target/need.ts'
import { hasOwnAccounts, type Target } from '../target/target.ts'
import type { Slots } from './semaphore.ts'

/** Waits of a run in real time. They are shown to whoever watches the run, and other rules use the slot meanwhile. */
export interface Waits {
  pass(what: string, waitMs: number): Promise<void>
  /** Shows a wait of at most so many milliseconds. */
  say(what: string, waitMs: number): void
  /** Notes how long answers take and how many rules run, and returns what is left of the run. */
  answering(next: Answering): Pick<RunWait, 'rulesLeft' | 'aboutMs'>
  /** Sets the function that says what is left of the run. */
  expect(left: () => Forecast): void
}

interface Answering {
  readonly answerMs: number
  readonly rulesRunning: number
}

const nothingLeft: Forecast = {
  ...{ rules: 0, requests: 0, crowd: 0, longest: 0 },
  ...{ pacedMs: 0, timeMs: 0, afterwardsMs: 0 },
}

/** Shorter waits are not shown. */
const toldFromMs = 1_000

/** Opens the waits of a run. */
export function openWaits(options: {
  readonly slots: Slots
  readonly signal: AbortSignal
  tell?(wait: RunWait): void
  readonly nowMs?: () => number
}): Waits {
  const { slots, signal, tell, nowMs = () => performance.now() } = options
  let left = (): Forecast => nothingLeft
  /** When the last of the current waits ends. */
  let untilMs = 0
  let answering: Answering = { answerMs: 0, rulesRunning: 1 }
  const outlook = (atLeastMs: number): Pick<RunWait, 'rulesLeft' | 'aboutMs'> => {
    const forecast = left()
    const { rules, pacedMs, timeMs, afterwardsMs } = forecast
    const spans = [atLeastMs, untilMs - nowMs(), pacedMs, timeMs, answersMs(forecast, answering)]
    return { rulesLeft: rules, aboutMs: Math.max(...spans) + afterwardsMs }
  }
  const say: Waits['say'] = (what, waitMs) => {
    if (waitMs < toldFromMs) return
    tell?.({ what, waitMs, ...outlook(waitMs) })
  }
  return {
    say,
    pass: async (what, waitMs) => {
      untilMs = Math.max(untilMs, nowMs() + waitMs)
      say(what, waitMs)
      await slots.leave(() => pause(waitMs, signal))
    },
    answering: (next) => {
      answering = next
      return outlook(0)
    },
    expect: (next) => {
      left = next
    },
  }
}

/** How long the remaining answers take, in milliseconds. A rule sends one request after the other; one that exhausts a limit uses all connections. */
function answersMs(
  { rules, requests, crowd, longest }: Forecast,
  { answerMs, rulesRunning }: Answering,
): number {
  const sideBySide = Math.max(1, Math.min(rulesRunning, rules))
  return Math.max(longest, requests / sideBySide, (requests + crowd) / connections) * answerMs
}

/** What is left of a run, as far as it is known. */
export interface Forecast {
  /** The number of rules that have not ended. */
  readonly rules: number
  /** The requests that they have yet to send one after the other. */
  readonly requests: number
  /** The requests of rules that exhaust a limit, which send many at a time. */
  readonly crowd: number
  /** The most requests that a single rule has yet to send. */
  readonly longest: number
  /** How long requests wait for the documented limits. */
  readonly pacedMs: number
  /** How long rules that have not begun wait for real time to pass, side by side with all else. */
  readonly timeMs: number
  /** How long rules wait that run one after the other when all else is done. */
  readonly afterwardsMs: number
}

/** Watches how long answers take, and tells if a run takes long because of them. */
export interface Slowness {
  record(durationMs: number): void
}

/** Answers that take less on average are not slow. */
const slowMs = 1_000
/** The weight of one answer in the running average. */
const weight = 0.1
/** How many answers come before a judgement, as the first ones may be slow. */
const few = 8

/** Opens the watch. `tell` is called at most once a second while answers are slow, and once with undefined when they no longer are. */
export function openSlowness(options: {
  readonly waits: Pick<Waits, 'answering'>
  /** How many rules run now, or will soon. */
  readonly rulesRunning: () => number
  tell(slow: RunSlowness | undefined): void
  readonly nowMs?: () => number
}): Slowness {
  const { waits, rulesRunning, tell, nowMs = () => performance.now() } = options
  let count = 0
  let answerMs = 0
  let toldAtMs: number | undefined
  return {
    record: (durationMs) => {
      count += 1
      answerMs += (durationMs - answerMs) * Math.max(weight, 1 / count)
      if (count < few) return
      if (answerMs < slowMs) {
        if (toldAtMs === undefined) return
        toldAtMs = undefined
        waits.answering({ answerMs: 0, rulesRunning: 1 })
        tell(undefined)
      } else if (toldAtMs === undefined || nowMs() - toldAtMs >= slowMs) {
        toldAtMs = nowMs()
        tell({ answerMs, ...waits.answering({ answerMs, rulesRunning: rulesRunning() }) })
      }
    },
  }
}

/** The parts of a run that the forecast reads. */
interface ForecastRun {
  readonly target: Target
  readonly pace: Pace | undefined
  readonly limitRenewal: { key(): string | undefined; works(): boolean } | undefined
  /** How many requests each rule that began has sent, by rule id and operation. */
  readonly sentBy: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/** Knows which rules have ended. */
interface Ended {
  has(id: string): boolean
}

/** What is left of a run: requests and waits of the rules that have not ended. */
export function forecastOf(active: readonly ActiveRule[], run: ForecastRun, results: Ended): Forecast {
  const { target, pace, limitRenewal, sentBy } = run
  const left = active.filter(({ id }) => !results.has(id))
  const own = hasOwnAccounts(target)
  const times = left.filter(({ id }) => !sentBy.has(id)).map((rule) => ({ rule, ms: waitOf(rule, run) }))
  const alone = times.filter(({ rule }) => !own && isAlone(rule))
  const sideBySide = times.filter((each) => !alone.includes(each)).map(({ ms }) => ms)
  // An account that rules share and can change is used by one rule at a time.
  const isInTurn = !own && target.control !== undefined
  const key = limitRenewal?.key() ?? target.keys.test
  const isPaced = limitRenewal?.works() !== true
  return {
    rules: left.length,
    ...answersLeft(active, run, results),
    pacedMs: isPaced ? (pace?.forecastMs(key, requestsLeft(active, run, results)) ?? 0) : 0,
    timeMs: isInTurn ? sum(sideBySide) : Math.max(0, ...sideBySide),
    afterwardsMs: sum(alone.map(({ ms }) => ms)),
  }
}

/** The requests that are still to be sent, by operation. Rules declare the most they send; the ones that have ended show what part of it is really sent. */
function requestsLeft(
  active: readonly ActiveRule[],
  { sentBy }: Pick<ForecastRun, 'sentBy'>,
  results: Ended,
): Readonly<Record<string, number>> {
  const paced = active.filter((rule) => !usesUp(rule))
  const ended = paced.filter(({ id }) => results.has(id) && sentBy.has(id))
  const left = paced.filter(({ id }) => !results.has(id))
  const sentOf = (rules: readonly ActiveRule[], name: string): number =>
    sum(rules.map(({ id }) => sentBy.get(id)?.get(name) ?? 0))
  const declared = requestsOf(ended, { own: false })
  // Shared resources are made once, so they no longer count when a rule has ended that uses them.
  const isKept = ended.some(({ requestsOnce }) => requestsOnce !== undefined)
  const ahead = isKept ? sumRequests(left.map(({ requests }) => requests)) : requestsOf(left, { own: false })
  const counts = Object.entries(ahead).map(([name, most]) => {
    const declaredOfEnded = declared[name] ?? 0
    const part = declaredOfEnded === 0 ? 1 : Math.min(1, sentOf(ended, name) / declaredOfEnded)
    return [name, Math.max(0, Math.round(most * part) - sentOf(left, name))] as const
  })
  return Object.fromEntries(counts)
}

/** The answers that are still to be waited for, estimated in the same way. */
function answersLeft(
  active: readonly ActiveRule[],
  { target, sentBy }: Pick<ForecastRun, 'target' | 'sentBy'>,
  results: Ended,
): Pick<Forecast, 'requests' | 'crowd' | 'longest'> {
  const own = hasOwnAccounts(target)
  const declaredOf = (rule: ActiveRule): number => sum(Object.values(requestsOf([rule], { own })))
  const sentOf = ({ id }: ActiveRule): number => sum([...(sentBy.get(id)?.values() ?? [])])
  const ended = active.filter(({ id }) => results.has(id) && sentBy.has(id))
  const declared = sum(ended.map(declaredOf))
  const part = declared === 0 ? 1 : Math.min(1, sum(ended.map(sentOf)) / declared)
  const left = active.filter(({ id }) => !results.has(id))
  const leftOf = (rule: ActiveRule): number => Math.max(1, (declaredOf(rule) - sentOf(rule)) * part)
  const each = left.filter((rule) => !usesUp(rule)).map(leftOf)
  return { requests: sum(each), crowd: sum(left.filter(usesUp).map(leftOf)), longest: Math.max(0, ...each) }
}

function isAlone(rule: ActiveRule): boolean {
  return rule.alone === true || usesUp(rule)
}

/** A rule that exhausts a limit does not wait for limits. */
function usesUp({ needs }: ActiveRule): boolean {
  return needs.includes('load')
}

function waitOf({ needs }: ActiveRule, { target }: Pick<ForecastRun, 'target'>): number {
  if (target.control?.works.has('clock') === true) return 0
  return waitMsOf(needs)
}

const sum = (counts: readonly number[]): number => counts.reduce((all, each) => all + each, 0)

type Counts = Readonly<Record<string, number>>

/** The sums of several counts, by operation. */
export function sumRequests(all: readonly RequestCounts[]): Counts {
  const sums: Record<string, number> = {}
  for (const counts of all) {
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count
  }
  return sums
}

/** The most requests that rules send, by operation. In accounts of their own, each makes all it needs; in a shared one, shared resources are made once. */
export function requestsOf(rules: readonly ActiveRule[], { own }: { readonly own: boolean }): Counts {
  const direct = rules.map(({ requests }) => requests)
  if (own) {
    return sumRequests([
      ...direct,
      ...rules.flatMap(({ requestsOfOwn = {}, requestsOnce = {} }) => [requestsOfOwn, requestsOnce]),
    ])
  }
  return sumRequests([
    ...direct,
    rules.some(({ requestsOnce }) => requestsOnce !== undefined) ? requestsForShared : {},
  ])
}
