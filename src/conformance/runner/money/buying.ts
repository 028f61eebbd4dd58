import type { Answer, Purchase, SentRequest } from '../../http/answer.ts'
import { expectResource, isSuccess } from '../../http/expect.ts'
import { OverBudget, RuleBroken } from '../../http/failures.ts'
import { isObject } from '../../http/fields.ts'
import { readJson } from '../../http/json.ts'
import { expectList } from '../../http/lists.ts'
import type { OperationName } from '../../http/operation.ts'
import type { Leftover } from '../../report/report.ts'
import type { RuleId } from '../../rule.ts'
import { openMutex } from '../waiting/semaphore.ts'
import { openWalletWatch, type WalletWatch, type WatchHost } from './live-wallet.ts'
import {
  type Buyer,
  type BuyingGate,
  NotBought,
  openBuyingGate,
  type PricedPurchase,
  type Spending,
} from './spending.ts'

/** Decides whether a purchase may be sent, and keeps its possible cost within the bound. A run has one. */
export interface Buying extends Pick<Prices, 'record' | 'livePriceOf'> {
  /** Reads the live wallet before the first purchase. */
  start(): Promise<void>
  /** Ends all buying, for a reason that a rule has shown. */
  end(reason: string, because: RuleId): void
  /** Ends the buying of batches only. */
  endBatches(reason: string, because: RuleId): void
  /** Whether labels may be bought with a test key now. */
  isOpen(): boolean
  /** Throws NotBought if buying has ended. */
  requireOpen(): void
  /**
   * Called before a purchase is sent. Resolves with the way to send it; undefined if the purchase cannot cost
   * anything. Throws NotBought if no purchase of its kind is allowed, OverBudget if it could cost a live wallet an
   * unknown price.
   */
  prepare(buyer: Buyer, operation: OperationName, sent: SentRequest): Promise<Purchase | undefined>
  /**
   * Waits until the live wallet must show whether the purchases of a canary (a rule that tests this) are free. If they
   * are free, purchases of that kind are allowed from then on.
   */
  waitForCharges(canary: RuleId): Promise<ChargeWait>
  /** Waits until the wallet must show whether the last purchases were free. */
  close(): Promise<void>
}

/** The result of a wait for the live wallet. */
export interface ChargeWait {
  /** Whether there was a wait. There is none if the money is invented or purchases are trusted to be free. */
  readonly waited: boolean
  /** Why the wallet cannot show whether purchases are free; left out if it can. */
  readonly unclear?: string
}

/** Opens buying without bounds, in accounts made for the run, whose money is invented. */
export function openFreeBuying(): Buying {
  const doNothing = (): void => undefined
  return {
    start: async () => undefined,
    end: doNothing,
    endBatches: doNothing,
    record: doNothing,
    livePriceOf: () => undefined,
    isOpen: () => true,
    requireOpen: doNothing,
    prepare: async () => undefined,
    waitForCharges: async () => ({ waited: false }),
    close: async () => undefined,
  }
}

/** Opens the buying of a run in an account that is not made for it. */
export function openBuying(host: WatchHost): Buying {
  const { wallet, spending, isTrusted, isBoundAsked } = host
  const gate = openBuyingGate(host)
  const watch = openWalletWatch(host, gate)
  const prices = openPrices()
  const prepareRefused = openRefusedPurchases(host, { gate, watch, prices })
  return {
    start: async () => {
      await watch.check({ isPaid: true })
    },
    end: gate.end,
    endBatches: gate.endBatches,
    record: prices.record,
    livePriceOf: prices.livePriceOf,
    isOpen: () => gate.whyEnded() === undefined && gate.isProved('buyLabel'),
    requireOpen: gate.requireOpen,
    prepare: async (buyer, operation, sent) => {
      const liveCents = prices.livePriceOf(readJson(String(sent.body ?? '')))
      if (liveCents !== undefined) return { carryOut: (send) => watch.pay(liveCents, send) }
      if (Object.values(sent.headers).some((value) => value.includes('pr_live_'))) {
        throw new OverBudget('a label whose price is not known could cost anything')
      }
      const purchase = prices.purchaseIn(operation, sent)
      if (purchase === undefined) return prepareRefused(buyer)
      const { kind, cents } = purchase
      gate.requireAllowed(kind, buyer)
      if (wallet === undefined) return isBoundAsked ? preparePaidPurchase(spending, cents) : undefined
      gate.recordTry(kind)
      return { carryOut: (send) => watch.buy(isTrusted ? 0 : cents, send) }
    },
    waitForCharges: async (canary) => {
      if (isTrusted || wallet === undefined || gate.whyEnded() !== undefined) return { waited: false }
      const { isFilled } = await watch.waitForCharges(canary)
      if (isFilled) return { waited: true, unclear: 'the live wallet was filled during the wait' }
      const reason = gate.whyEnded()
      if (reason === undefined) gate.recordProof()
      const isUnclear = reason !== undefined && wallet.lostCents() === 0
      return { waited: true, ...(isUnclear && { unclear: reason }) }
    },
    close: watch.close,
  }
}

/** Prepares a purchase of a test key that no wallet can show to be free: it counts towards the bound for good. */
function preparePaidPurchase(spending: Spending, cents: number): Purchase {
  return {
    carryOut: async (send) => {
      spending.requireRoom(cents)
      spending.addUnproven(cents)
      return send()
    },
  }
}

interface Parts {
  readonly gate: BuyingGate
  readonly watch: WalletWatch
  readonly prices: Prices
}

/**
 * Prepares purchases that the target must refuse, which cost nothing. If the target accepts one, it is counted, and
 * no further one is sent without proof.
 */
function openRefusedPurchases(
  { wallet, spending, isTrusted, isBoundAsked }: WatchHost,
  { gate, watch, prices }: Parts,
): (buyer: Buyer) => Purchase {
  const inTurn = openMutex()
  const isUnbounded = isTrusted && (wallet !== undefined || !isBoundAsked)
  /** The first of these purchases that the target accepted. */
  let sold: { readonly id: RuleId; readonly cents: number } | undefined
  return ({ id }) => ({
    carryOut: (send) =>
      inTurn(async () => {
        if (sold !== undefined) {
          const { cents } = sold
          if (isTrusted) return preparePaidPurchase(spending, cents).carryOut(send)
          if (gate.isProved('buyLabel')) return watch.buy(cents, send)
          throw new NotBought(
            `Not sent, since the target accepted a purchase of ${sold.id} that it should have refused.`,
            sold.id,
          )
        }
        const answer = await send()
        if (!isSuccess(answer) || isUnbounded) return answer
        sold = { id, cents: prices.priceIn(answer) }
        watch.addUnproven(sold.cents)
        return answer
      }),
  })
}

/** Knows the prices of purchases, from the quotes and batches of a run. All amounts are in cents. */
interface Prices {
  /** Remembers the rates and batches in a response, and their prices. */
  record(answer: Answer): void
  /** Returns the price of a purchase; undefined unless its rate was quoted with a live key. */
  livePriceOf(body: unknown): number | undefined
  /** Returns the purchase that a request makes; undefined if it cannot buy anything that was quoted. */
  purchaseIn(operation: OperationName, sent: SentRequest): PricedPurchase | undefined
  /** Returns the cost of a purchase by its response, or else the highest price that was quoted. */
  priceIn(answer: Answer): number
}

/** Opens the prices of a run. At first, no price is known. */
function openPrices(): Prices {
  const rates = new Map<string, number>()
  const liveRates = new Map<string, number>()
  const batches = new Map<string, number>()
  const priceOf = (item: unknown, known = rates): number | undefined => {
    const id = isObject(item) ? item['rate_id'] : undefined
    return typeof id === 'string' ? known.get(id) : undefined
  }
  const priceOfItem = (item: unknown): number => {
    const named = isObject(item) ? Number(item['rate_cents']) : 0
    return Math.max(priceOf(item) ?? 0, Number.isFinite(named) ? named : 0)
  }
  const priceOfBatch = (body: SentRequest['body']): number | undefined => {
    const text = String(body ?? '')
    const json = readJson(text)
    const items = isObject(json) && Array.isArray(json['items']) ? json['items'] : undefined
    if (items === undefined) return findHighestPrice(text, rates)
    return items.length === 0 ? undefined : items.reduce<number>((sum, item) => sum + priceOfItem(item), 0)
  }
  const priceOfPurchase = (operation: OperationName, { path, body }: SentRequest): number | undefined => {
    if (operation === 'buyLabel') {
      const text = String(body ?? '')
      return priceOf(readJson(text)) ?? findHighestPrice(text, rates)
    }
    if (operation === 'createBatch') return priceOfBatch(body)
    return batches.get(decodeURIComponent(path.split('/').at(-2) ?? ''))
  }
  return {
    record: (answer) => {
      if (answer.operation === 'createRates') {
        for (const { id, rate_cents } of readQuotedRates(answer)) {
          if (typeof id !== 'string') continue
          rates.set(id, Math.max(0, Number(rate_cents) || 0))
          if (hasLiveKey(answer) && typeof rate_cents === 'number') liveRates.set(id, rate_cents)
        }
      }
      if (answer.operation === 'createBatch') {
        const id = readCreatedId(answer, 'batch')
        if (id !== undefined) batches.set(id, priceOfBatch(answer.request.body) ?? 0)
      }
    },
    livePriceOf: (body) => priceOf(body, liveRates),
    priceIn: (answer) => {
      const cents = readCosts(answer)
      return Math.max(0, ...(cents.length > 0 ? cents : rates.values()))
    },
    purchaseIn: (kind, sent) => {
      if (kind !== 'buyLabel' && kind !== 'createBatch' && kind !== 'buyBatch') return undefined
      const cents = priceOfPurchase(kind, sent)
      return cents === undefined ? undefined : { kind, cents }
    },
  }
}

/**
 * Finds the highest price of the rates whose ids are anywhere in a request body. Used for bodies that are not as
 * documented.
 */
function findHighestPrice(text: string, rates: ReadonlyMap<string, number>): number | undefined {
  const found = [...rates].filter(([id]) => text.includes(id)).map(([, cents]) => cents)
  return found.length === 0 ? undefined : Math.max(...found)
}

/** Reads the cost of a label or batch; empty if the response has none. */
function readCosts({ json }: Answer): readonly number[] {
  const costs = isObject(json) ? [json['rate_cents'], json['total_cost_cents']] : []
  return costs.filter((each) => typeof each === 'number')
}

const hasLiveKey = ({ request }: Answer): boolean => request.key?.startsWith('pr_live_') === true

/** Reads the rates in a response; none if they cannot be read. */
function readQuotedRates(quote: Answer): readonly { readonly id?: unknown; readonly rate_cents?: unknown }[] {
  return (readOrUndefined(() => expectList(quote, 'rates')) ?? []).filter(isObject)
}

/** Reads the id of the resource that a response created; undefined if it cannot be read. */
export function readCreatedId(answer: Answer, name: string): string | undefined {
  if (!isSuccess(answer)) return undefined
  const id = readOrUndefined(() => expectResource(answer, name))?.raw('id')
  return typeof id === 'string' ? id : undefined
}

const madeBy = new Map<string | null, 'label' | 'tracker' | 'batch'>([
  ['buyLabel', 'label'],
  ['registerTracker', 'tracker'],
  ['createBatch', 'batch'],
])

/** Returns what a request leaves behind in an account that stays: a label, tracker or batch; undefined if nothing. */
export function leftoverOf(answer: Answer, maker: string): Leftover | undefined {
  const kind = madeBy.get(answer.operation)
  const id = kind === undefined ? undefined : readCreatedId(answer, kind)
  if (kind === undefined || id === undefined) return undefined
  return { kind, id, note: `made with the ${hasLiveKey(answer) ? 'live' : 'test'} key ${maker}` }
}

/** Returns the value that `read` reads; undefined if the response is not as documented, which rules judge elsewhere. */
function readOrUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RuleBroken) return undefined
    throw error
  }
}
