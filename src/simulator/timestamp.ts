/** An instant as the wire shows it: ISO 8601, UTC, milliseconds (readings 10). */
export function toTimestamp(instantMs: number): string {
  return new Date(instantMs).toISOString()
}

export function toTimestampOrNull(instantMs: number | null): string | null {
  return instantMs === null ? null : toTimestamp(instantMs)
}
