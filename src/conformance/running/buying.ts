import type { RuleId } from '../rule.ts'
import type { Answer, SentRequest } from '../wire/answer.ts'
import { isSuccess } from '../wire/expect.ts'
import { OverBudget } from '../wire/failures.ts'
import { readJson } from '../wire/json.ts'
import type { OperationName } from '../wire/operation.ts'
import type { Purchase } from '../wire/sending-rule.ts'
import { type Buyer, type BuyingGate, NotBought, openBuyingGate } from './buying-gate.ts'
import { openPrices, type Prices } from './prices.ts'
import { openTurns } from './turns.ts'
import { openWalletWatch, type WalletWatch, type WatchHost } from './wallet-watch.ts'

/** Whether a run buys on an account that is somebody's own, and what that may cost. One for a run. */
export interface Buying {
  /** Before anything is sent that may buy: what the live wallet holds. */
  open(): Promise<void>
  /** From here on nothing is bought, for this reason, which this rule has shown. */
  end(reason: string, because: RuleId): void
  /** The same of batches alone. */
  endBatches(reason: string, because: RuleId): void
  /** Remembers what can be bought, and at which price. */
  hear(answer: Answer): void
  /** Whether anything may be bought by now. */
  isOpen(): boolean
  /** Somebody is about to buy something. Throws NotBought where nothing is bought any more. */
  begin(): void
  /**
   * Somebody is about to send this: gives how to, where it buys or would where a refusal does not come. Throws NotBought
   * where nothing of the kind is bought, and OverBudget where its price is not known.
   */
  toSend(buyer: Buyer, operation: OperationName, sent: SentRequest): Promise<Purchase | undefined>
  /** Waits until the live wallet is sure to show whether what a canary has bought is free; from then on it may be bought. */
  settle(canary: RuleId): Promise<Settled>
  /** What was bought last is free, too, or the wallet shows it. */
  close(): Promise<void>
}

export interface Settled {
  /** False where nothing is waited for: the money is made up, or trusted. */
  readonly waited: boolean
  /** Why the wallet shows nothing, if it does not. */
  readonly unclear?: string
}

/** For accounts of the harness's own, whose money is made up. */
export function openFreeBuying(): Buying {
  const nothing = (): void => undefined
  return {
    open: async () => undefined,
    end: nothing,
    endBatches: nothing,
    hear: nothing,
    isOpen: () => true,
    begin: nothing,
    toSend: async () => undefined,
    settle: async () => ({ waited: false }),
    close: async () => undefined,
  }
}

export function openBuying(host: WatchHost): Buying {
  const { wallet, spending, isTrusted } = host
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
    hear: prices.hear,
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
      if (wallet === undefined) return undefined
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

interface Parts {
  readonly gate: BuyingGate
  readonly watch: WalletWatch
  readonly prices: Prices
}

/** What is to be refused costs nothing: until one was not, which is the last that is sent like that. */
function openToBeRefused(
  { isTrusted }: WatchHost,
  { gate, watch, prices }: Parts,
): (buyer: Buyer) => Purchase {
  const inTurn = openTurns()
  /** What went through although it was to be refused. */
  let sold: { readonly id: RuleId; readonly cents: number } | undefined
  return ({ id }) => ({
    carryOut: (send) =>
      inTurn(async () => {
        if (sold !== undefined) {
          const { cents } = sold
          if (gate.isProved('buyLabel')) return watch.buy(cents, send)
          throw new NotBought(`Not sent, since ${sold.id} bought what was to be refused.`, sold.id)
        }
        const answer = await send()
        if (!isSuccess(answer) || isTrusted) return answer
        sold = { id, cents: prices.toldIn(answer) }
        watch.note(sold.cents)
        return answer
      }),
  })
}
