import type { RuleId } from '../rule.ts'
import type { Bought } from './prices.ts'

/** Nothing is bought any more: no verdict on the rule that would. */
export class NotBought extends Error {
  override readonly name = 'NotBought'
  /** The rule that has shown why. */
  readonly because: RuleId

  constructor(reason: string, because: RuleId) {
    super(reason)
    this.because = because
  }
}

/** The rule that says that test keys take nothing from the live wallet. */
export const walletRule: RuleId = 'SAND-008'

/** What may be bought by now. One for a run on an account that is somebody's own. */
export interface BuyingGate {
  /** From here on nothing is bought, for this reason, which this rule has shown. */
  end(reason: string, because: RuleId): void
  /** The same of batches alone. */
  endBatches(reason: string, because: RuleId): void
  /** Why nothing is bought any more, if so. */
  whyEnded(): string | undefined
  /** Throws NotBought where nothing is bought any more. */
  check(): void
  /** Throws NotBought where a test key may not buy this. */
  checkTest(bought: Bought, buyer: Buyer): void
  /** A test key is about to buy such a thing, be it to prove that it is free. */
  tries(kind: Bought['kind']): void
  /** All that has been tried is free. */
  prove(): void
  isProved(kind: Bought['kind']): boolean
}

export interface Buyer {
  readonly id: RuleId
  readonly canary?: true
}

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
