import { pause } from '../wire/pause.ts'
import type { Forecast } from './forecast.ts'
import type { RunWait } from './run-wait.ts'
import type { Slots } from './slots.ts'

/** Real time that a run lets pass: always said for what, and others may use the slot meanwhile. */
export interface Waits {
  pass(what: string, waitMs: number): Promise<void>
  /** Somebody waits for so long at most. */
  say(what: string, waitMs: number): void
  /** From here on it is known what is still to be done. */
  expect(left: () => Forecast): void
}

/** Shorter waits are nobody's concern. */
const toldFromMs = 1_000

export function openWaits(options: {
  readonly slots: Slots
  readonly signal: AbortSignal
  tell?(wait: RunWait): void
  readonly nowMs?: () => number
}): Waits {
  const { slots, signal, tell, nowMs = () => performance.now() } = options
  let left = (): Forecast => ({ rules: 0, pacedMs: 0, timeMs: 0, afterwardsMs: 0 })
  /** When the last of those who wait for time to pass goes on. */
  let untilMs = 0
  const say: Waits['say'] = (what, waitMs) => {
    if (waitMs < toldFromMs) return
    const { rules, pacedMs, timeMs, afterwardsMs } = left()
    const aboutMs = Math.max(waitMs, untilMs - nowMs(), pacedMs, timeMs) + afterwardsMs
    tell?.({ what, waitMs, rulesLeft: rules, aboutMs })
  }
  return {
    say,
    pass: async (what, waitMs) => {
      untilMs = Math.max(untilMs, nowMs() + waitMs)
      say(what, waitMs)
      await slots.leave(() => pause(waitMs, signal))
    },
    expect: (next) => {
      left = next
    },
  }
}
