import { pause } from '../wire/pause.ts'
import type { Slots } from './slots.ts'

/** A wait of a run, for whoever watches it. */
export interface RunWait {
  /** What follows "waiting for": `the limit of POST /v1/batches (10 a minute)`. */
  readonly what: string
  readonly waitMs: number
  /** Rules that have not ended yet. */
  readonly rulesLeft: number
  /** How long these take about, as far as waits are known. */
  readonly aboutMs: number
}

/** Real time that a run lets pass: always said for what, and others may use the slot meanwhile. */
export interface Waits {
  pass(what: string, waitMs: number): Promise<void>
  /** Somebody waits for so long at most. */
  say(what: string, waitMs: number): void
  /** From here on it is known what is still to be done. */
  expect(left: () => { readonly rules: number; readonly pacedMs: number }): void
}

/** Shorter waits are nobody's concern. */
const toldFromMs = 1_000

export function openWaits(options: {
  readonly slots: Slots
  readonly signal: AbortSignal
  tell?(wait: RunWait): void
}): Waits {
  const { slots, signal, tell } = options
  let left = (): { readonly rules: number; readonly pacedMs: number } => ({ rules: 0, pacedMs: 0 })
  const say: Waits['say'] = (what, waitMs) => {
    if (waitMs < toldFromMs) return
    const { rules, pacedMs } = left()
    tell?.({ what, waitMs, rulesLeft: rules, aboutMs: Math.max(waitMs, pacedMs) })
  }
  return {
    say,
    pass: async (what, waitMs) => {
      say(what, waitMs)
      await slots.leave(() => pause(waitMs, signal))
    },
    expect: (next) => {
      left = next
    },
  }
}
