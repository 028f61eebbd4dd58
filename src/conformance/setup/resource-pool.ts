import type { Answer } from '../http/answer.ts'
import type { BoughtBatch, BoughtLabel, QuotedRate, RegisteredTracker } from './prerequisites.ts'

/**
 * Resources that rules on a shared account create once and all use. If each rule created its own resources, the rate
 * limits of the account's keys would soon be used up.
 */
export interface ResourcePool {
  /** Rates that no rule has used yet, by the body of the request that quoted them. */
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

/** Creates a resource at the first call, and returns the same resource afterwards. */
type MakeOnce<Thing> = (make: () => Promise<Thing>) => Promise<Thing>

/**
 * Creates an empty pool of shared resources. If a rule waits for a resource that another rule creates, it frees its
 * semaphore slot, which the other rule may need.
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
        // If the creation failed, the next rule that needs the resource tries again.
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
