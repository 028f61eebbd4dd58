import type { BoughtLabel, QuotedRate, RegisteredTracker } from './setup.ts'
import type { Answer } from './wire/answer.ts'

/**
 * What rules that share an account hand on to each other: the limits of its keys would be used up by making the same
 * again and again.
 */
export interface ResourcePool {
  /** What is left of quotes, by what was asked for. */
  readonly rates: Map<string, { readonly left: QuotedRate[]; readonly quotedAtMs: number }>
  readonly label: Kept<BoughtLabel>
  readonly tracker: Kept<RegisteredTracker>
  /** The answer to the creation of a batch of one item. */
  readonly batch: Kept<Answer>
  readonly boughtBatch: Kept<BoughtBatch>
  /** The account's time has moved on, so that nothing is as it was. */
  clear(): void
}

export interface BoughtBatch {
  readonly id: string
  /** What it was like right after it was bought. */
  readonly reading: Answer
}

/** Makes a thing, or gives the one that was made before. */
type Kept<Thing> = (make: () => Promise<Thing>) => Promise<Thing>

export function openResourcePool(): ResourcePool {
  const forget: (() => void)[] = []
  const keep = <Thing>(): Kept<Thing> => {
    let kept: Promise<Thing> | undefined
    const drop = (): void => {
      kept = undefined
    }
    forget.push(drop)
    return async (make) => {
      kept ??= make()
      try {
        return await kept
      } catch (error) {
        // Whoever comes next may be luckier.
        drop()
        throw error
      }
    }
  }
  const rates: ResourcePool['rates'] = new Map()
  return {
    rates,
    label: keep(),
    tracker: keep(),
    batch: keep(),
    boughtBatch: keep(),
    clear: () => {
      rates.clear()
      for (const drop of forget) drop()
    },
  }
}
