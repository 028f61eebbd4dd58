import { spanText } from '../duration.ts'

/** What is waited for: an event, a further attempt at one, or what has become of one in the log. */
export type WaitedFor = 'event' | 'attempt' | 'log'

/**
 * How long a run waits for what may never come, learnt from what came: one for a run. What is late teaches to wait
 * longer, and what never comes is not waited for again and again.
 */
export interface Patience {
  /** Begins to wait for a thing; `name` is what it is known by where it comes after all. */
  begin(what: WaitedFor, name?: string): Wait
  /** Something has come, whether anybody still waits for it or not. */
  came(name: string): void
  /** How long somebody would wait for this now. */
  withinMs(what: WaitedFor): number
}

export interface Wait {
  /** Aborted once it has lasted as long as it may, unless it ended before. */
  readonly over: AbortSignal
  /** Ends it: what was waited for is there. */
  came(): void
  /** Ends it: nobody waits any more; gives what is to be said of it. */
  timedOut(): TimedOutWait
}

/** A wait that came to nothing. */
export interface TimedOutWait {
  readonly what: WaitedFor
  readonly waitedMs: number
  /** One sentence for the report. */
  readonly told: string
}

/** After so many that came to nothing, a run has learnt something. */
const few = 2
/** What was late by so much is given so many times as long. */
const generous = 5
/** Deliveries that come at all are given so long, and those that never came just a moment. */
const leastMs = 2_500
const momentMs = 250

const words: Readonly<Record<WaitedFor, { readonly one: string; readonly others: string }>> = {
  event: { one: 'event', others: 'events' },
  attempt: { one: 'attempt', others: 'attempts' },
  log: { one: 'entry in the log', others: 'entries' },
}

interface Learnt {
  /** How late the latest was of those that came; undefined where nothing came. */
  latestMs: number | undefined
  /** How many came to nothing although they were waited for as long as anything could be. */
  timeouts: number
  /** The longest of those. */
  longestMs: number
  /** What came to nothing, by its name, and since when it was due. */
  readonly missed: Map<string, number>
  readonly waiting: Set<() => void>
}

interface PatienceOptions {
  /** How long to wait for a thing before anything is known. */
  readonly firstMs: Readonly<Record<WaitedFor, number>>
  /** The longest wait, however late things are. */
  readonly mostMs: number
  /** Once the run is stopped, nobody waits. */
  readonly signal: AbortSignal
  readonly nowMs?: () => number
}

const kinds = ['event', 'attempt', 'log'] as const satisfies readonly WaitedFor[]

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
          // A wait that was cut short proves nothing.
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

/** How long to wait for a thing, by what was learnt so far. */
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

/** A thing came, so late. */
function learn(learnt: Learnt, lateMs: number): void {
  learnt.latestMs = Math.max(learnt.latestMs ?? 0, lateMs)
  wake(learnt)
}

/** A thing never came although it was waited for as long as anything could be. */
function learnTimeout(learnt: Learnt, waitedMs: number): void {
  learnt.timeouts += 1
  learnt.longestMs = Math.max(learnt.longestMs, waitedMs)
  wake(learnt)
}

interface Countdown {
  /** Aborted when it has run out. */
  readonly over: AbortSignal
  readonly startedMs: number
  /** Gives how long it lasted. */
  stop(): number
}

/** Runs out once it has lasted as long as it may by then: whatever others learn meanwhile holds for it, too. */
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

/** Everybody who waits looks whether to go on. */
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
