import type { RunSlowness } from './run-wait.ts'
import type { Waits } from './waits.ts'

/** Hears how long answers take, and says so where that is what a run takes its time for. */
export interface Slowness {
  record(durationMs: number): void
}

/** Answers that take less are nobody's concern. */
const slowMs = 1_000
/** How much one answer counts among those before it. */
const weight = 0.1
/** The first few may be slow for being the first. */
const few = 8

/** `tell` hears of it every second at most, and once with nothing when answers are fast again. */
export function openSlowness(options: {
  readonly waits: Pick<Waits, 'answering'>
  /** How many rules are at work, or will be in a moment. */
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
