/** How many rules are at work at a time, learnt from the target. */
export interface Width {
  /** An answer came after so long; `what` was asked. */
  heard(what: string, durationMs: number): void
}

/** Answers that take so long are waited for rather than worked for. */
const slowMs = 100
/** Where answers take so many times as long as the fastest of their kind, the target is busy; below the first, it is not. */
const idle = 1.5
const busy = 2.5
/** How much one answer counts among those before it. */
const weight = 0.1

/**
 * More rules at a time where answers are slow although the target is not busy, each answer one more; fewer again where
 * it is. `tell` hears of every change.
 */
export function openWidth(options: {
  readonly least: number
  readonly most: number
  tell(width: number): void
}): Width {
  const { least, most, tell } = options
  const fastest = new Map<string, number>()
  let width = least
  let typicalMs = 0
  let stretch = 1
  const set = (next: number): void => {
    if (next === width || next < least || next > most) return
    width = next
    tell(width)
  }
  return {
    heard: (what, durationMs) => {
      const best = Math.min(fastest.get(what) ?? durationMs, durationMs)
      fastest.set(what, best)
      typicalMs += (durationMs - typicalMs) * weight
      stretch += (durationMs / Math.max(best, 1) - stretch) * weight
      if (typicalMs >= slowMs && stretch <= idle) set(width + 1)
      else if (stretch >= busy || typicalMs < slowMs) set(width - 1)
    },
  }
}
