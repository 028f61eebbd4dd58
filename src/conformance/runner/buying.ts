import type { Answer, SentRequest } from '../http/answer.ts'
import { isSuccess } from '../http/expect.ts'
import { OverBudget } from '../http/failures.ts'
import { isObject } from '../http/fields.ts'
import { readJson } from '../http/json.ts'
import type { OperationName } from '../http/operation.ts'
import type { Purchase } from '../http/sending-rule.ts'
import type { RuleId } from '../rule.ts'
import { openWalletWatch, type WalletWatch, type WatchHost } from './live-wallet.ts'
import { openTurns } from './semaphore.ts'
import {
  type Bought,
  type Buyer,
  type BuyingGate,
  madeId,
  NotBought,
  openBuyingGate,
  quotedIn,
  type Spending,
} from './spending.ts'

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

/** Knows what purchases would cost, from the quotes and batches of a run. */
export interface Prices {
  record(answer: Answer): void
  /** What a request buys and at what price; undefined if it cannot buy anything that was quoted. */
  boughtBy(operation: OperationName, sent: SentRequest): Bought | undefined
  /** What an answer says a purchase cost, in cents, or else the highest price that was quoted. */
  toldIn(answer: Answer): number
}

/** Opens the prices of a run, of which none is known yet. */
export function openPrices(): Prices {
  const rates = new Map<string, number>()
  const batches = new Map<string, number>()
  /** The highest price of the quoted rates whose ids stand anywhere in a body. For bodies that are not as documented. */
  const dearestIn = (text: string): number | undefined => {
    const found = [...rates].filter(([id]) => text.includes(id)).map(([, cents]) => cents)
    return found.length === 0 ? undefined : Math.max(...found)
  }
  const rateIn = (item: unknown): number | undefined => {
    const id = isObject(item) ? item['rate_id'] : undefined
    return typeof id === 'string' ? rates.get(id) : undefined
  }
  const itemCents = (item: unknown): number => {
    const told = isObject(item) ? Number(item['rate_cents']) : 0
    return Math.max(rateIn(item) ?? 0, Number.isFinite(told) ? told : 0)
  }
  const batchCents = (body: SentRequest['body']): number | undefined => {
    const text = String(body ?? '')
    const json = readJson(text)
    const items = isObject(json) && Array.isArray(json['items']) ? json['items'] : undefined
    if (items === undefined) return dearestIn(text)
    return items.length === 0 ? undefined : items.reduce<number>((sum, item) => sum + itemCents(item), 0)
  }
  return {
    record: (answer) => {
      if (answer.operation === 'createRates') {
        for (const { id, rate_cents } of quotedIn(answer)) {
          if (typeof id === 'string') rates.set(id, Math.max(0, Number(rate_cents) || 0))
        }
      }
      if (answer.operation === 'createBatch') {
        const id = madeId(answer, 'batch')
        if (id !== undefined) batches.set(id, batchCents(answer.request.body) ?? 0)
      }
    },
    toldIn: ({ json }) => {
      const told = isObject(json) ? [json['rate_cents'], json['total_cost_cents']] : []
      const cents = told.flatMap((each) => (typeof each === 'number' ? [each] : []))
      return Math.max(0, ...(cents.length > 0 ? cents : rates.values()))
    },
    boughtBy: (operation, { path, body }) => {
      if (operation === 'buyLabel') {
        const text = String(body ?? '')
        const cents = rateIn(readJson(text)) ?? dearestIn(text)
        return cents === undefined ? undefined : { kind: operation, cents }
      }
      if (operation === 'createBatch') {
        const cents = batchCents(body)
        return cents === undefined ? undefined : { kind: operation, cents }
      }
      if (operation !== 'buyBatch') return undefined
      const id = decodeURIComponent(path.split('/').at(-2) ?? '')
      const cents = batches.get(id)
      return cents === undefined ? undefined : { kind: operation, cents }
    },
  }
}
