/** What was seen of the process at one moment. */
export interface Sample {
  readonly atMinutes: number
  readonly memoryMiB: number
  readonly descriptors: number
  readonly fileMiB: number
  readonly answered: number
}

/** Bounds of a soak: what is kept is bounded, so nothing goes on growing. */
export const bounds = { memoryMiB: 256, slopeMiB: 1, fileMiB: 64, spareDescriptors: 8 } as const

/** What is beyond the bounds; the slope is judged over the last two thirds, once all has warmed up. */
export function judgeSoak(samples: readonly Sample[], last: Sample): string[] {
  const failures: string[] = []
  const later = samples.slice(Math.floor(samples.length / 3))
  const most = Math.max(...samples.map(({ memoryMiB }) => memoryMiB))
  const largest = Math.max(...samples.map(({ fileMiB }) => fileMiB))
  const slope = slopePerMinute(later)
  const [first] = samples
  if (most > bounds.memoryMiB)
    failures.push(`memory rose to ${most.toFixed(0)} MiB, beyond ${bounds.memoryMiB}`)
  // Of a few minutes no slope can be told.
  if (last.atMinutes >= 10 && slope > bounds.slopeMiB)
    failures.push(`memory grows by ${slope.toFixed(2)} MiB a minute, more than ${bounds.slopeMiB}`)
  if (largest > bounds.fileMiB)
    failures.push(`the file grew to ${largest.toFixed(0)} MiB, beyond ${bounds.fileMiB}`)
  if (first !== undefined && last.descriptors > first.descriptors + bounds.spareDescriptors)
    failures.push(`${last.descriptors} descriptors are open, and ${first.descriptors} were at the start`)
  return failures
}

/** The slope of memory by least squares, in MiB a minute. */
export function slopePerMinute(samples: readonly Sample[]): number {
  const count = samples.length
  const meanAt = samples.reduce((sum, { atMinutes }) => sum + atMinutes, 0) / count
  const meanMemory = samples.reduce((sum, { memoryMiB }) => sum + memoryMiB, 0) / count
  let above = 0
  let below = 0
  for (const { atMinutes, memoryMiB } of samples) {
    above += (atMinutes - meanAt) * (memoryMiB - meanMemory)
    below += (atMinutes - meanAt) ** 2
  }
  return below === 0 ? 0 : above / below
}
