import { spanText } from '../duration.ts'
import type { RuleContext } from '../rule-context.ts'
import type { Arrival } from '../target/arrival.ts'
import type { RuleBox } from '../target/box.ts'
import type { Slots } from './semaphore.ts'
import type { Waits } from './waits.ts'

/** What is waited for: the first attempt of an event, a further attempt, or an entry of the delivery log. */
export type WaitedFor = 'event' | 'attempt' | 'log'

/**
 * Decides how long to wait for deliveries and log entries, which may never come. One for a run. After one that came late
 * it waits longer, and after some that never came hardly at all.
 */
export interface Patience {
  /** Begins a wait. `name` identifies what is waited for, in case it comes after the wait. */
  begin(what: WaitedFor, name?: string): Wait
  /** Notes that something has come, whether it is still waited for or not. */
  came(name: string): void
  /** How long a wait would last now, in milliseconds. */
  withinMs(what: WaitedFor): number
}

/** A wait in progress. */
export interface Wait {
  /** Aborted when the wait has lasted as long as it may. */
  readonly over: AbortSignal
  /** Ends the wait: what was waited for has come. */
  came(): void
  /** Ends the wait in vain, and returns what to say of it. */
  timedOut(): TimedOutWait
}

/** A wait in vain. */
export interface TimedOutWait {
  readonly what: WaitedFor
  readonly waitedMs: number
  /** One sentence for the report. */
  readonly told: string
}

/** After so many waits in vain, later waits are shorter. */
const few = 2
/** A wait lasts so many times as long as the latest arrival took. */
const generous = 5
/** The shortest waits, in milliseconds: `leastMs` if some have come, `momentMs` if none ever has. */
const leastMs = 2_500
const momentMs = 250

const words: Readonly<Record<WaitedFor, { readonly one: string; readonly others: string }>> = {
  event: { one: 'event', others: 'events' },
  attempt: { one: 'attempt', others: 'attempts' },
  log: { one: 'entry in the log', others: 'entries' },
}

interface Learnt {
  /** How late the latest arrival was, in milliseconds; undefined if nothing has come. */
  latestMs: number | undefined
  /** The number of full-length waits in vain. */
  timeouts: number
  /** The longest of these waits. */
  longestMs: number
  /** When the waits in vain began, by the name of what was waited for. */
  readonly missed: Map<string, number>
  readonly waiting: Set<() => void>
}

interface PatienceOptions {
  /** How long to wait before anything is learned, in milliseconds. */
  readonly firstMs: Readonly<Record<WaitedFor, number>>
  /** The longest wait, in milliseconds. */
  readonly mostMs: number
  /** Ends all waits when the run is stopped. */
  readonly signal: AbortSignal
  readonly nowMs?: () => number
}

const kinds = ['event', 'attempt', 'log'] as const satisfies readonly WaitedFor[]

/** Opens the patience of a run, which has learned nothing yet. */
export function openPatience(options: PatienceOptions): Patience {
  const { signal, nowMs = () => performance.now() } = options
  const all = { event: openLearnt(), attempt: openLearnt(), log: openLearnt() }
  const withinMs = (what: WaitedFor): number => patienceMs(what, all[what], options)
  signal.addEventListener('abort', () => Object.values(all).forEach(wake), { once: true })
  return {
    withinMs,
    begin: (what, name) => {
      const learnt = all[what]
      const countdown = openCountdown(learnt, { withinMs: () => withinMs(what), signal, nowMs })
      return {
        over: countdown.over,
        came: () => learn(learnt, countdown.stop()),
        timedOut: () => {
          const waitedMs = countdown.stop()
          const told = tell(what, waitedMs, learnt)
          if (name !== undefined) learnt.missed.set(name, countdown.startedMs)
          // A shortened wait says nothing of whether it would have come.
          if (waitedMs >= options.firstMs[what] - 1 || waitedMs >= options.mostMs - 1) {
            learnTimeout(learnt, waitedMs)
          }
          return { what, waitedMs, told }
        },
      }
    },
    came: (name) => {
      for (const learnt of kinds.map((what) => all[what])) {
        const dueMs = learnt.missed.get(name)
        if (dueMs === undefined) continue
        learnt.missed.delete(name)
        learn(learnt, nowMs() - dueMs)
      }
    },
  }
}

function openLearnt(): Learnt {
  return { latestMs: undefined, timeouts: 0, longestMs: 0, missed: new Map(), waiting: new Set() }
}

/** How long a wait lasts, by what was learned so far. */
function patienceMs(
  what: WaitedFor,
  { latestMs, timeouts }: Learnt,
  { firstMs, mostMs }: PatienceOptions,
): number {
  const isGivenUp = timeouts >= few
  if (latestMs === undefined) return isGivenUp ? Math.min(momentMs, firstMs[what]) : firstMs[what]
  const atLeastMs = isGivenUp ? Math.min(leastMs, firstMs[what]) : firstMs[what]
  return Math.max(atLeastMs, Math.min(mostMs, latestMs * generous))
}

/** Learns that something came, and how late. */
function learn(learnt: Learnt, lateMs: number): void {
  learnt.latestMs = Math.max(learnt.latestMs ?? 0, lateMs)
  wake(learnt)
}

/** Learns that a full-length wait was in vain. */
function learnTimeout(learnt: Learnt, waitedMs: number): void {
  learnt.timeouts += 1
  learnt.longestMs = Math.max(learnt.longestMs, waitedMs)
  wake(learnt)
}

interface Countdown {
  /** Aborted when the time is over. */
  readonly over: AbortSignal
  readonly startedMs: number
  /** Stops the countdown and returns how long it lasted, in milliseconds. */
  stop(): number
}

/** Opens a countdown. Its length changes with what other waits teach meanwhile. */
function openCountdown(
  { waiting }: Learnt,
  {
    withinMs,
    signal,
    nowMs,
  }: { withinMs(): number; readonly signal: AbortSignal; readonly nowMs: () => number },
): Countdown {
  const startedMs = nowMs()
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    clearTimeout(timer)
    const leftMs = startedMs + withinMs() - nowMs()
    if (leftMs <= 0 || signal.aborted) end.abort()
    else timer = setTimeout(look, leftMs)
  }
  waiting.add(look)
  look()
  return {
    over: end.signal,
    startedMs,
    stop: () => {
      clearTimeout(timer)
      waiting.delete(look)
      return nowMs() - startedMs
    },
  }
}

/** Lets all countdowns look again whether their time is over. */
function wake({ waiting }: Learnt): void {
  for (const look of [...waiting]) look()
}

function tell(what: WaitedFor, waitedMs: number, { timeouts, longestMs, latestMs }: Learnt): string {
  const { one, others } = words[what]
  const waited = `No ${one} came within ${spanText(waitedMs)}`
  if (timeouts < few || waitedMs >= longestMs) return `${waited}.`
  const late = latestMs === undefined ? '' : `, and none that came was later than ${spanText(latestMs)}`
  return `${waited}; the run waits no longer, since ${timeouts} ${others} before were waited for in vain, each for ${spanText(longestMs)}${late}.`
}

/** A delivery that is due comes within this time. A longer wait is shown to whoever watches the run. */
const dueMs = 1_000

/** The waits of a rule for deliveries and log entries. Other rules use its slot meanwhile. */
export interface RuleWaits {
  /** Resolves with the attempts for a label once there are so many, or the run's patience ends. */
  arrivals(box: RuleBox, labelId: string, attempts: number): Promise<readonly Arrival[]>
  readonly lookUntil: RuleContext['lookUntil']
  /** The last wait in vain; undefined if there was none. */
  timedOut(): TimedOutWait | undefined
}

/** Opens the waits of a rule. */
export function openRuleWaits({
  patience,
  slots,
  waits,
  signal,
}: {
  readonly patience: Patience
  readonly slots: Slots
  readonly waits: Waits
  readonly signal: AbortSignal
}): RuleWaits {
  let timedOutWait: TimedOutWait | undefined
  const end = (wait: Wait, isThere: boolean): void => {
    if (isThere) wait.came()
    else timedOutWait = wait.timedOut()
  }
  return {
    timedOut: () => timedOutWait,
    arrivals: async (box, labelId, attempts) => {
      box.claim(labelId)
      const wait = patience.begin(attempts === 1 ? 'event' : 'attempt', labelId)
      const isThere = (): boolean => box.arrivals(labelId).length >= attempts
      if (!isThere()) {
        const what = attempts === 1 ? 'event' : 'attempt'
        const telling = setTimeout(() => {
          waits.say(`an ${what} that is due`, patience.withinMs(what) - dueMs)
        }, dueMs)
        await slots.leave(() => box.waitFor(labelId, { attempts, over: wait.over }))
        clearTimeout(telling)
      }
      signal.throwIfAborted()
      end(wait, isThere())
      return box.arrivals(labelId)
    },
    lookUntil: async (look, { holds, pausesMs }) => {
      let seen = await look()
      const wait = patience.begin('log')
      for (const pauseMs of pausesMs) {
        if (wait.over.aborted || holds(seen)) break
        await slots.leave(() => pauseUntil(wait.over, pauseMs))
        seen = await look()
      }
      end(wait, holds(seen))
      return seen
    },
  }
}

/** Waits in real time, until the wait is over at the latest. */
function pauseUntil(over: AbortSignal, pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer)
      over.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, pauseMs)
    over.addEventListener('abort', go)
    if (over.aborted) go()
  })
}
