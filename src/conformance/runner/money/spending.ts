import { OverBudget } from '../../http/failures.ts'
import { pause } from '../../http/sending/deadline.ts'
import type { RuleId } from '../../rule.ts'

/** The clock that dates purchases and waits for the live wallet. Tests use another clock. */
export interface SpendingClock {
  nowMs(): number
  /** Waits. Rejects as soon as the run is stopped. */
  pause(waitMs: number, signal: AbortSignal): Promise<void>
}

export const realClock: SpendingClock = { nowMs: () => performance.now(), pause }

/**
 * How long a canary (a rule that tests whether purchases are free) waits for a charge in the wallet, in milliseconds:
 * twice the longest delay ever seen.
 */
export const settlingMs = 8_000
/** How long a later purchase counts as unproven, in milliseconds: a little longer than the longest delay ever seen. */
export const unprovenMs = 5_000

/** The id of the rule which states that purchases with test keys take nothing from the live wallet. */
export const walletRule: RuleId = 'SAND-008'

/**
 * Thrown if the runner refuses a purchase, since nothing may be bought any more. It is no verdict on the rule that
 * wants to buy.
 */
export class NotBought extends Error {
  override readonly name = 'NotBought'
  /** The rule that showed why nothing may be bought. */
  readonly because: RuleId

  constructor(reason: string, because: RuleId) {
    super(reason)
    this.because = because
  }
}

/** Counts what a run may cost at worst, in an account that is not made for it. All amounts are in cents. */
export interface Spending {
  /** How much the run may cost at most. */
  readonly maxCents: number
  /** Returns the charges of the live wallet so far. A purchase whose response was lost counts as charged. */
  spentCents(): number
  /** Whether a purchase stays within the bound, if `releasableCents` of the unproven purchases prove to be free. */
  hasRoom(cents: number, releasableCents?: number): boolean
  /** Throws OverBudget if the purchase would exceed the bound. */
  requireRoom(cents: number, releasableCents?: number): void
  /** Counts a live purchase that is about to be sent. Returns a function to call if nothing was bought. */
  charge(cents: number): () => void
  /**
   * Counts a purchase of a test key that is about to be sent. Returns a function to call when the purchase is shown
   * to be free.
   */
  addUnproven(cents: number): () => void
}

/** Opens the count of what a run costs, with the bound `maxCents`. */
export function openSpending(maxCents: number): Spending {
  let spentCents = 0
  let unprovenCents = 0
  const hasRoom: Spending['hasRoom'] = (cents, releasableCents = 0) =>
    spentCents + unprovenCents - releasableCents + cents <= maxCents
  return {
    maxCents,
    spentCents: () => spentCents,
    hasRoom,
    requireRoom: (cents, releasableCents) => {
      if (hasRoom(cents, releasableCents)) return
      throw new OverBudget(`a purchase of ${cents} cents could exceed --max-spend ${maxCents}`)
    },
    charge: (cents) => {
      spentCents += cents
      return () => {
        spentCents -= cents
      }
    },
    addUnproven: (cents) => {
      unprovenCents += cents
      return () => {
        unprovenCents -= cents
      }
    },
  }
}

/** The purchases of test keys that the live wallet has not yet shown to be free. A run has one. */
export interface UnprovenPurchases {
  /** Waits until there is room for a purchase within the bound. Throws OverBudget if there never can be. */
  waitForRoom(cents: number): Promise<void>
  /** Adds a purchase that is about to be sent. Returns a function to call when the purchase has ended. */
  add(cents: number): () => void
  /** Releases the purchases that must have shown by now: no money was missing when the wallet was read at this time. */
  release(readMs: number): void
  /** Counts all ended purchases as unproven for good, as the wallet can no longer show whether they are free. */
  keepAll(): void
}

interface UnprovenPurchase {
  readonly cents: number
  /** When the response to the purchase came; undefined before that. */
  endedMs: number | undefined
  release(): void
}

/** Creates the empty list of the purchases that are not proven to be free of charge. */
export function openUnprovenPurchases(host: {
  readonly spending: Spending
  readonly time: SpendingClock
  /** Throws NotBought if buying has ended. */
  requireOpen(): void
  /** Waits this long, and then reads the live wallet. */
  wait(waitMs: number): Promise<void>
}): UnprovenPurchases {
  const { spending, time, requireOpen, wait } = host
  let unproven: readonly UnprovenPurchase[] = []
  return {
    waitForRoom: async (cents) => {
      for (;;) {
        requireOpen()
        if (spending.hasRoom(cents)) return
        const releasableCents = unproven.reduce((sum, each) => sum + each.cents, 0)
        spending.requireRoom(cents, releasableCents)
        const [oldest] = unproven
        const provenMs = (oldest?.endedMs ?? time.nowMs()) + unprovenMs
        await wait(Math.max(0, provenMs - time.nowMs()))
      }
    },
    add: (cents) => {
      const purchase: UnprovenPurchase = {
        cents,
        endedMs: undefined,
        release: spending.addUnproven(cents),
      }
      unproven = [...unproven, purchase]
      return () => {
        purchase.endedMs = time.nowMs()
      }
    },
    release: (readMs) => {
      const isProven = ({ endedMs }: UnprovenPurchase): boolean =>
        endedMs !== undefined && endedMs + unprovenMs <= readMs
      for (const purchase of unproven.filter(isProven)) purchase.release()
      unproven = unproven.filter((purchase) => !isProven(purchase))
    },
    keepAll: () => {
      unproven = unproven.filter(({ endedMs }) => endedMs === undefined)
    },
  }
}

/** A request that buys, and its price. */
export interface PricedPurchase {
  readonly kind: 'buyLabel' | 'createBatch' | 'buyBatch'
  readonly cents: number
}

/** The rule that wants to buy. A canary tests whether purchases are free, so it may buy before that is proved. */
export interface Buyer {
  readonly id: RuleId
  readonly canary?: true
}

/** Decides which kinds of purchases are allowed, in an account that is not made for the run. A run has one. */
export interface BuyingGate {
  /** Ends all buying, for a reason that a rule has shown. */
  end(reason: string, because: RuleId): void
  /** Ends the buying of batches only. */
  endBatches(reason: string, because: RuleId): void
  /** Returns why buying has ended; undefined if it has not. */
  whyEnded(): string | undefined
  /** Throws NotBought if buying has ended. */
  requireOpen(): void
  /** Throws NotBought if a test key may not make this purchase. */
  requireAllowed(kind: PricedPurchase['kind'], buyer: Buyer): void
  /** Records that a test key is about to make a purchase of this kind. */
  recordTry(kind: PricedPurchase['kind']): void
  /** Records that purchases of every kind tried so far have proved to be free. */
  recordProof(): void
  isProved(kind: PricedPurchase['kind']): boolean
}

/** Opens a gate. If `isTrusted`, purchases with test keys are assumed to be free. */
export function openBuyingGate({ isTrusted }: { readonly isTrusted: boolean }): BuyingGate {
  const tried = new Set<PricedPurchase['kind']>()
  const proved = new Set<PricedPurchase['kind']>()
  let ended: NotBought | undefined
  let batchesEnded: NotBought | undefined
  const requireOpen = (): void => {
    if (ended !== undefined) throw ended
  }
  const isProved: BuyingGate['isProved'] = (kind) => isTrusted || proved.has(kind)
  return {
    end: (reason, because) => {
      ended ??= new NotBought(reason, because)
    },
    endBatches: (reason, because) => {
      batchesEnded ??= new NotBought(reason, because)
    },
    whyEnded: () => ended?.message,
    requireOpen,
    requireAllowed: (kind, { canary }) => {
      requireOpen()
      if (batchesEnded !== undefined && kind !== 'buyLabel') throw batchesEnded
      if (isProved(kind) || canary === true) return
      throw new NotBought('Not bought, since no purchase has proved to be free before.', walletRule)
    },
    recordTry: (kind) => tried.add(kind),
    recordProof: () => {
      for (const kind of tried) proved.add(kind)
    },
    isProved,
  }
}
