import type { StatementId } from '../../../section.ts'
import { hour, rateValidMs, second } from '../../durations.ts'
import { integerIn, objectIn, resourceIn } from '../../response-fields.ts'
import type { CallStep } from '../../step.ts'
import { type FaultState, labelsMayFail } from '../fault-state.ts'
import { checkAddress } from '../labels/label-fields.ts'
import type { Checks } from '../oracle.ts'
import { findNonKeyErrorCode, type Owner } from '../ownership.ts'
import type { CarrierMemory } from './quote-checks.ts'

/** The known quotes, rates and carriers of a walk. */
export interface RateMemory {
  readonly faultState: FaultState
  readonly quotes: readonly Quote[]
  readonly rates: Readonly<Record<string, Rate>>
  readonly carriers: CarrierMemory
  /** Earlier purchases, each as environment, carrier, service and shipment. */
  readonly sold: readonly string[]
}

/** A rates request to which the service responded with rates. */
export interface Quote extends Owner {
  /** The step of the walk that requested the quote. */
  readonly id: string
  readonly body: unknown
  /** The body of the rates request as text: equal bodies are the same shipment. */
  readonly shipment: string
}

export interface Rate {
  /** The index of the quote that contained the rate. */
  readonly quote: number
  readonly firstMs: number
  /** When the rate was quoted last, as a later quote may repeat it. */
  readonly lastMs: number
  readonly carrier: string | undefined
  readonly service: string | undefined
  readonly cents: number | undefined
  readonly isOwnAccount: boolean
  /** True if the rate was bought or its carrier account is gone. The specification does not say whether the rate can still be bought. */
  readonly isUsed: boolean
}

/** How far the expiry of a rate may be off, in milliseconds, as a service may store whole seconds. */
const roundingMs = second
/** How long after a rate's expiry its purchase must fail with RATE.EXPIRED. The service may have forgotten older rates. */
const rememberedMs = hour

/** A request to buy a known rate. */
export interface SaleAttempt {
  readonly step: CallStep
  readonly id: string
  readonly rate: Rate
  readonly quote: Quote
  /** A text that is equal for all sales of one carrier service and shipment in one environment. */
  readonly soldAs: string
}

/** Checks that a rate had not expired when the service sold it, and that the label matches the rate. */
export function checkRateSale(checks: Checks, { step, id, rate, quote }: SaleAttempt): void {
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

/** Checks that the service refuses an expired rate with RATE.EXPIRED, and a valid rate only for another reason. */
export function checkRefusedSale(checks: Checks, sale: SaleAttempt, { faultState, sold }: RateMemory): void {
  const { step, id, rate, quote } = sale
  const code = findNonKeyErrorCode(step)
  if (code === undefined) return
  const age = step.atMs - rate.lastMs
  const why = `${id} was quoted at ${quote.id}, ${age / second} seconds before`
  const expectLabel = (statement: StatementId, holds: boolean, because: string): boolean =>
    checks.that(statement, holds, () => ({ expected: `a label: ${because}`, seen: code, why }))
  if (age >= rateValidMs + roundingMs) {
    const isForgotten = code === 'RATE.NOT_FOUND' && (age > rateValidMs + rememberedMs || rate.isUsed)
    // If several errors apply, the specification does not say which comes first.
    if (isForgotten || /^(?:WALLET|LABEL|CARRIER)\./.test(code)) return
    checks.error('STATES-4', 'RATE.EXPIRED', code, why)
    return
  }
  // A service may store whole seconds, and without a control protocol the clocks of service and harness may differ by seconds.
  const mayBeOld =
    step.atMs - rate.firstMs > (faultState.isControlled ? rateValidMs - 1 : rateValidMs - 10 * roundingMs)
  // The specification does not say whether a repeated rate is valid for longer, but no quote may contain an expired rate.
  const wasHandedOutOld = rate.lastMs - rate.firstMs >= rateValidMs + roundingMs && age <= 10 * roundingMs
  if (mayBeOld && !wasHandedOutOld) return
  expectLabel('RESOURCES-46', code !== 'RATE.EXPIRED', 'a rate is valid for 15 minutes')
  if (rate.isUsed) return
  expectLabel('ENDPOINTS-32', code !== 'RATE.NOT_FOUND', 'a rate is kept for 15 minutes')
  const mayFail = !faultState.isControlled || labelsMayFail(faultState, step.client)
  if (mayFail || !sold.includes(sale.soldAs)) return
  const wasSold = `${rate.carrier} ${rate.service} was sold for the same shipment before`
  expectLabel('STATES-5', code.startsWith('WALLET.'), wasSold)
}
