import { pause } from '../../http/sending/deadline.ts'
import type { Pace } from '../../http/sending/pace.ts'
import { connections } from '../../http/sending/transport.ts'
import type { RunSlowness, RunWait } from '../../options.ts'
import type { ActiveRule, RequestCounts } from '../../rule.ts'
import { requestsForShared } from '../../setup/shared-resources.ts'
import { waitMsOf } from '../../target/need.ts'
import { hasOwnAccounts, type Target } from '../../target/target.ts'
import type { Semaphore } from './semaphore.ts'

/** The waits of a run in real time. The user is told of them, and other rules run during them. */
export interface Waits {
  /** Tells the user about a wait, and waits `waitMs` milliseconds. Rejects as soon as the run is stopped. */
  pause(what: string, waitMs: number): Promise<void>
  /** Tells the user that the run waits for at most `waitMs` milliseconds. */
  announce(what: string, waitMs: number): void
  /** Records how fast the target responds and how many rules run. Returns how many rules are left and how long they will take. */
  recordSpeed(speed: Speed): TimeLeft
  /** Sets the function that forecasts the rest of the run. */
  setForecast(left: () => Forecast): void
}

type TimeLeft = Pick<RunWait, 'rulesLeft' | 'aboutMs'>

interface Speed {
  readonly answerMs: number
  readonly rulesRunning: number
}

const unknownSpeed: Speed = { answerMs: 0, rulesRunning: 1 }

const nothingLeft: Forecast = {
  ...{ rules: 0, requests: 0, concurrentRequests: 0, longest: 0 },
  ...{ minPacedWaitMs: 0, timeMs: 0, afterwardsMs: 0 },
}

/** The user is not told of waits that are shorter than this, in milliseconds. */
const minAnnouncedMs = 1_000

/** Creates the waits of a run. `onWait` is called with each wait that the user is told of. */
export function createWaits(options: {
  readonly semaphore: Semaphore
  readonly signal: AbortSignal
  onWait?(wait: RunWait): void
  readonly nowMs?: () => number
}): Waits {
  const { semaphore, signal, onWait, nowMs = () => performance.now() } = options
  let forecast = (): Forecast => nothingLeft
  /** When the last wait in progress ends, in milliseconds. */
  let untilMs = 0
  let speed = unknownSpeed
  const computeTimeLeft = (minMs: number): TimeLeft => {
    const left = forecast()
    const { rules, minPacedWaitMs, timeMs, afterwardsMs } = left
    const spans = [minMs, untilMs - nowMs(), minPacedWaitMs, timeMs, estimateResponsesMs(left, speed)]
    return { rulesLeft: rules, aboutMs: Math.max(...spans) + afterwardsMs }
  }
  const announce: Waits['announce'] = (what, waitMs) => {
    if (waitMs >= minAnnouncedMs) onWait?.({ what, waitMs, ...computeTimeLeft(waitMs) })
  }
  return {
    announce,
    pause: async (what, waitMs) => {
      untilMs = Math.max(untilMs, nowMs() + waitMs)
      announce(what, waitMs)
      await semaphore.releaseDuring(() => pause(waitMs, signal))
    },
    recordSpeed: (next) => {
      speed = next
      return computeTimeLeft(0)
    },
    setForecast: (next) => {
      forecast = next
    },
  }
}

/**
 * Estimates how long the remaining requests of a run take, in milliseconds. A rule sends one request after the other,
 * but a rule that uses up a rate limit sends as many at a time as there are connections.
 */
function estimateResponsesMs(
  { rules, requests, concurrentRequests, longest }: Forecast,
  { answerMs, rulesRunning }: Speed,
): number {
  const sideBySide = Math.max(1, Math.min(rulesRunning, rules))
  return Math.max(longest, requests / sideBySide, (requests + concurrentRequests) / connections) * answerMs
}

/** Watches whether the target responds slowly, so that the run takes long. */
export interface Slowness {
  record(durationMs: number): void
}

/** If responses take less than this on average, in milliseconds, the target is not slow. */
const slowMs = 1_000
/** The weight of one response in the running average. */
const weight = 0.1
/** Slowness is reported only after this number of responses, as the first responses may be slow. */
const minResponses = 8

/**
 * Creates a `Slowness`. `onSlow` is called at most once a second while responses are slow, and once with undefined when
 * they are fast again.
 */
export function createSlownessWatch(options: {
  readonly waits: Pick<Waits, 'recordSpeed'>
  /** Returns how many rules run now, or will run soon. */
  readonly rulesRunning: () => number
  onSlow(slow: RunSlowness | undefined): void
  readonly nowMs?: () => number
}): Slowness {
  const { waits, rulesRunning, onSlow, nowMs = () => performance.now() } = options
  let count = 0
  let answerMs = 0
  let reportedAtMs: number | undefined
  return {
    record: (durationMs) => {
      count += 1
      answerMs += (durationMs - answerMs) * Math.max(weight, 1 / count)
      if (count < minResponses) return
      if (answerMs < slowMs) {
        if (reportedAtMs === undefined) return
        reportedAtMs = undefined
        waits.recordSpeed(unknownSpeed)
        onSlow(undefined)
      } else if (reportedAtMs === undefined || nowMs() - reportedAtMs >= slowMs) {
        reportedAtMs = nowMs()
        onSlow({ answerMs, ...waits.recordSpeed({ answerMs, rulesRunning: rulesRunning() }) })
      }
    },
  }
}

/** The remaining work of a run, as an estimate. */
export interface Forecast {
  /** The number of rules that have not ended. */
  readonly rules: number
  /** The number of requests that the remaining rules send one after the other. */
  readonly requests: number
  /** The number of requests of rules that use up a rate limit. Such a rule sends many requests at a time. */
  readonly concurrentRequests: number
  /** The largest number of requests that a single remaining rule still sends. */
  readonly longest: number
  /** How long the remaining requests wait for the documented rate limits, in milliseconds. */
  readonly minPacedWaitMs: number
  /** How long rules that have not begun wait for real time to pass, in milliseconds. Other rules run during these waits. */
  readonly timeMs: number
  /** How long the rules that run one by one after all other rules wait, in milliseconds. */
  readonly afterwardsMs: number
}

/** The parts of a run that the forecast reads. */
interface ForecastRun {
  readonly target: Target
  readonly pace: Pace | undefined
  readonly limitRenewal: { getKey(): string | undefined; isWorking(): boolean } | undefined
  /** How many requests each rule has sent so far, by the id of the rule and by operation. */
  readonly sentBy: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/** The rules that have ended. */
interface Ended {
  has(id: string): boolean
}

/** Estimates the requests and waits of the rules that have not ended. */
export function forecastRun(active: readonly ActiveRule[], run: ForecastRun, results: Ended): Forecast {
  const { target, pace, limitRenewal, sentBy } = run
  const left = active.filter(({ id }) => !results.has(id))
  const own = hasOwnAccounts(target)
  const times = left
    .filter(({ id }) => !sentBy.has(id))
    .map((rule) => ({ rule, ms: computeRealTimeWaitMs(rule, run) }))
  const alone = times.filter(({ rule }) => !own && isAlone(rule))
  const sideBySide = times.filter((each) => !alone.includes(each)).map(({ ms }) => ms)
  // With a control protocol, rules on a shared account run one by one.
  const isInTurn = !own && target.control !== undefined
  const key = limitRenewal?.getKey() ?? target.keys.test
  const isPaced = limitRenewal?.isWorking() !== true
  return {
    rules: left.length,
    ...estimateResponsesLeft(active, run, results),
    minPacedWaitMs: isPaced ? (pace?.forecastMs(key, estimateRequestsLeft(active, run, results)) ?? 0) : 0,
    timeMs: isInTurn ? sumCounts(sideBySide) : Math.max(0, ...sideBySide),
    afterwardsMs: sumCounts(alone.map(({ ms }) => ms)),
  }
}

/** Returns which part of the declared requests rules really sent, from 0 to 1. A rule declares how many requests it sends at most. */
const computeSentShare = (sent: number, declared: number): number =>
  declared === 0 ? 1 : Math.min(1, sent / declared)

/**
 * Estimates how many requests the remaining rules send, by operation. It assumes that they send the same part of their
 * declared requests as the rules that have ended.
 */
function estimateRequestsLeft(
  active: readonly ActiveRule[],
  { sentBy }: Pick<ForecastRun, 'sentBy'>,
  results: Ended,
): Readonly<Record<string, number>> {
  const paced = active.filter((rule) => !exhaustsLimit(rule))
  const ended = paced.filter(({ id }) => results.has(id) && sentBy.has(id))
  const left = paced.filter(({ id }) => !results.has(id))
  const countSent = (rules: readonly ActiveRule[], name: string): number =>
    sumCounts(rules.map(({ id }) => sentBy.get(id)?.get(name) ?? 0))
  const declared = countMaxRequests(ended, { own: false })
  // Shared resources are created once. When a rule that uses them has ended, they exist, so they take no more requests.
  const isMade = ended.some(({ requestsOnce }) => requestsOnce !== undefined)
  const ahead = isMade
    ? sumRequests(left.map(({ requests }) => requests))
    : countMaxRequests(left, { own: false })
  return Object.fromEntries(
    Object.entries(ahead).map(([name, max]) => {
      const share = computeSentShare(countSent(ended, name), declared[name] ?? 0)
      return [name, Math.max(0, Math.round(max * share) - countSent(left, name))]
    }),
  )
}

/** Estimates how many responses are still to come, from the part of the declared requests that ended rules really sent. */
function estimateResponsesLeft(
  active: readonly ActiveRule[],
  { target, sentBy }: Pick<ForecastRun, 'target' | 'sentBy'>,
  results: Ended,
): Pick<Forecast, 'requests' | 'concurrentRequests' | 'longest'> {
  const own = hasOwnAccounts(target)
  const countDeclared = (rule: ActiveRule): number =>
    sumCounts(Object.values(countMaxRequests([rule], { own })))
  const countSent = ({ id }: ActiveRule): number => sumCounts([...(sentBy.get(id)?.values() ?? [])])
  const ended = active.filter(({ id }) => results.has(id) && sentBy.has(id))
  const share = computeSentShare(sumCounts(ended.map(countSent)), sumCounts(ended.map(countDeclared)))
  const left = active.filter(({ id }) => !results.has(id))
  const countLeft = (rule: ActiveRule): number => Math.max(1, (countDeclared(rule) - countSent(rule)) * share)
  const each = left.filter((rule) => !exhaustsLimit(rule)).map(countLeft)
  return {
    requests: sumCounts(each),
    concurrentRequests: sumCounts(left.filter(exhaustsLimit).map(countLeft)),
    longest: Math.max(0, ...each),
  }
}

function isAlone(rule: ActiveRule): boolean {
  return rule.alone === true || exhaustsLimit(rule)
}

/** Returns true if a rule uses up a rate limit on purpose. It then does not wait for rate limits. */
function exhaustsLimit({ needs }: ActiveRule): boolean {
  return needs.includes('load')
}

function computeRealTimeWaitMs({ needs }: ActiveRule, { target }: Pick<ForecastRun, 'target'>): number {
  if (target.control?.works.has('clock') === true) return 0
  return waitMsOf(needs)
}

const sumCounts = (counts: readonly number[]): number => counts.reduce((all, each) => all + each, 0)

type Counts = Readonly<Record<string, number>>

/** Adds up several counts of requests, by operation. */
export function sumRequests(requests: readonly RequestCounts[]): Counts {
  const sums: Record<string, number> = {}
  for (const counts of requests) {
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count
  }
  return sums
}

/**
 * Returns how many requests these rules send at most, by operation. With separate accounts, each rule creates all its
 * resources. On a shared account, shared resources are created once.
 */
export function countMaxRequests(rules: readonly ActiveRule[], { own }: { readonly own: boolean }): Counts {
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
