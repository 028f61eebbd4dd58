import type { Context } from '../accounts/context.ts'
import type { CarrierAccountRecord } from '../accounts/records/carrier-accounts.ts'
import type { QuoteRecord } from '../accounts/records/quotes.ts'
import type { FailedCarrierBody, RateBody, RatesBody } from '../bodies/rates.ts'
import { type Carrier, carriers } from '../carriers/carrier.ts'
import { isServiceOffered } from '../carriers/coverage.ts'
import { quoteCarrier } from '../carriers/quote.ts'
import { findRoute } from '../carriers/route.ts'
import { type CarrierFailure, findCarrierFailure } from '../faults/carrier-failure.ts'
import type { Call } from '../requests/call.ts'
import { type CarrierMagic, findRequestedCode, type Magic, magicCodes, readMagic } from '../requests/magic.ts'
import { fail } from '../specification/errors.ts'
import type { Address, Parcel } from '../specification/model.ts'
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
  const connected = [...call.context.state.carrierAccounts.values()]
  const responses = carriers.map((carrier) => requestRates(call, carrier, { failing, connected }))
  const failedCarriers = responses.flatMap(({ failures }) => failures)
  const available = responses.filter(({ failed }) => failed === undefined)
  if (available.length === 0) fail('RATE.CARRIER.UNAVAILABLE')
  const quote = storeQuote(call, input, {
    carriers: available.map(({ carrier }) => carrier.name),
    carrierAccounts: available.flatMap(({ accounts }) => accounts.map(({ id }) => id)),
  })
  const rates = quoteRates(call.context, quote)
  return failedCarriers.length === 0 ? { rates } : { rates, failed_carriers: failedCarriers }
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

interface CarrierResponse {
  readonly carrier: Carrier
  readonly failed: CarrierFailure | undefined
  readonly failures: readonly FailedCarrierBody[]
  /** The connected carrier accounts whose rates are listed besides the platform's. */
  readonly accounts: readonly CarrierAccountRecord[]
}

/** Requests the rates of one carrier. A failure of one carrier never affects another's result. */
function requestRates(
  call: Call,
  carrier: Carrier,
  {
    failing,
    connected,
  }: {
    /** The carriers that a magic value makes fail. */
    readonly failing: readonly CarrierMagic[]
    /** The connected carrier accounts of all carriers. */
    readonly connected: readonly CarrierAccountRecord[]
  },
): CarrierResponse {
  const failed = findCarrierFailure(call, { carrier: carrier.name, operation: 'rates', magic: failing })
  if (failed !== undefined) {
    const failure = {
      carrier: carrier.name,
      code: failed.code ?? 'RATE.CARRIER.UNAVAILABLE',
      message: failed.message,
    }
    return { carrier, failed, failures: [failure], accounts: [] }
  }
  const own = connected.filter((account) => account.carrier === carrier.name)
  const rejected = own.filter(({ credentials }) => credentials === 'rejected')
  return {
    carrier,
    failed,
    failures: rejected.map(({ nickname }) => ({
      carrier: carrier.name,
      code: 'CARRIER.ACCOUNT.INVALID_CREDENTIALS',
      message: `The credentials of the connected account "${nickname}" were rejected.`,
    })),
    accounts: own.filter(({ credentials }) => credentials === 'valid'),
  }
}

function storeQuote(
  call: Call,
  input: RatesInput,
  sources: Pick<QuoteRecord, 'carriers' | 'carrierAccounts'>,
): QuoteRecord {
  const { context, nowMs, environment } = call
  const quote: QuoteRecord = {
    id: context.random.nextId('rate').slice(0, -2),
    environment,
    createdAtMs: nowMs,
    from: input.from,
    to: input.to,
    parcel: input.parcel,
    ...sources,
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
  for (const source of listSources(context, quote)) {
    const accountType = source.accountIndex === 0 ? 'platform' : 'byoa'
    for (const offer of quoteCarrier(source.carrier, { from, to, parcel, shipAtMs, accountType }))
      rates.push({
        id: buildIdOfRate(quote, source, offer.serviceIndex),
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

function listSources({ state }: Context, quote: QuoteRecord): Source[] {
  const sources: Source[] = []
  for (const [carrierIndex, carrier] of carriers.entries()) {
    if (!quote.carriers.includes(carrier.name)) continue
    sources.push({ carrier, carrierIndex, accountIndex: 0 })
    for (const [index, id] of quote.carrierAccounts.entries()) {
      if (state.carrierAccounts.get(id)?.carrier !== carrier.name) continue
      sources.push({ carrier, carrierIndex, accountIndex: index + 1 })
    }
  }
  return sources
}

/** Returns the ids of a quote's rates, each with its carrier and service as the name; computes no prices. */
export function listRateNames(
  context: Context,
  quote: QuoteRecord,
): { readonly id: string; readonly name: string }[] {
  const route = findRoute(quote.from, quote.to)
  return listSources(context, quote).flatMap((source) =>
    source.carrier.services.flatMap((service) =>
      isServiceOffered(service, route)
        ? [
            {
              id: buildIdOfRate(quote, source, service.index),
              name: `${source.carrier.name} ${service.name}`,
            },
          ]
        : [],
    ),
  )
}

function buildIdOfRate(
  quote: QuoteRecord,
  { carrierIndex, accountIndex }: Source,
  serviceIndex: number,
): string {
  return buildRateId(quote.id, { carrierIndex, serviceIndex, accountIndex })
}
