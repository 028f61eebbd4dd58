import type { BoughtBatch, BoughtLabel, QuotedRate, RegisteredTracker } from './setup/prerequisites.ts'
import type { Answer } from './wire/answer.ts'

/**
 * What rules that share an account hand on to each other: the limits of its keys would be used up by making the same
 * again and again.
 */
export interface ResourcePool {
  /** What is left of quotes, by what was asked for. */
  readonly rates: Map<
    string,
    { readonly left: QuotedRate[]; readonly cheapestCents: number; readonly quotedAtMs: number }
  >
  readonly label: Kept<BoughtLabel>
  readonly tracker: Kept<RegisteredTracker>
  /** The answer to the creation of a batch of one item. */
  readonly batch: Kept<Answer>
  readonly boughtBatch: Kept<BoughtBatch>
  /** The account's time has moved on, so that nothing is as it was. */
  clear(): void
}

/** Makes a thing, or gives the one that was made before. */
type Kept<Thing> = (make: () => Promise<Thing>) => Promise<Thing>

/** Whoever waits for what another makes gives its slot away meanwhile: the maker may need it to go on. */
export function openResourcePool({
  leave,
}: {
  /** Gives the slot of a rule to others while it lasts. */
  leave<Value>(does: () => Promise<Value>): Promise<Value>
}): ResourcePool {
  const forget: (() => void)[] = []
  const keep = <Thing>(): Kept<Thing> => {
    let kept: { readonly thing: Promise<Thing>; isMade: boolean } | undefined
    forget.push(() => {
      kept = undefined
    })
    return async (make) => {
      if (kept?.isMade === true) return kept.thing
      if (kept !== undefined) {
        const { thing } = kept
        return leave(() => thing)
      }
      const making = { thing: make(), isMade: false }
      kept = making
      try {
        const thing = await making.thing
        making.isMade = true
        return thing
      } catch (error) {
        // Whoever comes next may be luckier.
        if (kept === making) kept = undefined
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
      for (const each of forget) each()
    },
  }
}
