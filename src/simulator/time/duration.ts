/** Spans of time as people write them: numbers and their units, such as `10m`, `1.5h` or `1d12h` (command line, Options). */

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** The longest duration: a thousand years. Two such spans in a row, from any start, still end at a valid date. */
export const longestDuration = '365000d'
const longestMs = 365_000 * unitMs.d

const largestFirst = ['d', 'h', 'm', 's', 'ms'] as const

// safe regex: each amount occurs at most once and ends with its own unit, so it cannot backtrack for long.
const amounts = new RegExp(`^${largestFirst.map((unit) => `(?:(\\d+(?:\\.\\d+)?)${unit})?`).join('')}$`)

/** The pattern of a duration, for documents; the pattern cannot express the maximum. */
export const durationPattern = `^(?=.)${amounts.source.slice(1)}`

/**
 * Returns the milliseconds of a duration such as `250ms`, `90s`, `1.5h` or `1d12h`: each unit once, the largest first,
 * rounded to whole milliseconds. Undefined for anything else and for a span longer than the longest.
 */
export function parseDuration(text: string): number | undefined {
  const [, ...given] = text === '' ? [] : (amounts.exec(text) ?? [])
  if (given.length === 0) return undefined
  const spanMs = Math.round(
    largestFirst.reduce((sum, unit, index) => sum + Number(given[index] ?? 0) * unitMs[unit], 0),
  )
  return spanMs <= longestMs ? spanMs : undefined
}

/** Returns the milliseconds of a duration that an earlier check accepted. Throws for any other text. */
export function parseCheckedDuration(text: string): number {
  const spanMs = parseDuration(text)
  if (spanMs === undefined) throw new Error(`${text} is no duration; its check should have refused it`)
  return spanMs
}

/**
 * Returns the duration in the largest unit that keeps it whole, so that `parseDuration` returns the same
 * milliseconds. Throws a RangeError for anything but a whole number from 0 up.
 */
export function formatDuration(spanMs: number): string {
  if (!Number.isSafeInteger(spanMs) || spanMs < 0) {
    throw new RangeError(`A duration is a whole number of milliseconds from 0 up, not ${spanMs}.`)
  }
  if (spanMs === 0) return '0s'
  const unit = largestFirst.find((candidate) => spanMs % unitMs[candidate] === 0) ?? 'ms'
  return `${spanMs / unitMs[unit]}${unit}`
}
