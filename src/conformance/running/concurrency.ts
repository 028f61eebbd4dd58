import { performance } from 'node:perf_hooks'

/** How many rules are at work at a time, learnt from the target. */
export interface Concurrency {
  /** An answer came after so long; `what` was asked. */
  record(what: string, durationMs: number): void
  /** How many there will be if answers go on as they are. */
  soon(): number
}

/** Answers that take so long are waited for rather than worked for. */
const slowMs = 100
/** Where answers take so many times as long as the fastest of their kind, the target is busy; below the first, it is not. */
const idle = 1.5
const busy = 2.5
/** How much one answer counts among those before it. */
const weight = 0.1

/** Where this process has so little time to itself, it is not the target that is slow. */
const mostWork = 0.75
const lookEveryMs = 250

/**
 * More rules at a time where answers are slow although neither the target nor this process is busy, each answer one more;
 * fewer again where it is. `tell` hears of every change.
 */
export function openConcurrency(options: {
  readonly least: number
  readonly most: number
  tell(concurrency: number): void
  /** The part of its time that this process has been at work lately. */
  readonly work?: () => number
}): Concurrency {
  const { least, most, tell, work = openWork() } = options
  const fastest = new Map<string, number>()
  let concurrency = least
  let typicalMs = 0
  let stretch = 1
  const set = (next: number): void => {
    if (next === concurrency || next < least || next > most) return
    concurrency = next
    tell(concurrency)
  }
  let isHere = false
  const grows = (): boolean => typicalMs >= slowMs && stretch <= idle && !isHere
  return {
    soon: () => (grows() ? most : concurrency),
    record: (what, durationMs) => {
      const best = Math.min(fastest.get(what) ?? durationMs, durationMs)
      fastest.set(what, best)
      typicalMs += (durationMs - typicalMs) * weight
      stretch += (durationMs / Math.max(best, 1) - stretch) * weight
      isHere = work() > mostWork
      if (grows()) set(concurrency + 1)
      else if (stretch >= busy || typicalMs < slowMs || isHere) set(concurrency - 1)
    },
  }
}

/** Waiting for its turn at a processor counts as work, too. */
function openWork(): () => number {
  let last = performance.eventLoopUtilization()
  let lookedMs = performance.now()
  let share = 0
  return () => {
    const nowMs = performance.now()
    if (nowMs - lookedMs < lookEveryMs) return share
    const now = performance.eventLoopUtilization()
    share = performance.eventLoopUtilization(now, last).utilization
    last = now
    lookedMs = nowMs
    return share
  }
}
