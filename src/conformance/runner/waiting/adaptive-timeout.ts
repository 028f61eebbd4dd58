import { formatSpan } from '../../duration.ts'
import { pause } from '../../http/sending/deadline.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Arrival } from '../../target/arrival.ts'
import type { RuleBox } from '../../target/box.ts'
import type { Semaphore } from './semaphore.ts'
import type { Waits } from './waits.ts'

/** The event that a rule waits for: the first delivery attempt of a webhook event, a later attempt, or an entry of the delivery log. */
export type WaitedFor = 'event' | 'attempt' | 'log'

/**
 * Decides how long rules wait for webhook deliveries and log entries, which may never come. The timeout gets longer
 * after a delivery that came late, and much shorter after some waits in which nothing came.
 */
export interface AdaptiveTimeout {
  /** Starts a wait. `name` identifies the delivery or log entry, in case it comes after the wait. */
  start(what: WaitedFor, name?: string): Wait
  /** Records that a delivery or log entry came, whether or not a rule still waits for it. */
  recordArrival(name: string): void
  /** Returns how long a wait that starts now would last, in milliseconds. */
  currentMs(what: WaitedFor): number
}

/** A wait in progress. Call `succeed` or `fail` to end it. */
export interface Wait {
  /** A signal that is aborted when the time for the wait is over. */
  readonly over: AbortSignal
  /** Ends the wait because the awaited delivery or log entry arrived. */
  succeed(): void
  /** Ends the wait because no delivery or log entry came. */
  fail(): FailedWait
}

/** A wait for a delivery or log entry that ended without one. */
export interface FailedWait {
  readonly what: WaitedFor
  readonly waitedMs: number
  /** A sentence for the report that says what did not come. */
  readonly note: string
}

/** After this many waits in which nothing came, later waits are shorter. */
const maxFailed = 2
/** A wait lasts this many times as long as the latest delivery or log entry took. */
const lateFactor = 5
/** The shortest length of a wait, in milliseconds: `minMs` if something has come in an earlier wait, otherwise `momentMs`. */
const minMs = 2_500
const momentMs = 250

const words: Readonly<Record<WaitedFor, { readonly one: string; readonly others: string }>> = {
  event: { one: 'event', others: 'events' },
  attempt: { one: 'attempt', others: 'attempts' },
  log: { one: 'entry in the log', others: 'entries' },
}

/** The result of all earlier waits of one kind in the run. */
interface WaitExperience {
  /** How long the latest delivery or log entry took, in milliseconds; undefined if none has come yet. */
  latestMs: number | undefined
  /** How many waits of full length ended without a delivery or log entry. */
  failed: number
  /** The longest wait in which nothing came, in milliseconds. */
  longestMs: number
  /** The start times of the waits in which nothing came, by the name of the delivery. */
  readonly missed: Map<string, number>
  /** Functions that change the timers of current waits when the run has learned from another wait. */
  readonly adapt: Set<() => void>
}

interface AdaptiveTimeoutOptions {
  /** How long the first waits of each kind last, in milliseconds, before the run has learned anything. */
  readonly firstMs: Readonly<Record<WaitedFor, number>>
  /** The maximum length of a wait, in milliseconds. */
  readonly maxMs: number
  /** Aborted when the run is stopped, which ends all waits. */
  readonly signal: AbortSignal
  readonly nowMs?: () => number
}

/** Creates the adaptive timeout of a run, which has learned nothing yet. */
export function createAdaptiveTimeout(options: AdaptiveTimeoutOptions): AdaptiveTimeout {
  const { firstMs, maxMs, signal, nowMs = () => performance.now() } = options
  const all = { event: createExperience(), attempt: createExperience(), log: createExperience() }
  const currentMs = (what: WaitedFor): number =>
    computeTimeoutMs(all[what], { firstMs: firstMs[what], maxMs })
  signal.addEventListener('abort', () => Object.values(all).forEach(adaptCurrentWaits), { once: true })
  return {
    currentMs,
    start: (what, name) => {
      const learned = all[what]
      const countdown = startCountdown(learned, { currentMs: () => currentMs(what), signal, nowMs })
      return {
        over: countdown.over,
        succeed: () => recordArrivalIn(learned, countdown.stop()),
        fail: () => {
          const waitedMs = countdown.stop()
          const note = describeFailedWait(what, waitedMs, learned)
          if (name !== undefined) learned.missed.set(name, countdown.startedMs)
          // A wait in which nothing came counts only if it had its full length. In a shortened wait, a late delivery may have been missed.
          if (waitedMs >= Math.min(firstMs[what], maxMs) - 1) recordFailureIn(learned, waitedMs)
          return { what, waitedMs, note }
        },
      }
    },
    recordArrival: (name) => {
      for (const learned of Object.values(all)) {
        const startedMs = learned.missed.get(name)
        if (startedMs === undefined) continue
        learned.missed.delete(name)
        recordArrivalIn(learned, nowMs() - startedMs)
      }
    },
  }
}

function createExperience(): WaitExperience {
  return { latestMs: undefined, failed: 0, longestMs: 0, missed: new Map(), adapt: new Set() }
}

/** Returns how long a wait lasts, in milliseconds, by what the run has learned from earlier waits of the same kind. */
function computeTimeoutMs(
  { latestMs, failed }: WaitExperience,
  { firstMs, maxMs }: { readonly firstMs: number; readonly maxMs: number },
): number {
  const isShort = failed >= maxFailed
  if (latestMs === undefined) return isShort ? Math.min(momentMs, firstMs) : firstMs
  return Math.max(isShort ? Math.min(minMs, firstMs) : firstMs, Math.min(maxMs, latestMs * lateFactor))
}

function recordArrivalIn(learned: WaitExperience, lateMs: number): void {
  learned.latestMs = Math.max(learned.latestMs ?? 0, lateMs)
  adaptCurrentWaits(learned)
}

function recordFailureIn(learned: WaitExperience, waitedMs: number): void {
  learned.failed += 1
  learned.longestMs = Math.max(learned.longestMs, waitedMs)
  adaptCurrentWaits(learned)
}

function adaptCurrentWaits({ adapt }: WaitExperience): void {
  for (const each of [...adapt]) each()
}

interface Countdown {
  /** A signal that is aborted when the countdown reaches zero. */
  readonly over: AbortSignal
  readonly startedMs: number
  /** Stops the countdown and returns how long it ran, in milliseconds. */
  stop(): number
}

/** Starts a countdown whose length changes when the run learns from other waits. */
function startCountdown(
  { adapt }: WaitExperience,
  {
    currentMs,
    signal,
    nowMs,
  }: { currentMs(): number; readonly signal: AbortSignal; readonly nowMs: () => number },
): Countdown {
  const startedMs = nowMs()
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const check = (): void => {
    clearTimeout(timer)
    const leftMs = startedMs + currentMs() - nowMs()
    if (leftMs <= 0 || signal.aborted) end.abort()
    else timer = setTimeout(check, leftMs)
  }
  adapt.add(check)
  check()
  return {
    over: end.signal,
    startedMs,
    stop: () => {
      clearTimeout(timer)
      adapt.delete(check)
      return nowMs() - startedMs
    },
  }
}

/** Describes in one sentence how long a rule waited for something that did not come, and why the wait was short if it was. */
function describeFailedWait(
  what: WaitedFor,
  waitedMs: number,
  { failed, longestMs, latestMs }: WaitExperience,
): string {
  const { one, others } = words[what]
  const waited = `No ${one} came within ${formatSpan(waitedMs)}`
  if (failed < maxFailed || waitedMs >= longestMs) return `${waited}.`
  const late = latestMs === undefined ? '' : `, and the latest arrival took ${formatSpan(latestMs)}`
  return `${waited}; the wait was short, as ${failed} earlier ${others} did not come within ${formatSpan(longestMs)}${late}.`
}

/** A webhook delivery that is due usually arrives within this time, in milliseconds. The user is told only of longer waits. */
const dueMs = 1_000

/** The functions with which a rule waits for webhook deliveries and log entries. Other rules run during these waits. */
export interface RuleWaits {
  /** Resolves with the delivery attempts for a label as soon as `attempts` of them have arrived, or when the time for the wait is over. */
  waitForArrivals(box: RuleBox, labelId: string, attempts: number): Promise<readonly Arrival[]>
  readonly lookUntil: RuleContext['lookUntil']
  /** Returns the last wait of the rule in which nothing came; undefined if there was none. */
  getLastFailedWait(): FailedWait | undefined
}

/** Creates the waits of a rule for webhook deliveries and log entries. */
export function createRuleWaits({
  timeout,
  semaphore,
  waits,
  signal,
}: {
  readonly timeout: AdaptiveTimeout
  readonly semaphore: Semaphore
  readonly waits: Waits
  readonly signal: AbortSignal
}): RuleWaits {
  let failed: FailedWait | undefined
  const endWait = (wait: Wait, hasArrived: boolean): void => {
    if (hasArrived) wait.succeed()
    else failed = wait.fail()
  }
  return {
    getLastFailedWait: () => failed,
    waitForArrivals: async (box, labelId, attempts) => {
      box.claim(labelId)
      const what = attempts === 1 ? 'event' : 'attempt'
      const wait = timeout.start(what, labelId)
      const hasArrived = (): boolean => box.arrivals(labelId).length >= attempts
      if (!hasArrived()) {
        const announcing = setTimeout(() => {
          waits.announce(`an ${what} that is due`, timeout.currentMs(what) - dueMs)
        }, dueMs)
        await semaphore.releaseDuring(() => box.waitFor(labelId, { attempts, over: wait.over }))
        clearTimeout(announcing)
      }
      signal.throwIfAborted()
      endWait(wait, hasArrived())
      return box.arrivals(labelId)
    },
    lookUntil: async (look, { holds, pausesMs }) => {
      let seen = await look()
      const wait = timeout.start('log')
      for (const pauseMs of pausesMs) {
        if (wait.over.aborted || holds(seen)) break
        // When the time for the wait is over, the pause ends early, and the delivery log is read a last time.
        await semaphore.releaseDuring(() => pause(pauseMs, wait.over).catch(() => undefined))
        seen = await look()
      }
      endWait(wait, holds(seen))
      return seen
    },
  }
}
