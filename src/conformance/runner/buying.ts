import type { Answer, SentRequest } from '../http/answer.ts'
import { isSuccess } from '../http/expect.ts'
import { OverBudget } from '../http/failures.ts'
import { readJson } from '../http/json.ts'
import type { OperationName } from '../http/operation.ts'
import type { Purchase } from '../http/sending-rule.ts'
import type { RuleId } from '../rule.ts'
import { type Buyer, type BuyingGate, NotBought, openBuyingGate } from './buying-gate.ts'
import { openPrices, type Prices } from './prices.ts'
import type { Spending } from './spending.ts'
import { openTurns } from './turns.ts'
import { openWalletWatch, type WalletWatch, type WatchHost } from './wallet-watch.ts'

/** Decides whether a purchase may be sent, and keeps what it may cost within bounds. One for a run. */
export interface Buying {
  /** Reads the live wallet before the first purchase. */
  open(): Promise<void>
  /** Ends all buying, for a reason that a rule has shown. */
  end(reason: string, because: RuleId): void
  /** Ends the buying of batches only. */
  endBatches(reason: string, because: RuleId): void
  /** Remembers the rates and batches in an answer, and their prices. */
  record(answer: Answer): void
  /** Whether labels may be bought with a test key now. */
  isOpen(): boolean
  /** Called before anything that ends in a purchase. Throws NotBought if buying has ended. */
  begin(): void
  /**
   * Called before a purchase is sent. Resolves with the way to send it; undefined if it cannot cost anything. Throws
   * NotBought if nothing of its kind may be bought, OverBudget if it could cost a live wallet an unknown price.
   */
  toSend(buyer: Buyer, operation: OperationName, sent: SentRequest): Promise<Purchase | undefined>
  /** Waits until the live wallet surely shows whether the purchases of a canary are free. If they are, such purchases are allowed from then on. */
  settle(canary: RuleId): Promise<Settled>
  /** Waits until the wallet surely shows whether the last purchases were free. */
  close(): Promise<void>
}

/** What a wait for the live wallet came to. */
export interface Settled {
  /** Whether there was a wait; there is none if the money is invented or trusted. */
  readonly waited: boolean
  /** Why the wallet cannot show whether purchases are free, if it cannot. */
  readonly unclear?: string
}

/** Buying without bounds, in accounts made for the run, whose money is invented. */
export function openFreeBuying(): Buying {
  const nothing = (): void => undefined
  return {
    open: async () => undefined,
    end: nothing,
    endBatches: nothing,
    record: nothing,
    isOpen: () => true,
    begin: nothing,
    toSend: async () => undefined,
    settle: async () => ({ waited: false }),
    close: async () => undefined,
  }
}

/** Opens the buying of a run in an account that is not made for it. */
export function openBuying(host: WatchHost): Buying {
  const { wallet, spending, isTrusted, isBoundAsked } = host
  const gate = openBuyingGate(host)
  const watch = openWalletWatch(host, gate)
  const prices = openPrices()
  const toBeRefused = openToBeRefused(host, { gate, watch, prices })
  return {
    open: async () => {
      await watch.look({ isPaid: true })
    },
    end: gate.end,
    endBatches: gate.endBatches,
    record: prices.record,
    isOpen: () => gate.whyEnded() === undefined && gate.isProved('buyLabel'),
    begin: gate.check,
    toSend: async (buyer, operation, sent) => {
      const liveCents = spending.priceOf(readJson(String(sent.body ?? '')))
      if (liveCents !== undefined) return { carryOut: (send) => watch.pay(liveCents, send) }
      if (Object.values(sent.headers).some((value) => value.includes('pr_live_'))) {
        throw new OverBudget('a label whose price is not known could cost anything')
      }
      const bought = prices.boughtBy(operation, sent)
      if (bought === undefined) return toBeRefused(buyer)
      gate.checkTest(bought, buyer)
      if (wallet === undefined) return isBoundAsked ? withinBound(spending, bought.cents) : undefined
      gate.tries(bought.kind)
      return { carryOut: (send) => watch.buy(isTrusted ? 0 : bought.cents, send) }
    },
    settle: async (canary) => {
      if (isTrusted || wallet === undefined || gate.whyEnded() !== undefined) return { waited: false }
      const { isFilled } = await watch.settle(canary)
      if (isFilled) return { waited: true, unclear: 'the live wallet was filled meanwhile' }
      const reason = gate.whyEnded()
      if (reason === undefined) gate.prove()
      const isUnclear = reason !== undefined && wallet.lostCents() === 0
      return { waited: true, ...(isUnclear && { unclear: reason }) }
    },
    close: watch.close,
  }
}

/** A purchase of a test key that nothing shows to be free: it counts towards the bound for good. */
function withinBound(spending: Spending, cents: number): Purchase {
  return {
    carryOut: async (send) => {
      const { mostCents } = spending
      if (spending.atStakeCents() + cents > mostCents)
        throw new OverBudget(`what costs ${cents} cents could go beyond --max-spend ${mostCents}`)
      spending.stake(cents)
      return send()
    },
  }
}

interface Parts {
  readonly gate: BuyingGate
  readonly watch: WalletWatch
  readonly prices: Prices
}

/** Sends purchases that the target must refuse. They cost nothing, unless one is accepted: that one is counted, and no further ones are sent unproved. */
function openToBeRefused(
  { wallet, spending, isTrusted, isBoundAsked }: WatchHost,
  { gate, watch, prices }: Parts,
): (buyer: Buyer) => Purchase {
  const inTurn = openTurns()
  const isUnbounded = isTrusted && (wallet !== undefined || !isBoundAsked)
  /** The first purchase that was accepted although it had to be refused. */
  let sold: { readonly id: RuleId; readonly cents: number } | undefined
  return ({ id }) => ({
    carryOut: (send) =>
      inTurn(async () => {
        if (sold !== undefined) {
          const { cents } = sold
          if (isTrusted) return withinBound(spending, cents).carryOut(send)
          if (gate.isProved('buyLabel')) return watch.buy(cents, send)
          throw new NotBought(`Not sent, since ${sold.id} bought what was to be refused.`, sold.id)
        }
        const answer = await send()
        if (!isSuccess(answer) || isUnbounded) return answer
        sold = { id, cents: prices.toldIn(answer) }
        watch.note(sold.cents)
        return answer
      }),
  })
}
