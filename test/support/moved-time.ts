import type { SpendingClock } from '../../src/conformance/runner/money/spending.ts'

/** Opens a clock whose time passes as soon as a task waits for it. */
export function openClockWithoutWaits(): SpendingClock {
  let nowMs = 0
  return {
    nowMs: () => nowMs,
    pause: async (waitMs) => {
      nowMs += waitMs
    },
  }
}
