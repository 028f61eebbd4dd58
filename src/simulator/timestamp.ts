/** An instant as the wire shows it: ISO 8601, UTC, milliseconds (readings 10). */
export function toTimestamp(instantMs: number): string {
  const wholeMs = Math.trunc(instantMs)
  const second = Math.floor(wholeMs / 1000)
  if (second !== writtenSecond) {
    secondText = new Date(second * 1000).toISOString().slice(0, -'.000Z'.length)
    writtenSecond = second
  }
  return `${secondText}.${String(wholeMs - second * 1000).padStart(3, '0')}Z`
}

// Most instants written one after another share their second.
let writtenSecond = Number.NaN
let secondText = ''

export function toTimestampOrNull(instantMs: number | null): string | null {
  return instantMs === null ? null : toTimestamp(instantMs)
}
