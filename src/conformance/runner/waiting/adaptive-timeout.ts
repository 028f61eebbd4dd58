import { formatSpan } from '../../duration.ts'
import { pause } from '../../http/sending/deadline.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Arrival } from '../../target/arrival.ts'
import type { RuleBox } from '../../target/box.ts'
import type { Semaphore } from './semaphore.ts'
import type { Waits } from './waits.ts'

/** The awaited event: the first attempt of an event, a further attempt, or an entry of the delivery log. */
export type WaitedFor = 'event' | 'attempt' | 'log'

/**
 * Decides how long to wait for deliveries and log entries, which may never come. A run has one timeout. It gets
 * longer after a late arrival, and much shorter after some failed waits.
 */
export interface AdaptiveTimeout {
  /** Starts a wait. `name` identifies the delivery, in case the delivery comes after the wait. */
  start(what: WaitedFor, name?: string): Wait
  /** Records that a delivery or log entry came, whether or not a rule still waits for it. */
  recordArrival(name: string): void
  /** Returns how long a wait would last now, in milliseconds. */
  currentMs(what: WaitedFor): number
}

/** A wait in progress. It ends with `succeed` or `fail`. */
export interface Wait {
  /** Aborted when the time is over. */
  readonly over: AbortSignal
  /** Ends the wait after an arrival. */
  succeed(): void
  /** Ends the wait without an arrival. */
  fail(): FailedWait
}

/** A wait that ended without an arrival. */
export interface FailedWait {
  readonly what: WaitedFor
  readonly waitedMs: number
  /** A sentence for the report that says what did not come. */
  readonly note: string
}

/** After this number of failed waits, later waits are shorter. */
const maxFailed = 2
/** A wait lasts this many times as long as the latest arrival took. */
const lateFactor = 5
/** The shortest waits, in milliseconds: `minMs` after an arrival, `momentMs` if nothing has ever come. */
const minMs = 2_500
const momentMs = 250

const words: Readonly<Record<WaitedFor, { readonly one: string; readonly others: string }>> = {
  event: { one: 'event', others: 'events' },
  attempt: { one: 'attempt', others: 'attempts' },
  log: { one: 'entry in the log', others: 'entries' },
}

/** The run's experience with one kind of wait. */
interface WaitExperience {
  /** How late the latest arrival was, in milliseconds; undefined if nothing has come yet. */
  latestMs: number | undefined
  /** The number of full-length waits that failed. */
  failed: number
  /** The longest of the failed waits, in milliseconds. */
  longestMs: number
  /** When the failed waits began, by name. */
  readonly missed: Map<string, number>
  /** Functions that adapt the timers of current waits to new arrivals and failures. */
  readonly adapt: Set<() => void>
}

interface AdaptiveTimeoutOptions {
  /** How long the first waits last, before anything is learned, in milliseconds. */
  readonly firstMs: Readonly<Record<WaitedFor, number>>
  /** The longest wait, in milliseconds. */
  readonly maxMs: number
  /** Ends all waits when the run is stopped. */
  readonly signal: AbortSignal
  readonly nowMs?: () => number
}

/** Opens the timeout of a run. At first it has learned nothing. */
export function openAdaptiveTimeout(options: AdaptiveTimeoutOptions): AdaptiveTimeout {
  const { firstMs, maxMs, signal, nowMs = () => performance.now() } = options
  const all = { event: createExperience(), attempt: createExperience(), log: createExperience() }
  const currentMs = (what: WaitedFor): number =>
    computeTimeoutMs(all[what], { firstMs: firstMs[what], maxMs })
  signal.addEventListener('abort', () => Object.values(all).forEach(adaptCurrentWaits), { once: true })
  return {
    currentMs,
    start: (what, name) => {
      const learned = all[what]
      const countdown = openCountdown(learned, { currentMs: () => currentMs(what), signal, nowMs })
      return {
        over: countdown.over,
        succeed: () => recordArrivalIn(learned, countdown.stop()),
        fail: () => {
          const waitedMs = countdown.stop()
          const note = describeFailedWait(what, waitedMs, learned)
          if (name !== undefined) learned.missed.set(name, countdown.startedMs)
          // A failed wait counts only if it had the full length: a shortened wait may have missed a late arrival.
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

/** Returns how long a wait lasts, in milliseconds, by the arrivals and failures so far. */
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
  /** Aborted when the time is over. */
  readonly over: AbortSignal
  readonly startedMs: number
  /** Stops the countdown and returns how long it lasted, in milliseconds. */
  stop(): number
}

/** Opens a countdown. Its length changes when the run learns from other waits. */
function openCountdown(
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

/** Describes in one sentence how long nothing came, and why the wait was short if it was. */
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

/** A delivery that is due usually comes within this time. Only a longer wait is announced. */
const dueMs = 1_000

/** The waits of a rule for deliveries and log entries. Other rules run during these waits. */
export interface RuleWaits {
  /** Resolves with the attempts for a label as soon as there are this many, or when the time is over. */
  arrivals(box: RuleBox, labelId: string, attempts: number): Promise<readonly Arrival[]>
  readonly lookUntil: RuleContext['lookUntil']
  /** Returns the last failed wait; undefined if there was none. */
  failed(): FailedWait | undefined
}

/** Opens the waits of a rule. */
export function openRuleWaits({
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
  const endWait = (wait: Wait, isThere: boolean): void => {
    if (isThere) wait.succeed()
    else failed = wait.fail()
  }
  return {
    failed: () => failed,
    arrivals: async (box, labelId, attempts) => {
      box.claim(labelId)
      const what = attempts === 1 ? 'event' : 'attempt'
      const wait = timeout.start(what, labelId)
      const isThere = (): boolean => box.arrivals(labelId).length >= attempts
      if (!isThere()) {
        const announcing = setTimeout(() => {
          waits.announce(`an ${what} that is due`, timeout.currentMs(what) - dueMs)
        }, dueMs)
        await semaphore.releaseDuring(() => box.waitFor(labelId, { attempts, over: wait.over }))
        clearTimeout(announcing)
      }
      signal.throwIfAborted()
      endWait(wait, isThere())
      return box.arrivals(labelId)
    },
    lookUntil: async (look, { holds, pausesMs }) => {
      let seen = await look()
      const wait = timeout.start('log')
      for (const pauseMs of pausesMs) {
        if (wait.over.aborted || holds(seen)) break
        // The pause ends early if the time is over. Then the log is read a last time.
        await semaphore.releaseDuring(() => pause(pauseMs, wait.over).catch(() => undefined))
        seen = await look()
      }
      endWait(wait, holds(seen))
      return seen
    },
  }
}
