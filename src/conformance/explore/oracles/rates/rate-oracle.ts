import { integerIn, listIn, textIn } from '../../response-fields.ts'
import type { CallStep, ClientName } from '../../step.ts'
import { judgeUnknownId } from '../error-responses.ts'
import {
  labelsMayFail,
  noFaults,
  outcomeOf,
  recordLabelFaultTrigger,
  withUpdatedFaults,
} from '../fault-state.ts'
import { Checks, ignoreStep, type Oracle, type Verdict } from '../oracle.ts'
import { hasSufficientKey, isOwnedBy, ownerOf } from '../ownership.ts'
import { batchItemsOf, rateIdIn, rateIdsIn } from '../quoted-rates.ts'
import { checkCarriers, noCarriers, rememberCarriers } from './quote-checks.ts'
import { checkRate } from './rate-fields.ts'
import {
  checkRateSale,
  checkRefusedSale,
  type Quote,
  type Rate,
  type RateMemory,
  type SaleAttempt,
} from './sale-checks.ts'

/** Checks in random walks that rates are sorted, can be bought as quoted for 15 minutes, and that a failing carrier affects no other. */
export const rates: Oracle<RateMemory> = {
  group: 'EXPL-002',
  start: { faultState: noFaults, quotes: [], rates: {}, carriers: noCarriers, sold: [] },
  judge: (before, step) => {
    const known = withUpdatedFaults(before, step)
    const carriers = rememberCarriers(known.carriers, step)
    const memory = carriers === known.carriers ? known : { ...known, carriers }
    if (step.kind === 'carrier disconnected')
      return ignoreStep(withUncertainAccountRates(memory, step.client))
    if (step.kind !== 'call' || step.key.is !== 'good') return ignoreStep(memory)
    switch (step.operation) {
      case 'createRates':
        return judgeQuote(memory, step)
      case 'buyLabel':
        return judgeRatePurchase(memory, step)
      case 'createBatch':
        return ignoreStep(markRatesUsedInBatch(memory, step))
      default:
        return ignoreStep(memory)
    }
  },
}

/** Checks the response to a rates request, and remembers its rates. */
function judgeQuote(memory: RateMemory, step: CallStep): Verdict<RateMemory> {
  if (outcomeOf(memory.faultState, step) === 'unsure') return ignoreStep(memory)
  const checks = new Checks()
  const quote: Quote = {
    id: step.id,
    ...ownerOf(step),
    body: step.body,
    shipment: JSON.stringify(step.body),
  }
  const list = listIn(step.answer, 'rates')
  if (list !== undefined) checkRateOrder(checks, list)
  const known = list === undefined ? memory : withRates(memory, { list, quote, step, checks })
  if (!hasSufficientKey(step)) return checks.verdict(known)
  const { faultState, carriers } = checkCarriers(checks, known, step, quote, list)
  return checks.verdict({ ...known, faultState, carriers })
}

type Plain = Readonly<Record<string, unknown>>

/** Checks each rate of a response, and that the cheapest comes first. */
function checkRateOrder(checks: Checks, list: readonly Plain[]): void {
  for (const [index, rate] of list.entries()) checkRate(checks, { rate, index, list })
  const prices = list.flatMap((rate) => integerIn(rate, 'rate_cents') ?? [])
  const wrong = prices.findIndex((cents, index) => cents < (prices[index - 1] ?? cents))
  checks.that('ENDPOINTS-22', wrong === -1, () => ({
    expected: 'rates sorted by price, the cheapest first',
    seen: `${prices[wrong]} cents after ${prices[wrong - 1]}`,
    why: `rates.${wrong} is cheaper than the one before it`,
  }))
}

/** Adds the rates of a rates response. Checks that two different rates never have the same id. */
function withRates(
  memory: RateMemory,
  by: {
    readonly list: readonly Plain[]
    readonly quote: Quote
    readonly step: CallStep
    readonly checks: Checks
  },
): RateMemory {
  const { list, quote, step, checks } = by
  const added: Record<string, Rate> = {}
  for (const each of list) {
    const id = textIn(each, 'id')
    if (id === undefined) continue
    const rate: Rate = {
      quote: memory.quotes.length,
      firstMs: step.atMs,
      lastMs: step.atMs,
      carrier: textIn(each, 'carrier'),
      service: textIn(each, 'service'),
      cents: integerIn(each, 'rate_cents'),
      isOwnAccount: each['account_type'] === 'byoa',
      isUsed: false,
    }
    const before = memory.rates[id]
    const was = before === undefined ? undefined : memory.quotes[before.quote]
    const isNew = before === undefined && added[id] === undefined
    const isAgain =
      before !== undefined &&
      was !== undefined &&
      isSameRate(rate, before) &&
      isQuoteOfSameShipment(quote, was)
    checks.that('RESOURCES-33', isNew || isAgain, () => ({
      expected: 'a unique id for each rate',
      seen: `${id} for ${rate.carrier} ${rate.service} at ${rate.cents} cents`,
      why: `the quote at ${was?.id ?? quote.id} had the same id for another rate`,
    }))
    added[id] = before !== undefined && isAgain ? { ...before, lastMs: step.atMs } : rate
  }
  return { ...memory, quotes: [...memory.quotes, quote], rates: { ...memory.rates, ...added } }
}

const isSameRate = (one: Rate, other: Rate): boolean =>
  one.carrier === other.carrier && one.service === other.service && one.cents === other.cents

const isQuoteOfSameShipment = (one: Quote, other: Quote): boolean =>
  one.client === other.client && one.environment === other.environment && one.shipment === other.shipment

/** Checks the response to the purchase of a rate, and records that the rate was used. */
function judgeRatePurchase(memory: RateMemory, step: CallStep): Verdict<RateMemory> {
  const id = rateIdIn(step.body)
  if (id === undefined) return ignoreStep(memory)
  const rate = memory.rates[id]
  const quote = rate === undefined ? undefined : memory.quotes[rate.quote]
  if (rate === undefined || quote === undefined) {
    if (labelsMayFail(memory.faultState, step.client)) return ignoreStep(memory)
    return judgeUnknownId(memory, step, id, ['RATE.NOT_FOUND', 'ERRORS-39'])
  }
  if (!isOwnedBy(quote, step) || !hasSufficientKey(step)) return ignoreStep(memory)
  const checks = new Checks()
  const outcome = outcomeOf(memory.faultState, step)
  const sale: SaleAttempt = { step, id, rate, quote, soldAs: identifySale(quote, rate) }
  if (outcome === 'done') checkRateSale(checks, sale)
  if (outcome === 'refused') checkRefusedSale(checks, sale, memory)
  // After a refused purchase, the rate can still be bought.
  const used = outcome === 'refused' ? memory : withUsedRates(memory, [id])
  const next = { ...used, faultState: recordLabelFaultTrigger(memory.faultState, step) }
  const isSold = outcome === 'done' && !memory.sold.includes(sale.soldAs)
  return checks.verdict(isSold ? { ...next, sold: [...next.sold, sale.soldAs] } : next)
}

/** Returns a text that is equal for all sales of one carrier service and shipment in one environment. */
const identifySale = ({ environment, shipment }: Quote, { carrier, service }: Rate): string =>
  `${environment} ${carrier} ${service} ${shipment}`

function markRatesUsedInBatch(memory: RateMemory, step: CallStep): RateMemory {
  if (outcomeOf(memory.faultState, step) === 'refused') return memory
  return withUsedRates(memory, rateIdsIn(batchItemsOf(step) ?? []))
}

/** Marks the rates of a client's disconnected carrier accounts as used, since the service may refuse them. */
function withUncertainAccountRates(memory: RateMemory, client: ClientName): RateMemory {
  const ids = Object.entries(memory.rates)
    .filter(([, rate]) => rate.isOwnAccount && memory.quotes[rate.quote]?.client === client)
    .map(([id]) => id)
  return withUsedRates(memory, ids)
}

/** Marks rates as used: the specification does not say whether they can still be bought. */
function withUsedRates(memory: RateMemory, ids: readonly string[]): RateMemory {
  const used: Record<string, Rate> = {}
  for (const id of ids) {
    const rate = memory.rates[id]
    if (rate !== undefined && !rate.isUsed) used[id] = { ...rate, isUsed: true }
  }
  return Object.keys(used).length === 0 ? memory : { ...memory, rates: { ...memory.rates, ...used } }
}
