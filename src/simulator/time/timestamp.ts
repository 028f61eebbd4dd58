/** The bounds of all times: years have four digits. */
const earliestInstantMs = Date.parse('0000-01-01T00:00:00.000Z')
export const latestInstantMs = Date.parse('9999-12-31T23:59:59.999Z')

/** How much faster than real time a clock may run. */
export const fastestClockRate = 1_000_000

/** The form of a timestamp; `parseTimestamp` also checks that the date exists. */
export const timestampPattern = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d))?$/

/**
 * Returns milliseconds of an ISO 8601 timestamp; undefined for anything else and for dates that do not exist.
 * A time of day needs its zone: the result must not depend on the machine.
 */
export function parseTimestamp(text: string): number | undefined {
  const [, day] = timestampPattern.exec(text) ?? []
  if (day === undefined || !isExistingDay(day)) return undefined
  const instantMs = Date.parse(text)
  return instantMs >= earliestInstantMs && instantMs <= latestInstantMs ? instantMs : undefined
}

/** Whether a text would be a timestamp if it had a zone. */
export function lacksZone(text: string): boolean {
  return parseTimestamp(text) === undefined && parseTimestamp(`${text}Z`) !== undefined
}

/** Checks the day, because `Date` alone would read the 30th of February as the 2nd of March. */
function isExistingDay(text: string): boolean {
  const dayMs = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(dayMs) && toTimestamp(dayMs).startsWith(text)
}

/**
 * Returns a time as the wire shows it: ISO 8601, UTC, milliseconds (choices 10). Years have four digits, so a
 * time after 9999 is written as the last millisecond of 9999.
 */
export function toTimestamp(instantMs: number): string {
  const wholeMs = Number.isFinite(instantMs) ? Math.min(Math.trunc(instantMs), latestInstantMs) : Number.NaN
  const second = Math.floor(wholeMs / 1000)
  if (second !== writtenSecond) {
    secondText = new Date(second * 1000).toISOString().slice(0, -'.000Z'.length)
    writtenSecond = second
  }
  return `${secondText}.${String(wholeMs - second * 1000).padStart(3, '0')}Z`
}

// A cache of the last formatted second: timestamps written one after another mostly share it.
let writtenSecond = Number.NaN
let secondText = ''

/** Returns a time like `toTimestamp`; null stays null. */
export function toTimestampOrNull(instantMs: number | null): string | null {
  return instantMs === null ? null : toTimestamp(instantMs)
}
