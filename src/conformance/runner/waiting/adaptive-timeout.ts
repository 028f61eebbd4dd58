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
 * Decides how long to wait for deliveries and log entries, which may never come. A run has one. It is longer after a late
 * arrival, and much shorter after some failed waits.
 */
export interface AdaptiveTimeout {
  /** Starts a wait. `name` identifies the delivery, in case it comes after the wait. */
  start(what: WaitedFor, name?: string): Wait
  /** Records that something came, whether or not a rule still waits for it. */
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
  /** One sentence for the report. */
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
  /** How late the latest arrival was, in milliseconds; undefined if nothing has come. */
  latestMs: number | undefined
  /** The number of full-length waits that failed. */
  failed: number
  /** The longest of these waits. */
  longestMs: number
  /** When the failed waits began, by name. */
  readonly missed: Map<string, number>
  /** Functions that adapt the timers of the current waits to what was learned. */
  readonly adapt: Set<() => void>
}

interface AdaptiveTimeoutOptions {
  /** How long to wait before anything is learned, in milliseconds. */
  readonly firstMs: Readonly<Record<WaitedFor, number>>
  /** The longest wait, in milliseconds. */
  readonly maxMs: number
  /** Ends all waits when the run is stopped. */
  readonly signal: AbortSignal
  readonly nowMs?: () => number
}

/** Opens the timeout of a run, which has learned nothing yet. */
export function openAdaptiveTimeout(options: AdaptiveTimeoutOptions): AdaptiveTimeout {
  const { firstMs, maxMs, signal, nowMs = () => performance.now() } = options
  const all = { event: openLearned(), attempt: openLearned(), log: openLearned() }
  const currentMs = (what: WaitedFor): number =>
    computeTimeoutMs(all[what], { firstMs: firstMs[what], maxMs })
  signal.addEventListener('abort', () => Object.values(all).forEach(adaptAll), { once: true })
  return {
    currentMs,
    start: (what, name) => {
      const learned = all[what]
      const countdown = openCountdown(learned, { currentMs: () => currentMs(what), signal, nowMs })
      return {
        over: countdown.over,
        succeed: () => learnArrival(learned, countdown.stop()),
        fail: () => {
          const waitedMs = countdown.stop()
          const note = describeFailedWait(what, waitedMs, learned)
          if (name !== undefined) learned.missed.set(name, countdown.startedMs)
          // A shortened wait does not show whether something would have come.
          if (waitedMs >= Math.min(firstMs[what], maxMs) - 1) learnFailure(learned, waitedMs)
          return { what, waitedMs, note }
        },
      }
    },
    recordArrival: (name) => {
      for (const learned of Object.values(all)) {
        const startedMs = learned.missed.get(name)
        if (startedMs === undefined) continue
        learned.missed.delete(name)
        learnArrival(learned, nowMs() - startedMs)
      }
    },
  }
}

function openLearned(): WaitExperience {
  return { latestMs: undefined, failed: 0, longestMs: 0, missed: new Map(), adapt: new Set() }
}

/** Returns how long a wait lasts, in milliseconds, by what was learned so far. */
function computeTimeoutMs(
  { latestMs, failed }: WaitExperience,
  { firstMs, maxMs }: { readonly firstMs: number; readonly maxMs: number },
): number {
  const isShort = failed >= maxFailed
  if (latestMs === undefined) return isShort ? Math.min(momentMs, firstMs) : firstMs
  return Math.max(isShort ? Math.min(minMs, firstMs) : firstMs, Math.min(maxMs, latestMs * lateFactor))
}

function learnArrival(learned: WaitExperience, lateMs: number): void {
  learned.latestMs = Math.max(learned.latestMs ?? 0, lateMs)
  adaptAll(learned)
}

function learnFailure(learned: WaitExperience, waitedMs: number): void {
  learned.failed += 1
  learned.longestMs = Math.max(learned.longestMs, waitedMs)
  adaptAll(learned)
}

function adaptAll({ adapt }: WaitExperience): void {
  for (const each of [...adapt]) each()
}

interface Countdown {
  /** Aborted when the time is over. */
  readonly over: AbortSignal
  readonly startedMs: number
  /** Stops the countdown and returns how long it lasted, in milliseconds. */
  stop(): number
}

/** Opens a countdown. Its length changes with what the run learns meanwhile. */
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

/** Says in one sentence how long nothing came, and why the wait was short if it was. */
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

/** A delivery that is due comes within this time. A longer wait is announced. */
const dueMs = 1_000

/** The waits of a rule for deliveries and log entries. Other rules run meanwhile. */
export interface RuleWaits {
  /** Resolves with the attempts for a label once there are this many, or the time is over. */
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
  const end = (wait: Wait, isThere: boolean): void => {
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
      end(wait, isThere())
      return box.arrivals(labelId)
    },
    lookUntil: async (look, { holds, pausesMs }) => {
      let seen = await look()
      const wait = timeout.start('log')
      for (const pauseMs of pausesMs) {
        if (wait.over.aborted || holds(seen)) break
        // The pause is cut short when the time is over. Then the log is read a last time.
        await semaphore.releaseDuring(() => pause(pauseMs, wait.over).catch(() => undefined))
        seen = await look()
      }
      end(wait, holds(seen))
      return seen
    },
  }
}
