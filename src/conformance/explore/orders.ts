import type { Burst, CallStep, TimedStep } from './step.ts'

/** How far a burst can have come: so many of each lane are done. */
export interface Stretch {
  /** The same for the same number of steps of each lane. */
  readonly name: string
  /** What can have been carried out next, and how far it has come then. */
  readonly next: readonly { readonly step: CallStep; readonly to: string }[]
}

/**
 * Every order in which a burst can have been carried out, as the ways from its start to its end: lanes keep theirs, and what was
 * answered before another was sent came before it. What several orders have in common is there once. Shorter ones come first.
 */
export function stretchesOf({ lanes }: Burst): readonly Stretch[] {
  const stretches: Stretch[] = []
  const reached = new Set<string>()
  const waiting: (readonly number[])[] = [lanes.map(() => 0)]
  for (const done of waiting) {
    const next = lanes.flatMap((lane, index) => {
      const first = lane[done[index] ?? 0]
      if (first === undefined || isAfterAnother(first, lanes, done)) return []
      const then = done.map((count, at) => (at === index ? count + 1 : count))
      const to = then.join(' ')
      if (!reached.has(to)) {
        reached.add(to)
        waiting.push(then)
      }
      return [{ step: first.step, to }]
    })
    stretches.push({ name: done.join(' '), next })
  }
  return stretches
}

/** Something that has yet to come was answered before this was even sent. */
function isAfterAnother(
  next: TimedStep,
  lanes: readonly (readonly TimedStep[])[],
  done: readonly number[],
): boolean {
  return lanes.some((lane, index) => {
    const other = lane[done[index] ?? 0]
    return other !== undefined && other.answeredMs < next.sentMs
  })
}
