import type { SpendingClock } from '../../src/conformance/runner/money/spending.ts'

/** Time that has passed as soon as somebody waits for it. */
export function openMovedTime(): SpendingClock {
  let nowMs = 0
  return {
    nowMs: () => nowMs,
    pause: async (waitMs) => {
      nowMs += waitMs
    },
  }
}
