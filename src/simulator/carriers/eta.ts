import { toTimestamp } from '../time/timestamp.ts'

const msPerHour = 3_600_000
const msPerDay = 24 * msPerHour
const maxCachedDates = 1_000

// A cache of formatted dates. Formatting a date takes longer than computing the rest of a rate, and the rates of one
// day share a few dates.
const dates = new Map<number, string>()

/**
 * Returns the delivery date, YYYY-MM-DD: `transitDays` business days, Monday to Friday, after the day on which the
 * parcel leaves. It leaves on the day of its handover, or on the next business day if it is handed over at the
 * carrier's cut-off hour or later. All days are in UTC.
 */
export function computeDeliveryDate({
  shipAtMs,
  cutoffHourUtc,
  transitDays,
}: {
  readonly shipAtMs: number
  readonly cutoffHourUtc: number
  readonly transitDays: number
}): string {
  const readyDay = Math.floor((shipAtMs + (24 - cutoffHourUtc) * msPerHour) / msPerDay)
  const weekday = countDaysSinceMonday(readyDay)
  const leavesOn = weekday < 5 ? readyDay : readyDay + 7 - weekday
  const weekends = Math.floor((countDaysSinceMonday(leavesOn) + transitDays) / 5)
  return formatDate(leavesOn + transitDays + 2 * weekends)
}

function countDaysSinceMonday(day: number): number {
  // Day 0, 1970-01-01, was a Thursday.
  return (((day + 3) % 7) + 7) % 7
}

function formatDate(day: number): string {
  const known = dates.get(day)
  if (known !== undefined) return known
  const [date = ''] = toTimestamp(day * msPerDay).split('T')
  if (dates.size >= maxCachedDates) dates.clear()
  dates.set(day, date)
  return date
}
