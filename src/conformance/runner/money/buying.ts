import type { Answer, Purchase, SentRequest } from '../../http/answer.ts'
import { expectResource, isSuccess } from '../../http/expect.ts'
import { OverBudget, RuleBroken } from '../../http/failures.ts'
import { isObject } from '../../http/fields.ts'
import { readJson } from '../../http/json.ts'
import { expectList } from '../../http/lists.ts'
import type { OperationName } from '../../http/operation.ts'
import type { Leftover } from '../../report/report.ts'
import type { RuleId } from '../../rule.ts'
import { createMutex } from '../waiting/semaphore.ts'
import { createWalletWatch, type WalletWatch, type WatchHost } from './live-wallet.ts'
import {
  type Buyer,
  type BuyingGate,
  createBuyingGate,
  NotBought,
  type PricedPurchase,
  type Spending,
} from './spending.ts'

/** Decides whether a rule may send a purchase. The possible cost of the run must stay below the spending limit. */
export interface Buying extends Pick<Prices, 'record' | 'findLivePrice'> {
  /** Reads the balance of the live wallet before the first purchase of the run. */
  start(): Promise<void>
  /** Forbids all purchases for the rest of the run. `because` is the rule that showed why. */
  forbid(reason: string, because: RuleId): void
  /** Forbids only batch purchases for the rest of the run. */
  forbidBatches(reason: string, because: RuleId): void
  /** Returns true if rules may still buy labels with a test key. */
  canBuyLabels(): boolean
  /** Throws NotBought if purchases are forbidden for the rest of the run. */
  requireBuyingAllowed(): void
  /**
   * Called before a purchase request is sent. Resolves with the function that sends the request; undefined if the
   * request cannot cost anything. Throws NotBought if such purchases are forbidden, OverBudget if the cost could exceed
   * the spending limit.
   */
  preparePurchase(buyer: Buyer, operation: OperationName, sent: SentRequest): Promise<Purchase | undefined>
  /**
   * Waits until a charge for the purchases of a canary would show in the live wallet. If there is no charge, such
   * purchases are allowed from then on. A canary is a rule that tests whether purchases with test keys are free.
   */
  waitForCharges(canary: RuleId): Promise<ChargeWait>
  /** Waits until a charge for the run's last purchases would show in the live wallet. */
  close(): Promise<void>
}

/** The result of a wait until a charge would show in the live wallet. */
export interface ChargeWait {
  /** True if the run waited. It does not wait in an account with invented money, or if purchases are assumed to be free. */
  readonly waited: boolean
  /** Why the live wallet cannot show whether purchases are free; left out if it can. */
  readonly unclear?: string
}

/** Creates a `Buying` without a spending limit, for accounts that the run created, whose money is invented. */
export function createUnlimitedBuying(): Buying {
  const doNothing = (): void => undefined
  return {
    start: async () => undefined,
    forbid: doNothing,
    forbidBatches: doNothing,
    record: doNothing,
    findLivePrice: () => undefined,
    canBuyLabels: () => true,
    requireBuyingAllowed: doNothing,
    preparePurchase: async () => undefined,
    waitForCharges: async () => ({ waited: false }),
    close: async () => undefined,
  }
}

/** Creates a `Buying` with a spending limit, for an account that the run did not create. */
export function createLimitedBuying(host: WatchHost): Buying {
  const { wallet, spending, isTrusted, hasUserLimit } = host
  const gate = createBuyingGate(host)
  const watch = createWalletWatch(host, gate)
  const prices = createPriceStore()
  const prepareRefused = createRefusedPurchasePreparer(host, { gate, watch, prices })
  return {
    start: async () => {
      await watch.check({ isPaid: true })
    },
    forbid: gate.forbid,
    forbidBatches: gate.forbidBatches,
    record: prices.record,
    findLivePrice: prices.findLivePrice,
    canBuyLabels: () => gate.findBanReason() === undefined && gate.isProved('buyLabel'),
    requireBuyingAllowed: gate.requireBuyingAllowed,
    preparePurchase: async (buyer, operation, sent) => {
      const liveCents = prices.findLivePrice(readJson(String(sent.body ?? '')))
      if (liveCents !== undefined) return { carryOut: (send) => watch.buyLive(liveCents, send) }
      if (Object.values(sent.headers).some((value) => value.includes('pr_live_'))) {
        throw new OverBudget(
          'a purchase with a live key was not sent, because the run has not seen the price of its rate, so it could cost more than --max-spend allows',
        )
      }
      const purchase = prices.findPurchase(operation, sent)
      if (purchase === undefined) return prepareRefused(buyer)
      const { kind, cents } = purchase
      gate.requireAllowed(kind, buyer)
      if (wallet === undefined) return hasUserLimit ? preparePaidPurchase(spending, cents) : undefined
      gate.recordTry(kind)
      return { carryOut: (send) => watch.buy(isTrusted ? 0 : cents, send) }
    },
    waitForCharges: async (canary) => {
      if (isTrusted || wallet === undefined || gate.findBanReason() !== undefined) return { waited: false }
      const { hasGainedMoney } = await watch.waitForCharges(canary)
      if (hasGainedMoney) return { waited: true, unclear: 'the live wallet gained money during the wait' }
      const reason = gate.findBanReason()
      if (reason === undefined) gate.recordProof()
      const isUnclear = reason !== undefined && wallet.lostCents() === 0
      return { waited: true, ...(isUnclear && { unclear: reason }) }
    },
    close: watch.close,
  }
}

/** Prepares a test-key purchase if there is no live wallet that could show that it is free. Its price then counts as spent. */
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
 * Prepares purchases that the target must refuse, so that they cost nothing. If the target accepts one, its price
 * counts as spent, and rules may send more of them only if purchases are proved free.
 */
function createRefusedPurchasePreparer(
  { wallet, spending, isTrusted, hasUserLimit }: WatchHost,
  { gate, watch, prices }: Parts,
): (buyer: Buyer) => Purchase {
  const inTurn = createMutex()
  const isUnbounded = isTrusted && (wallet !== undefined || !hasUserLimit)
  /** The first purchase that the target accepted although it had to refuse it. */
  let sold: { readonly id: RuleId; readonly cents: number } | undefined
  return ({ id }) => ({
    carryOut: (send) =>
      inTurn(async () => {
        if (sold !== undefined) {
          const { cents } = sold
          if (isTrusted) return preparePaidPurchase(spending, cents).carryOut(send)
          if (gate.isProved('buyLabel')) return watch.buy(cents, send)
          throw new NotBought(
            `The purchase was not sent, because it could cost money: the target accepted a purchase of ${sold.id} that it should have refused.`,
            sold.id,
          )
        }
        const answer = await send()
        if (!isSuccess(answer) || isUnbounded) return answer
        sold = { id, cents: prices.readPrice(answer) }
        watch.addUnproven(sold.cents)
        return answer
      }),
  })
}

/** Stores the prices, in cents, of the rates and batches in the responses of a run. */
interface Prices {
  /** Stores the ids and prices of the rates and batches in a response. */
  record(answer: Answer): void
  /** Returns the price of the rate that a purchase request names, if the rate was quoted with a live key; otherwise undefined. */
  findLivePrice(body: unknown): number | undefined
  /** Returns what a purchase request buys, and the price; undefined if the request names nothing that can be bought. */
  findPurchase(operation: OperationName, sent: SentRequest): PricedPurchase | undefined
  /** Returns the cost that the response to a purchase states. If it states none, returns the highest price that was quoted in the run. */
  readPrice(answer: Answer): number
}

/** Creates an empty store of prices. */
function createPriceStore(): Prices {
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
    findLivePrice: (body) => priceOf(body, liveRates),
    readPrice: (answer) => {
      const cents = readCosts(answer)
      return Math.max(0, ...(cents.length > 0 ? cents : rates.values()))
    },
    findPurchase: (kind, sent) => {
      if (kind !== 'buyLabel' && kind !== 'createBatch' && kind !== 'buyBatch') return undefined
      const cents = priceOfPurchase(kind, sent)
      return cents === undefined ? undefined : { kind, cents }
    },
  }
}

/** Returns the highest price of all rates whose ids occur in a request body. Used for bodies that are not as documented. */
function findHighestPrice(text: string, rates: ReadonlyMap<string, number>): number | undefined {
  const found = [...rates].filter(([id]) => text.includes(id)).map(([, cents]) => cents)
  return found.length === 0 ? undefined : Math.max(...found)
}

/** Returns the costs of a label or batch that a response states; empty if it states none. */
function readCosts({ json }: Answer): readonly number[] {
  const costs = isObject(json) ? [json['rate_cents'], json['total_cost_cents']] : []
  return costs.filter((each) => typeof each === 'number')
}

const hasLiveKey = ({ request }: Answer): boolean => request.key?.startsWith('pr_live_') === true

/** Returns the rates in a rates response; empty if they cannot be read. */
function readQuotedRates(quote: Answer): readonly { readonly id?: unknown; readonly rate_cents?: unknown }[] {
  return (readOrUndefined(() => expectList(quote, 'rates')) ?? []).filter(isObject)
}

/** Returns the id of the resource that a request created, from the response; undefined if it cannot be read. */
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

/** Returns the label, tracker or batch that a request created and that stays in the account; undefined if it created none. */
export function findLeftover(answer: Answer, maker: string): Leftover | undefined {
  const kind = madeBy.get(answer.operation)
  const id = kind === undefined ? undefined : readCreatedId(answer, kind)
  if (kind === undefined || id === undefined) return undefined
  return { kind, id, note: `made with the ${hasLiveKey(answer) ? 'live' : 'test'} key ${maker}` }
}

/** Returns the result of `read`; undefined if it throws, as the response is then not as documented, which other rules report. */
function readOrUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RuleBroken) return undefined
    throw error
  }
}
