import type { Parcel } from '../../specification/model.ts'

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const
const ouncesPerPound = 16
const kilogramsPerOunce = 0.028349523125

/**
 * Returns the UTC date of a time in the parts that labels print: `day` 05, `month` 03, `monthName` MAR,
 * `year` 2026.
 */
export function formatShipDay(atMs: number): { day: string; month: string; monthName: string; year: string } {
  const date = new Date(atMs)
  return {
    day: String(date.getUTCDate()).padStart(2, '0'),
    month: String(date.getUTCMonth() + 1).padStart(2, '0'),
    monthName: months[date.getUTCMonth()] ?? '',
    year: String(date.getUTCFullYear()),
  }
}

/** Returns day of the year, 1 to 366, in three digits. */
export function formatDayOfYear(atMs: number): string {
  const date = new Date(atMs)
  const days =
    (Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) -
      Date.UTC(date.getUTCFullYear(), 0, 1)) /
    86_400_000
  return String(days + 1).padStart(3, '0')
}

/** Returns weight in pounds, with two decimals. */
export function formatPounds(parcel: Parcel): string {
  return (parcel.weightOz / ouncesPerPound).toFixed(2)
}

/** Returns weight in whole pounds, rounded up as carriers bill it, at least one. */
export function formatBilledPounds(parcel: Parcel): string {
  return String(Math.max(1, Math.ceil(parcel.weightOz / ouncesPerPound)))
}

/** Returns weight in pounds and ounces, the ounces rounded up to a tenth. */
export function formatPoundsAndOunces(parcel: Parcel): string {
  const tenths = Math.ceil(parcel.weightOz * 10 - 1e-6)
  const tenthsPerPound = ouncesPerPound * 10
  const wholePounds = Math.floor(tenths / tenthsPerPound)
  return `${wholePounds} lb ${(tenths - wholePounds * tenthsPerPound) / 10} oz`
}

/** Returns weight in kilograms, with two decimals. */
export function formatKilograms(parcel: Parcel): string {
  return (parcel.weightOz * kilogramsPerOunce).toFixed(2)
}

/** Returns length, width and height in whole inches, rounded up. */
export function formatSides(parcel: Parcel): string {
  return [parcel.lengthIn, parcel.widthIn, parcel.heightIn].map((side) => Math.ceil(side)).join(' x ')
}
