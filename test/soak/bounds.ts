/** The measured figures of the simulator's process at one time. */
export interface Sample {
  readonly atMinutes: number
  /** The memory that the system has given to the process: also code, garbage and unused parts, in MiB. */
  readonly memoryMiB: number
  /** Objects and buffers after a garbage collection, in MiB. */
  readonly heldMiB: number
  readonly descriptors: number
  readonly fileMiB: number
  readonly responses: number
}

/**
 * The bounds of the soak test. The simulator stores a bounded number of records, so memory must not grow. The heap is
 * limited to `heapMiB`: without a limit, the engine collects garbage later on a machine with more memory.
 */
export const bounds = {
  memoryMiB: 192,
  slopeMiB: 1,
  heapMiB: 96,
  heldMiB: 64,
  heldSlopeMiB: 0.25,
  fileMiB: 64,
  spareDescriptors: 8,
} as const

/** Returns the figures beyond the bounds. Slopes are measured over the last two thirds, after the start has settled. */
export function findSoakProblems(samples: readonly Sample[], last: Sample): string[] {
  const failures: string[] = []
  const later = samples.slice(Math.floor(samples.length / 3))
  const most = Math.max(...samples.map(({ memoryMiB }) => memoryMiB))
  const largest = Math.max(...samples.map(({ fileMiB }) => fileMiB))
  const mostHeld = Math.max(...samples.map(({ heldMiB }) => heldMiB))
  const slope = computeSlopePerMinute(later, ({ memoryMiB }) => memoryMiB)
  const heldSlope = computeSlopePerMinute(later, ({ heldMiB }) => heldMiB)
  const [first] = samples
  if (most > bounds.memoryMiB)
    failures.push(`memory rose to ${most.toFixed(0)} MiB, beyond ${bounds.memoryMiB}`)
  if (mostHeld > bounds.heldMiB)
    failures.push(`${mostHeld.toFixed(0)} MiB were held after a collection, more than ${bounds.heldMiB}`)
  // In a run of a few minutes, the slope says nothing.
  if (last.atMinutes >= 10 && slope > bounds.slopeMiB)
    failures.push(`memory grows by ${slope.toFixed(2)} MiB a minute, more than ${bounds.slopeMiB}`)
  if (last.atMinutes >= 10 && heldSlope > bounds.heldSlopeMiB)
    failures.push(
      `what is held grows by ${heldSlope.toFixed(2)} MiB a minute, more than ${bounds.heldSlopeMiB}`,
    )
  if (largest > bounds.fileMiB)
    failures.push(`the file grew to ${largest.toFixed(0)} MiB, beyond ${bounds.fileMiB}`)
  if (first !== undefined && last.descriptors > first.descriptors + bounds.spareDescriptors)
    failures.push(`${last.descriptors} descriptors are open, and ${first.descriptors} were at the start`)
  return failures
}

/** Returns the slope of a figure by least squares, in MiB per minute. */
export function computeSlopePerMinute(samples: readonly Sample[], look: (sample: Sample) => number): number {
  const count = samples.length
  const meanAt = samples.reduce((sum, { atMinutes }) => sum + atMinutes, 0) / count
  const mean = samples.reduce((sum, sample) => sum + look(sample), 0) / count
  let above = 0
  let below = 0
  for (const sample of samples) {
    above += (sample.atMinutes - meanAt) * (look(sample) - mean)
    below += (sample.atMinutes - meanAt) ** 2
  }
  return below === 0 ? 0 : above / below
}
