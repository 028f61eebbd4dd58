const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const

/** A span as options take it, in the largest unit that keeps it whole: `16m`, `155m`. */
export function durationText(spanMs: number): string {
  for (const [unit, unitMs] of units)
    if (spanMs > 0 && spanMs % unitMs === 0) return `${spanMs / unitMs}${unit}`
  return `${Math.ceil(spanMs)}ms`
}
