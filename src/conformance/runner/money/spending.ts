import { OverBudget } from '../../http/failures.ts'
import { pause } from '../../http/sending/deadline.ts'
import type { RuleId } from '../../rule.ts'

/** The clock by which the run dates purchases and waits for the live wallet. Tests replace it. */
export interface SpendingClock {
  nowMs(): number
  /** Waits for `waitMs` milliseconds. Rejects as soon as the run is stopped. */
  pause(waitMs: number, signal: AbortSignal): Promise<void>
}

export const realClock: SpendingClock = { nowMs: () => performance.now(), pause }

/**
 * How long a canary waits for a charge to show in the live wallet, in milliseconds: twice the longest delay that was
 * ever seen. A canary is a rule that tests whether purchases are free.
 */
export const settlingMs = 8_000
/**
 * How long a purchase with a test key counts as possibly charged, in milliseconds: a little longer than the longest
 * delay of a charge that was ever seen.
 */
export const unprovenMs = 5_000

/** The rule that checks that purchases with test keys take nothing from the live wallet. */
export const walletRule: RuleId = 'SAND-008'

/** Thrown if the run does not send a purchase, since purchases are forbidden by now. It says nothing about the rule that wanted to buy. */
export class NotBought extends Error {
  override readonly name = 'NotBought'
  /** The rule that showed why purchases are forbidden. */
  readonly because: RuleId

  constructor(reason: string, because: RuleId) {
    super(reason)
    this.because = because
  }
}

/** Counts how many cents a run may cost at worst, in an account that the run did not create. */
export interface Spending {
  /** The spending limit of the run, in cents. */
  readonly maxCents: number
  /** Returns how many cents the run has spent from the live wallet. A purchase without a response counts as charged. */
  spentCents(): number
  /**
   * Returns true if a purchase of this price fits into the spending limit. Does not count `releasableCents`, the price
   * of test-key purchases that may still be proved free.
   */
  hasRoom(cents: number, releasableCents?: number): boolean
  /** Throws OverBudget if a purchase would exceed the spending limit. */
  requireRoom(cents: number, releasableCents?: number): void
  /** Counts a purchase with a live key before it is sent. Returns a function to call if nothing was bought. */
  countLivePurchase(cents: number): () => void
  /** Counts a purchase with a test key before it is sent. Returns a function to call when the purchase is proved free. */
  addUnproven(cents: number): () => void
}

/** Creates a count of what a run costs, with the spending limit `maxCents`. */
export function createSpendingCount(maxCents: number): Spending {
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
    countLivePurchase: (cents) => {
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

/** The test-key purchases that the live wallet has not yet proved to be free. */
export interface UnprovenPurchases {
  /** Waits until a purchase fits into the spending limit. Throws OverBudget if it never can. */
  waitForRoom(cents: number): Promise<void>
  /** Adds a test-key purchase before it is sent. Returns a function to call when its response has come. */
  add(cents: number): () => void
  /**
   * Removes the purchases for which a charge would have shown in the wallet when it was read at `readMs`. Called if no
   * money was missing then.
   */
  releaseProven(readMs: number): void
  /** Counts all earlier purchases as spent for good, as the wallet can no longer show whether they were free. */
  countAllAsSpent(): void
}

interface UnprovenPurchase {
  readonly cents: number
  /** When the response to the purchase came; undefined before it came. */
  endedMs: number | undefined
  release(): void
}

/** Creates an empty list of purchases that are not yet proved free. */
export function createUnprovenPurchases(host: {
  readonly spending: Spending
  readonly time: SpendingClock
  /** Throws NotBought if purchases are forbidden for the rest of the run. */
  requireBuyingAllowed(): void
  /** Waits for `waitMs` milliseconds, then reads the live wallet. */
  wait(waitMs: number): Promise<void>
}): UnprovenPurchases {
  const { spending, time, requireBuyingAllowed, wait } = host
  let unproven: readonly UnprovenPurchase[] = []
  return {
    waitForRoom: async (cents) => {
      for (;;) {
        requireBuyingAllowed()
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
    releaseProven: (readMs) => {
      const isProven = ({ endedMs }: UnprovenPurchase): boolean =>
        endedMs !== undefined && endedMs + unprovenMs <= readMs
      for (const purchase of unproven.filter(isProven)) purchase.release()
      unproven = unproven.filter((purchase) => !isProven(purchase))
    },
    countAllAsSpent: () => {
      unproven = unproven.filter(({ endedMs }) => endedMs === undefined)
    },
  }
}

/** The rates that a purchase request buys, and their price. */
export interface PricedPurchase {
  readonly kind: 'buyLabel' | 'createBatch' | 'buyBatch'
  readonly cents: number
}

/** The rule that wants to buy. A canary tests whether purchases are free, so it may buy before that is proved. */
export interface Buyer {
  readonly id: RuleId
  readonly canary?: true
}

/** Decides which kinds of purchases a run may make, in an account that the run did not create. */
export interface BuyingGate {
  /** Forbids all purchases for the rest of the run. `because` is the rule that showed why. */
  forbid(reason: string, because: RuleId): void
  /** Forbids only batch purchases for the rest of the run. */
  forbidBatches(reason: string, because: RuleId): void
  /** Returns why purchases are forbidden; undefined if they are not. */
  findBanReason(): string | undefined
  /** Throws NotBought if purchases are forbidden for the rest of the run. */
  requireBuyingAllowed(): void
  /** Throws NotBought if the buyer may not send a purchase of this kind with a test key. */
  requireAllowed(kind: PricedPurchase['kind'], buyer: Buyer): void
  /** Records that a purchase of this kind is about to be sent with a test key. */
  recordTry(kind: PricedPurchase['kind']): void
  /** Records that test-key purchases of all kinds sent so far have proved to be free. */
  recordProof(): void
  isProved(kind: PricedPurchase['kind']): boolean
}

/** Creates a `BuyingGate`. If `isTrusted`, purchases with test keys are assumed to be free. */
export function createBuyingGate({ isTrusted }: { readonly isTrusted: boolean }): BuyingGate {
  const tried = new Set<PricedPurchase['kind']>()
  const proved = new Set<PricedPurchase['kind']>()
  let forbidden: NotBought | undefined
  let batchesForbidden: NotBought | undefined
  const requireBuyingAllowed = (): void => {
    if (forbidden !== undefined) throw forbidden
  }
  const isProved: BuyingGate['isProved'] = (kind) => isTrusted || proved.has(kind)
  return {
    forbid: (reason, because) => {
      forbidden ??= new NotBought(reason, because)
    },
    forbidBatches: (reason, because) => {
      batchesForbidden ??= new NotBought(reason, because)
    },
    findBanReason: () => forbidden?.message,
    requireBuyingAllowed,
    requireAllowed: (kind, { canary }) => {
      requireBuyingAllowed()
      if (batchesForbidden !== undefined && kind !== 'buyLabel') throw batchesForbidden
      if (isProved(kind) || canary === true) return
      throw new NotBought(
        'The purchase was not sent, because no earlier purchase of its kind has proved that it is free.',
        walletRule,
      )
    },
    recordTry: (kind) => tried.add(kind),
    recordProof: () => {
      for (const kind of tried) proved.add(kind)
    },
    isProved,
  }
}
