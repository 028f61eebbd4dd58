/** Spans of time as people write them: a number and one unit, such as `10m` or `1.5h` (contract, section 2). */

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
type Unit = keyof typeof unitMs

/** A thousand years: whenever such a span begins, and one more after it, their ends are dates that can be written. */
export const longestDuration = '365000d'
const longestMs = 365_000 * unitMs.d

const largestFirst = ['d', 'h', 'm', 's', 'ms'] as const

/**
 * Milliseconds of a duration such as `250ms`, `90s`, `10m`, `1.5h` or `2d`, rounded to whole milliseconds.
 * Undefined for anything else, and for a span longer than the longest.
 */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? []
  if (amount === undefined || unit === undefined || !isUnit(unit)) return undefined
  const spanMs = Math.round(Number(amount) * unitMs[unit])
  return spanMs <= longestMs ? spanMs : undefined
}

/** The span in the largest unit that keeps it whole, so that `parseDuration` gives the same milliseconds back. */
export function formatDuration(spanMs: number): string {
  if (!Number.isSafeInteger(spanMs) || spanMs < 0) {
    throw new RangeError(`A duration is a whole number of milliseconds from 0 up, not ${spanMs}.`)
  }
  if (spanMs === 0) return '0s'
  const unit = largestFirst.find((candidate) => spanMs % unitMs[candidate] === 0) ?? 'ms'
  return `${spanMs / unitMs[unit]}${unit}`
}

function isUnit(text: string): text is Unit {
  return Object.hasOwn(unitMs, text)
}
