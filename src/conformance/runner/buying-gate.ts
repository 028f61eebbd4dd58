import type { RuleId } from '../rule.ts'
import type { Bought } from './prices.ts'

/** A purchase is refused, since nothing may be bought any more. It is no verdict on the rule that wants to buy. */
export class NotBought extends Error {
  override readonly name = 'NotBought'
  /** The rule that showed why. */
  readonly because: RuleId

  constructor(reason: string, because: RuleId) {
    super(reason)
    this.because = because
  }
}

/** The rule that purchases with test keys take nothing from the live wallet. */
export const walletRule: RuleId = 'SAND-008'

/** Says what may be bought. There is one for a run, and only in an account that is not made for the run. */
export interface BuyingGate {
  /** Ends all buying, for a reason that a rule has shown. */
  end(reason: string, because: RuleId): void
  /** Ends the buying of batches only. */
  endBatches(reason: string, because: RuleId): void
  /** Why buying has ended; undefined if it has not. */
  whyEnded(): string | undefined
  /** Throws NotBought if buying has ended. */
  check(): void
  /** Throws NotBought if a test key may not buy this. */
  checkTest(bought: Bought, buyer: Buyer): void
  /** Notes that a test key is about to buy something of this kind. */
  tries(kind: Bought['kind']): void
  /** Notes that purchases of every kind tried so far have proved to be free. */
  prove(): void
  isProved(kind: Bought['kind']): boolean
}

/** The rule that wants to buy. A canary may buy before purchases have proved to be free. */
export interface Buyer {
  readonly id: RuleId
  readonly canary?: true
}

/** Opens a gate. With `isTrusted`, purchases with test keys are taken to be free. */
export function openBuyingGate({ isTrusted }: { readonly isTrusted: boolean }): BuyingGate {
  const tried = new Set<Bought['kind']>()
  const proved = new Set<Bought['kind']>()
  let ended: NotBought | undefined
  let batchesEnded: NotBought | undefined
  const check = (): void => {
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
    check,
    checkTest: ({ kind }, { canary }) => {
      check()
      if (batchesEnded !== undefined && kind !== 'buyLabel') throw batchesEnded
      if (isProved(kind) || canary === true) return
      throw new NotBought('Not bought, since no purchase has proved to be free before.', walletRule)
    },
    tries: (kind) => tried.add(kind),
    prove: () => {
      for (const kind of tried) proved.add(kind)
    },
    isProved,
  }
}
