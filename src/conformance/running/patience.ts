import { spanText } from '../duration.ts'

/** What is waited for: an event, a further attempt at one, or what has become of one in the log. */
export type Awaited = 'event' | 'attempt' | 'log'

/**
 * How long a run waits for what may never come, learnt from what came: one for a run. What is late teaches to wait
 * longer, and what never comes is not waited for again and again.
 */
export interface Patience {
  /** Begins to wait for a thing; `name` is what it is known by where it comes after all. */
  begin(what: Awaited, name?: string): Wait
  /** Something has come, whether anybody still waits for it or not. */
  came(name: string): void
  /** How long somebody would wait for this now. */
  withinMs(what: Awaited): number
}

export interface Wait {
  /** Aborted once it has lasted as long as it may, unless it ended before. */
  readonly over: AbortSignal
  /** Ends it: what was waited for is there. */
  came(): void
  /** Ends it: nobody waits any more; gives what is to be said of it. */
  cameNot(): VainWait
}

/** A wait that came to nothing. */
export interface VainWait {
  readonly what: Awaited
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

const words: Readonly<Record<Awaited, { readonly one: string; readonly others: string }>> = {
  event: { one: 'event', others: 'events' },
  attempt: { one: 'attempt', others: 'attempts' },
  log: { one: 'entry in the log', others: 'entries' },
}

interface Learnt {
  /** How late the latest was of those that came; undefined where nothing came. */
  latestMs: number | undefined
  /** How many came to nothing although they were waited for as long as anything could be. */
  vain: number
  /** The longest of those. */
  longestMs: number
  /** What came to nothing, by its name, and since when it was due. */
  readonly missed: Map<string, number>
  readonly waiting: Set<() => void>
}

/** `firstMs` is how long to wait for a thing before anything is known, `mostMs` however late things are. */
export function openPatience(options: {
  readonly firstMs: Readonly<Record<Awaited, number>>
  readonly mostMs: number
  /** Once the run is stopped, nobody waits. */
  readonly signal: AbortSignal
  readonly nowMs?: () => number
}): Patience {
  const { firstMs, mostMs, signal, nowMs = () => performance.now() } = options
  const open = (): Learnt => ({
    latestMs: undefined,
    vain: 0,
    longestMs: 0,
    missed: new Map(),
    waiting: new Set(),
  })
  const all: Readonly<Record<Awaited, Learnt>> = { event: open(), attempt: open(), log: open() }

  const withinMs = (what: Awaited): number => {
    const { latestMs, vain } = all[what]
    const isGivenUp = vain >= few
    if (latestMs === undefined) return isGivenUp ? Math.min(momentMs, firstMs[what]) : firstMs[what]
    const atLeastMs = isGivenUp ? Math.min(leastMs, firstMs[what]) : firstMs[what]
    return Math.max(atLeastMs, Math.min(mostMs, latestMs * generous))
  }
  const learn = (what: Awaited, lateMs: number): void => {
    const learnt = all[what]
    learnt.latestMs = Math.max(learnt.latestMs ?? 0, lateMs)
    wake(learnt)
  }
  signal.addEventListener('abort', () => Object.values(all).forEach(wake), { once: true })

  const begin: Patience['begin'] = (what, name) => {
    const learnt = all[what]
    const startedMs = nowMs()
    let timer: NodeJS.Timeout | undefined
    const end = new AbortController()
    // Whatever others learn meanwhile holds for this one, too.
    const look = (): void => {
      clearTimeout(timer)
      const leftMs = startedMs + withinMs(what) - nowMs()
      if (leftMs <= 0 || signal.aborted) end.abort()
      else timer = setTimeout(look, leftMs)
    }
    const stop = (): void => {
      clearTimeout(timer)
      learnt.waiting.delete(look)
    }
    learnt.waiting.add(look)
    look()
    return {
      over: end.signal,
      came: () => {
        stop()
        learn(what, nowMs() - startedMs)
      },
      cameNot: () => {
        stop()
        const waitedMs = nowMs() - startedMs
        const told = tell(what, waitedMs, learnt)
        if (name !== undefined) learnt.missed.set(name, startedMs)
        // A wait that was cut short proves nothing.
        if (waitedMs >= firstMs[what] - 1 || waitedMs >= mostMs - 1) {
          learnt.vain += 1
          learnt.longestMs = Math.max(learnt.longestMs, waitedMs)
          wake(learnt)
        }
        return { what, waitedMs, told }
      },
    }
  }

  return {
    begin,
    withinMs,
    came: (name) => {
      for (const what of ['event', 'attempt', 'log'] as const) {
        const dueMs = all[what].missed.get(name)
        if (dueMs === undefined) continue
        all[what].missed.delete(name)
        learn(what, nowMs() - dueMs)
      }
    },
  }
}

/** Everybody who waits looks whether to go on. */
function wake({ waiting }: Learnt): void {
  for (const look of [...waiting]) look()
}

function tell(what: Awaited, waitedMs: number, { vain, longestMs, latestMs }: Learnt): string {
  const { one, others } = words[what]
  const waited = `No ${one} came within ${spanText(waitedMs)}`
  if (vain < few || waitedMs >= longestMs) return `${waited}.`
  const late = latestMs === undefined ? '' : `, and none that came was later than ${spanText(latestMs)}`
  return `${waited}; the run waits no longer, since ${vain} ${others} before were waited for in vain, each for ${spanText(longestMs)}${late}.`
}
