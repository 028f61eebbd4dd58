import type { Context } from '../accounts/context.ts'
import type { QuoteRecord } from '../accounts/records/quotes.ts'
import type { FailedCarrierBody, RateBody, RatesBody } from '../bodies/rates.ts'
import { type Carrier, carriers } from '../carriers/carrier.ts'
import { isServiceOffered } from '../carriers/coverage.ts'
import { quoteCarrier } from '../carriers/quote.ts'
import { findRoute } from '../carriers/route.ts'
import { findCarrierFailure } from '../faults/carrier-failure.ts'
import type { Call } from '../requests/call.ts'
import { type CarrierMagic, findRequestedCode, type Magic, magicCodes, readMagic } from '../requests/magic.ts'
import { fail } from '../specification/errors.ts'
import type { Address, CarrierName, Parcel } from '../specification/model.ts'
import { rateValidForMs } from '../specification/operations.ts'
import { buildRateId } from './rate-id.ts'

export interface RatesInput {
  readonly from: Address
  readonly to: Address
  readonly parcel: Parcel
}

/** Returns the rates of all carriers that respond (specification, POST /v1/rates; choices 23 to 27). */
export function createRates(call: Call, input: RatesInput): RatesBody {
  const magic = readAddressMagic(call.context, input)
  const asked = findRequestedCode(magic, magicCodes.rates)
  if (asked !== undefined) {
    call.noteDecision(`sim:${asked}`)
    fail(asked)
  }
  const failing = magic.flatMap((word) => word.carriers)
  const responses = requestRates(call, failing)
  if (responses.carriers.length === 0) fail('RATE.CARRIER.UNAVAILABLE')
  const rates = quoteRates(call.context, storeQuote(call, input, responses))
  const { failures } = responses
  return failures.length === 0 ? { rates } : { rates, failed_carriers: failures }
}

/**
 * Returns the magic values of both addresses; empty if magic values are off. Throws VALIDATION.FIELD.INVALID for an
 * unknown magic word.
 */
export function readAddressMagic(
  context: Context,
  { from, to }: Pick<RatesInput, 'from' | 'to'>,
  at = '',
): readonly Magic[] {
  if (!context.settings.magic) return []
  return [readMagic(from, `${at}from_address.`), readMagic(to, `${at}to_address.`)]
}

/** The carriers that gave rates, the ids of the connected carrier accounts that gave rates, and all failures. */
interface CarrierResponses {
  readonly carriers: CarrierName[]
  readonly carrierAccounts: string[]
  readonly failures: FailedCarrierBody[]
}

/**
 * Requests the rates of all carriers. A carrier that fails does not change the rates of other carriers. `failing` lists
 * the carriers that a magic value makes fail.
 */
function requestRates(call: Call, failing: readonly CarrierMagic[]): CarrierResponses {
  const connected = [...call.context.state.carrierAccounts.values()]
  const responses: CarrierResponses = { carriers: [], carrierAccounts: [], failures: [] }
  for (const { name: carrier } of carriers) {
    const failed = findCarrierFailure(call, { carrier, operation: 'rates', magic: failing })
    if (failed !== undefined) {
      const { code, message } = failed
      responses.failures.push({ carrier, code: code ?? 'RATE.CARRIER.UNAVAILABLE', message })
      continue
    }
    responses.carriers.push(carrier)
    for (const account of connected) {
      if (account.carrier !== carrier) continue
      if (account.credentials === 'valid') responses.carrierAccounts.push(account.id)
      else
        responses.failures.push({
          carrier,
          code: 'CARRIER.ACCOUNT.INVALID_CREDENTIALS',
          message: `The credentials of the connected account "${account.nickname}" were rejected.`,
        })
    }
  }
  return responses
}

function storeQuote(
  call: Call,
  input: RatesInput,
  { carriers, carrierAccounts }: CarrierResponses,
): QuoteRecord {
  const { context, nowMs, environment } = call
  const quote: QuoteRecord = {
    id: context.random.drawId('rate').slice(0, -2),
    environment,
    createdAtMs: nowMs,
    from: input.from,
    to: input.to,
    parcel: input.parcel,
    carriers,
    carrierAccounts,
  }
  context.state.quotes.set(quote.id, quote)
  scheduleExpiry(context, quote)
  return quote
}

/**
 * Schedules the expiry of the rates of a quote. Rates are valid up to and including 15:00.000 minutes, so they expire a
 * millisecond later (choices 27).
 */
export function scheduleExpiry(
  { timeline }: Context,
  { id, createdAtMs }: Pick<QuoteRecord, 'id' | 'createdAtMs'>,
): void {
  timeline.schedule({ dueMs: createdAtMs + rateValidForMs + 1, kind: 'rate_expiry', id })
}

/** Returns the rates of a quote, cheapest first (choices 24). */
function quoteRates(context: Context, quote: QuoteRecord): RateBody[] {
  const { from, to, parcel, createdAtMs: shipAtMs } = quote
  const rates: RateBody[] = []
  for (const source of listRateSources(context, quote)) {
    const accountType = source.accountIndex === 0 ? 'platform' : 'byoa'
    for (const offer of quoteCarrier(source.carrier, { from, to, parcel, shipAtMs, accountType }))
      rates.push({
        id: buildIdOfQuotedRate(quote, source, offer.serviceIndex),
        carrier: offer.carrier,
        service: offer.service,
        rate_cents: offer.rateCents,
        carrier_eta: offer.carrierEta,
        carbon_grams: offer.carbonGrams,
        account_type: accountType,
      })
  }
  return rates.sort(compareByPrice)
}

function compareByPrice(a: RateBody, b: RateBody): number {
  return (
    a.rate_cents - b.rate_cents || compareTexts(a.carrier, b.carrier) || compareTexts(a.service, b.service)
  )
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** A carrier that gave rates of a quote: on the platform's account (index 0) or on a connected carrier account. */
interface Source {
  readonly carrier: Carrier
  readonly carrierIndex: number
  readonly accountIndex: number
}

function listRateSources({ state }: Context, quote: QuoteRecord): Source[] {
  const sources: Source[] = []
  carriers.forEach((carrier, carrierIndex) => {
    if (!quote.carriers.includes(carrier.name)) return
    sources.push({ carrier, carrierIndex, accountIndex: 0 })
    quote.carrierAccounts.forEach((id, index) => {
      if (state.carrierAccounts.get(id)?.carrier === carrier.name)
        sources.push({ carrier, carrierIndex, accountIndex: index + 1 })
    })
  })
  return sources
}

/** Returns the id of each rate of a quote, with the names of carrier and service. It computes no prices. */
export function listRateNames(
  context: Context,
  quote: QuoteRecord,
): { readonly id: string; readonly name: string }[] {
  const route = findRoute(quote.from, quote.to)
  return listRateSources(context, quote).flatMap((source) =>
    source.carrier.services.flatMap((service) =>
      isServiceOffered(service, route)
        ? [
            {
              id: buildIdOfQuotedRate(quote, source, service.index),
              name: `${source.carrier.name} ${service.name}`,
            },
          ]
        : [],
    ),
  )
}

function buildIdOfQuotedRate(
  quote: QuoteRecord,
  { carrierIndex, accountIndex }: Source,
  serviceIndex: number,
): string {
  return buildRateId(quote.id, { carrierIndex, serviceIndex, accountIndex })
}
