import type { RunSlowness } from './run-wait.ts'
import type { Waits } from './waits.ts'

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
