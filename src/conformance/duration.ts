const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const

/** Formats a time span as a value of an option, in the largest unit in which it is a whole number: `16m`, `155m`. */
export function formatOptionSpan(spanMs: number): string {
  for (const [unit, unitMs] of units)
    if (spanMs > 0 && spanMs % unitMs === 0) return `${spanMs / unitMs}${unit}`
  return `${Math.ceil(spanMs)}ms`
}

/** Converts a time span that `formatOptionSpan` has written as text back to milliseconds. */
export function parseOptionSpan(text: string): number {
  const unitMs = units.find(([unit]) => text.endsWith(unit) && !text.endsWith(`m${unit}`))?.[1] ?? 1
  return Number.parseInt(text, 10) * unitMs
}

/** Formats a time span for people: `4.3s`, `14m 45s`, `26h 35m 30s`. */
export function formatSpan(spanMs: number): string {
  if (spanMs < 1_000) return `${Math.round(spanMs)}ms`
  if (spanMs < 59_950) return `${Number((spanMs / 1_000).toFixed(1))}s`
  const seconds = Math.round(spanMs / 1_000)
  const parts = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join(' ')
}

/** Formats a time span rounded up to whole minutes or hours, for an option that must be at least as long: 14 min 45 s gives `15m`. */
export function formatRoundedSpan(spanMs: number): string {
  const unitMs = spanMs > 7_200_000 ? 3_600_000 : spanMs > 120_000 ? 60_000 : 1
  return formatOptionSpan(Math.ceil(spanMs / unitMs) * unitMs)
}
