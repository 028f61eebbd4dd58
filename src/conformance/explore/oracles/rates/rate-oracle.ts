import { isObject } from '../../../http/fields.ts'
import { hour, rateValidMs, second } from '../../durations.ts'
import { integerIn, listIn, objectIn, resourceIn, textIn } from '../../response-fields.ts'
import type { CallStep, ClientName, Environment } from '../../step.ts'
import { afterUnknownId } from '../error-responses.ts'
import {
  afterLabelFault,
  type FaultState,
  faultsAfterStep,
  labelsMayFail,
  noFaults,
  outcomeOf,
} from '../fault-state.ts'
import { checkAddress } from '../labels/label-fields.ts'
import { Checks, ignored, type Oracle, type Verdict } from '../oracle.ts'
import { canAsk, isOwnedBy, ownerOf, refusalOf } from '../ownership.ts'
import { type CarrierMemory, carriersAfter, checkCarriers, checkRate, noCarriers } from './quote-checks.ts'

export interface Memory {
  readonly faultState: FaultState
  readonly quotes: readonly Quote[]
  readonly rates: Readonly<Record<string, Rate>>
  readonly carriers: CarrierMemory
  /** Earlier sales, as environment, carrier, service and shipment. */
  readonly sold: readonly string[]
}

export interface Quote {
  readonly id: string
  readonly client: ClientName
  readonly environment: Environment
  readonly body: unknown
  /** The body as text: equal bodies are the same shipment. */
  readonly shipment: string
}

interface Rate {
  /** The index of its quote. */
  readonly quote: number
  readonly firstMs: number
  /** A later quote may repeat the rate. */
  readonly lastMs: number
  readonly carrier: string | undefined
  readonly service: string | undefined
  readonly cents: number | undefined
  readonly isOwnAccount: boolean
  /** It was sold, or its account is gone. The specification does not say whether it can still be bought. */
  readonly isUsed: boolean
}

/** A service may store whole seconds. */
const roundingMs = second
/** How long an expired rate stays known is not specified. */
const rememberedMs = hour

/** Rates are sorted, can be bought as quoted for 15 minutes, and a failing carrier affects no other. */
export const rates: Oracle<Memory> = {
  group: 'EXPL-002',
  start: { faultState: noFaults, quotes: [], rates: {}, carriers: noCarriers, sold: [] },
  after: (before, step) => {
    const faultState = faultsAfterStep(before.faultState, step)
    const carriers = carriersAfter(before.carriers, step)
    const isSame = faultState === before.faultState && carriers === before.carriers
    const memory = isSame ? before : { ...before, faultState, carriers }
    if (step.kind === 'carrier disconnected') return ignored(withoutAccounts(memory, step.client))
    if (step.kind !== 'call' || step.key.is !== 'good') return ignored(memory)
    switch (step.operation) {
      case 'createRates':
        return afterQuote(memory, step)
      case 'buyLabel':
        return afterPurchase(memory, step)
      case 'createBatch':
        return ignored(usedInBatch(memory, step))
      default:
        return ignored(memory)
    }
  },
}

function afterQuote(memory: Memory, step: CallStep): Verdict<Memory> {
  if (outcomeOf(memory.faultState, step) === 'unsure') return ignored(memory)
  const checks = new Checks()
  const quote: Quote = {
    id: step.id,
    ...ownerOf(step),
    body: step.body,
    shipment: JSON.stringify(step.body),
  }
  const list = listIn(step.answer, 'rates')
  if (list !== undefined) checkList(checks, list)
  const known = list === undefined ? memory : withRates(memory, { list, quote, step, checks })
  if (!canAsk(step)) return checks.verdict(known)
  const { faultState, carriers } = checkCarriers(checks, { memory: known, step, quote, list })
  return checks.verdict({ ...known, faultState, carriers })
}

type Plain = Readonly<Record<string, unknown>>

function checkList(checks: Checks, list: readonly Plain[]): void {
  for (const [index, rate] of list.entries()) checkRate(checks, { rate, index, list })
  const prices = list.flatMap((rate) => integerIn(rate, 'rate_cents') ?? [])
  const wrong = prices.findIndex((cents, index) => cents < (prices[index - 1] ?? cents))
  checks.that('ENDPOINTS-22', wrong === -1, () => ({
    expected: 'rates sorted by price, the cheapest first',
    seen: `${prices[wrong]} cents after ${prices[wrong - 1]}`,
    why: `rates.${wrong} is cheaper than the one before it`,
  }))
}

/** Adds the rates of a quote. Checks that only a repeated rate reuses an id. */
function withRates(
  memory: Memory,
  by: {
    readonly list: readonly Plain[]
    readonly quote: Quote
    readonly step: CallStep
    readonly checks: Checks
  },
): Memory {
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
    const isAgain = before !== undefined && was !== undefined && isSame(rate, before) && isAlike(quote, was)
    checks.that('RESOURCES-33', isNew || isAgain, () => ({
      expected: 'a unique id for each rate',
      seen: `${id} for ${rate.carrier} ${rate.service} at ${rate.cents} cents`,
      why: `the same id was given at ${was?.id ?? quote.id} for another rate`,
    }))
    added[id] = before !== undefined && isAgain ? { ...before, lastMs: step.atMs } : rate
  }
  return { ...memory, quotes: [...memory.quotes, quote], rates: { ...memory.rates, ...added } }
}

const isSame = (one: Rate, other: Rate): boolean =>
  one.carrier === other.carrier && one.service === other.service && one.cents === other.cents

const isAlike = (one: Quote, other: Quote): boolean =>
  one.client === other.client && one.environment === other.environment && one.shipment === other.shipment

function afterPurchase(memory: Memory, step: CallStep): Verdict<Memory> {
  const id = isObject(step.body) ? textIn(step.body, 'rate_id') : undefined
  if (id === undefined) return ignored(memory)
  const rate = memory.rates[id]
  const quote = rate === undefined ? undefined : memory.quotes[rate.quote]
  if (rate === undefined || quote === undefined) {
    if (labelsMayFail(memory.faultState, step.client)) return ignored(memory)
    return afterUnknownId(memory, step, id, ['RATE.NOT_FOUND', 'ERRORS-39'])
  }
  if (!isOwnedBy(quote, step) || !canAsk(step)) return ignored(memory)
  const checks = new Checks()
  const outcome = outcomeOf(memory.faultState, step)
  const sale: Attempt = { step, id, rate, quote, soldAs: soldAs(quote, rate) }
  if (outcome === 'done') checkSale(checks, sale)
  if (outcome === 'refused') checkRefusal(checks, sale, memory)
  // A refused purchase leaves the rate as it was.
  const used = outcome === 'refused' ? memory : withUsed(memory, [id])
  const next = { ...used, faultState: afterLabelFault(memory.faultState, step) }
  const isSold = outcome === 'done' && !memory.sold.includes(sale.soldAs)
  return checks.verdict(isSold ? { ...next, sold: [...next.sold, sale.soldAs] } : next)
}

interface Attempt {
  readonly step: CallStep
  readonly id: string
  readonly rate: Rate
  readonly quote: Quote
  readonly soldAs: string
}

const soldAs = ({ environment, shipment }: Quote, { carrier, service }: Rate): string =>
  `${environment} ${carrier} ${service} ${shipment}`

/** Checks that a sold rate was not expired, and that the label matches it. */
function checkSale(checks: Checks, { step, id, rate, quote }: Attempt): void {
  const age = step.atMs - rate.lastMs
  const isValid = age < rateValidMs + roundingMs
  const aged = `${id} was quoted at ${quote.id}, ${age / second} seconds before: more than 15 minutes`
  checks.error('STATES-3', 'RATE.EXPIRED', 'a label', aged, isValid)
  const label = resourceIn(step.answer, 'label')
  if (label === undefined) return
  const why = `${id} was quoted like this at ${quote.id}`
  for (const name of ['carrier', 'service'] as const) {
    const quoted = rate[name]
    const isSame = quoted === undefined || label[name] === quoted
    checks.field('SERVICE-6', [name, label[name]], isSame, `${quoted}, as quoted`, why)
  }
  const charged = integerIn(label, 'rate_cents')
  const mayBeFree = quote.environment === 'test' || rate.isOwnAccount
  const isPrice = rate.cents === undefined || charged === rate.cents || (mayBeFree && charged === 0)
  const price = `${rate.cents}, as quoted`
  checks.field('RESOURCES-37', ['rate_cents', label['rate_cents']], isPrice, price, why)
  for (const place of ['from_address', 'to_address'] as const) {
    checkAddress(checks, { place, given: objectIn(quote.body, place), shown: objectIn(label, place), why })
  }
}

/** Checks that a fresh rate is refused for another reason than its age, and an old one for its age. */
function checkRefusal(checks: Checks, sale: Attempt, { faultState, sold }: Memory): void {
  const { step, id, rate, quote } = sale
  const code = refusalOf(step)
  if (code === undefined) return
  const age = step.atMs - rate.lastMs
  const common = { why: `${id} was quoted at ${quote.id}, ${age / second} seconds before`, seen: code }
  if (age >= rateValidMs + roundingMs) {
    const isForgotten = code === 'RATE.NOT_FOUND' && (age > rateValidMs + rememberedMs || rate.isUsed)
    // If several errors apply, the specification does not say which comes first.
    if (isForgotten || /^(?:WALLET|LABEL|CARRIER)\./.test(code)) return
    checks.that('STATES-4', code === 'RATE.EXPIRED', () => ({ expected: '422 RATE.EXPIRED', ...common }))
    return
  }
  // A service may store whole seconds, and without control the clocks may differ by seconds.
  const mayBeOld =
    step.atMs - rate.firstMs > (faultState.isControlled ? rateValidMs - 1 : rateValidMs - 10 * roundingMs)
  // Whether a repeated rate gets more time is not specified, but no quote may return an expired one.
  const wasHandedOutOld = rate.lastMs - rate.firstMs >= rateValidMs + roundingMs && age <= 10 * roundingMs
  if (mayBeOld && !wasHandedOutOld) return
  checks.that('RESOURCES-46', code !== 'RATE.EXPIRED', () => ({
    expected: 'a label: a rate is valid for 15 minutes',
    ...common,
  }))
  if (rate.isUsed) return
  checks.that('ENDPOINTS-32', code !== 'RATE.NOT_FOUND', () => ({
    expected: 'a label: a rate is kept for 15 minutes',
    ...common,
  }))
  const mayFail = !faultState.isControlled || labelsMayFail(faultState, step.client)
  if (mayFail || !sold.includes(sale.soldAs)) return
  checks.that('STATES-5', code.startsWith('WALLET.'), () => ({
    expected: `a label: ${rate.carrier} ${rate.service} was sold for the same shipment before`,
    ...common,
  }))
}

function usedInBatch(memory: Memory, step: CallStep): Memory {
  const items = isObject(step.body) ? step.body['items'] : undefined
  if (!Array.isArray(items) || outcomeOf(memory.faultState, step) === 'refused') return memory
  return withUsed(
    memory,
    items.flatMap((item: unknown) => (isObject(item) ? (textIn(item, 'rate_id') ?? []) : [])),
  )
}

/** Rates of disconnected accounts may be refused. */
function withoutAccounts(memory: Memory, client: ClientName): Memory {
  const ids = Object.entries(memory.rates)
    .filter(([, rate]) => rate.isOwnAccount && memory.quotes[rate.quote]?.client === client)
    .map(([id]) => id)
  return withUsed(memory, ids)
}

function withUsed(memory: Memory, ids: readonly string[]): Memory {
  const used: Record<string, Rate> = {}
  for (const id of ids) {
    const rate = memory.rates[id]
    if (rate !== undefined && !rate.isUsed) used[id] = { ...rate, isUsed: true }
  }
  return Object.keys(used).length === 0 ? memory : { ...memory, rates: { ...memory.rates, ...used } }
}
