import type { Parcel } from '../../specification/model.ts'

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const
const ouncesPerPound = 16
const kilogramsPerOunce = 0.028349523125

/** Returns the parts of a date in UTC as labels print them: `day` 05, `month` 03, `monthName` MAR, `year` 2026. */
export function formatShipDay(atMs: number): { day: string; month: string; monthName: string; year: string } {
  const date = new Date(atMs)
  return {
    day: String(date.getUTCDate()).padStart(2, '0'),
    month: String(date.getUTCMonth() + 1).padStart(2, '0'),
    monthName: months[date.getUTCMonth()] ?? '',
    year: String(date.getUTCFullYear()),
  }
}

/** Returns the day of the year, 1 to 366, as three digits. */
export function formatDayOfYear(atMs: number): string {
  const date = new Date(atMs)
  const days =
    (Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) -
      Date.UTC(date.getUTCFullYear(), 0, 1)) /
    86_400_000
  return String(days + 1).padStart(3, '0')
}

/** Returns the weight of a parcel in pounds, with two decimals. */
export function formatPounds(parcel: Parcel): string {
  return (parcel.weightOz / ouncesPerPound).toFixed(2)
}

/** Returns the weight of a parcel in whole pounds, rounded up as carriers bill it; at least one. */
export function formatBilledPounds(parcel: Parcel): string {
  return String(Math.max(1, Math.ceil(parcel.weightOz / ouncesPerPound)))
}

/** Returns the weight of a parcel in pounds and ounces, the ounces rounded up to a tenth. */
export function formatPoundsAndOunces(parcel: Parcel): string {
  const tenths = Math.ceil(parcel.weightOz * 10 - 1e-6)
  const tenthsPerPound = ouncesPerPound * 10
  const wholePounds = Math.floor(tenths / tenthsPerPound)
  return `${wholePounds} lb ${(tenths - wholePounds * tenthsPerPound) / 10} oz`
}

/** Returns the weight of a parcel in kilograms, with two decimals. */
export function formatKilograms(parcel: Parcel): string {
  return (parcel.weightOz * kilogramsPerOunce).toFixed(2)
}

/** Returns the length, width and height of a parcel in whole inches, rounded up. */
export function formatSides(parcel: Parcel): string {
  return [parcel.lengthIn, parcel.widthIn, parcel.heightIn].map((side) => Math.ceil(side)).join(' x ')
}
