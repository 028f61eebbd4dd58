import type { Answer } from '../http/answer.ts'
import type { BoughtBatch, BoughtLabel, QuotedRate, RegisteredTracker } from './prerequisites.ts'

/**
 * Resources that are created once on a shared account and that all rules use. If each rule created its own resources,
 * the rate limits of the account's keys would soon be used up.
 */
export interface ResourcePool {
  /** Rates that no rule has used yet, by the request body that quoted them. */
  readonly rates: Map<
    string,
    { readonly left: QuotedRate[]; readonly cheapestCents: number; readonly quotedAtMs: number }
  >
  readonly label: MakeOnce<BoughtLabel>
  readonly tracker: MakeOnce<RegisteredTracker>
  /** The response to the creation of a batch with one item. */
  readonly batch: MakeOnce<Answer>
  readonly boughtBatch: MakeOnce<BoughtBatch>
  /** Forgets all resources, because the account's clock was moved and they may have expired or changed. */
  clear(): void
}

/** Creates a resource when it is first called, and returns the same resource at later calls. */
type MakeOnce<Thing> = (make: () => Promise<Thing>) => Promise<Thing>

/**
 * Creates an empty pool of shared resources. If one rule waits for a resource that a second rule creates, the first
 * frees its semaphore slot, which the second may need.
 */
export function openResourcePool({
  releaseDuring,
}: {
  /** Frees the rule's semaphore slot while `does` runs. */
  releaseDuring<Value>(does: () => Promise<Value>): Promise<Value>
}): ResourcePool {
  const forget: (() => void)[] = []
  const createOnce = <Thing>(): MakeOnce<Thing> => {
    let kept: { readonly thing: Promise<Thing>; isMade: boolean } | undefined
    forget.push(() => {
      kept = undefined
    })
    return async (make) => {
      if (kept?.isMade === true) return kept.thing
      if (kept !== undefined) {
        const { thing } = kept
        return releaseDuring(() => thing)
      }
      const making = { thing: make(), isMade: false }
      kept = making
      try {
        const thing = await making.thing
        making.isMade = true
        return thing
      } catch (error) {
        // If the resource could not be created, the next rule that needs it tries again.
        if (kept === making) kept = undefined
        throw error
      }
    }
  }
  const rates: ResourcePool['rates'] = new Map()
  return {
    rates,
    label: createOnce(),
    tracker: createOnce(),
    batch: createOnce(),
    boughtBatch: createOnce(),
    clear: () => {
      rates.clear()
      for (const each of forget) each()
    },
  }
}
