import type { Context } from '../../accounts/context.ts'
import type { ExpiredQuoteRecord, QuoteRecord } from '../../accounts/records/quotes.ts'
import { type CarrierRefusal, findCarrierRefusal } from '../../carriers/acceptance.ts'
import { type Carrier, carriers, type Service } from '../../carriers/carrier.ts'
import { isServiceOffered } from '../../carriers/coverage.ts'
import { quoteService } from '../../carriers/quote.ts'
import { findRoute } from '../../carriers/route.ts'
import { type Call, requireVisibleResource } from '../../requests/call.ts'
import { fail } from '../../specification/errors.ts'
import { rateValidForMs } from '../../specification/operations.ts'
import { parseRateId, type RatePlace } from '../rate-id.ts'

/** How long an expired rate is still recognised as expired (choices 27). */
export const expiredRateKnownForMs = 24 * 3_600_000

/** One rate of a quote, with the quote. */
export interface QuotedRate {
  readonly quote: QuoteRecord
  readonly carrier: Carrier
  readonly service: Service
  readonly rateCents: number
  /** The connected carrier account of the rate; null for the platform's own account. */
  readonly carrierAccountId: string | null
}

/**
 * Returns the rate with this id. Throws RATE.NOT_FOUND, or RATE.EXPIRED after 15 minutes (choices 16, 27).
 */
export function findRate(call: Call, rateId: string): QuotedRate {
  const found = findQuote(call, rateId)
  requireVisibleResource(call, found?.quote, 'RATE.NOT_FOUND')
  const rate = found === undefined ? 'RATE.NOT_FOUND' : findQuotedRate(call, found)
  return typeof rate === 'string' ? fail(rate) : rate
}

/**
 * Returns the rate with this id if it can be bought; undefined for an unknown or expired id, and for a live
 * key on a sandbox rate (choices 16, 41). Throws AUTH.KEY.SANDBOX_IN_PRODUCTION for a test key on a live
 * rate.
 */
export function findValidRate(call: Call, rateId: string): QuotedRate | undefined {
  const found = findQuote(call, rateId)
  const rate = found === undefined ? 'RATE.NOT_FOUND' : findQuotedRate(call, found)
  if (typeof rate === 'string') return undefined
  if (rate.quote.environment === call.environment) return rate
  return call.environment === 'test' ? fail('AUTH.KEY.SANDBOX_IN_PRODUCTION') : undefined
}

/**
 * Returns why the carrier would refuse to make the label of this rate; undefined if the carrier would accept it, or if
 * the rate has expired.
 */
export function findRateRefusal({ state }: Context, rateId: string): CarrierRefusal | undefined {
  const { quoteId, place } = parseRateId(rateId) ?? {}
  const quote = state.quotes.get(quoteId ?? '')
  if (place === undefined || quote === undefined || 'expired' in quote) return undefined
  const carrier = carriers[place.carrierIndex]
  return carrier && findCarrierRefusal(carrier, carrier.services[place.serviceIndex], quote)
}

interface FoundQuote {
  readonly quote: QuoteRecord | ExpiredQuoteRecord
  readonly place: RatePlace
}

/** Returns the quote whose id a rate id contains. It does not check whether the quote has the rate. */
function findQuote({ context }: Call, rateId: string): FoundQuote | undefined {
  const parsed = parseRateId(rateId)
  const quote = parsed && context.state.quotes.get(parsed.quoteId)
  return quote && { quote, place: parsed.place }
}

/** Returns the rate of a quote that a rate id stands for, or the error code that refuses its purchase. */
function findQuotedRate(
  call: Call,
  { quote, place }: FoundQuote,
): QuotedRate | 'RATE.NOT_FOUND' | 'RATE.EXPIRED' {
  const ageMs = call.nowMs - quote.createdAtMs
  if (ageMs > rateValidForMs + expiredRateKnownForMs) return 'RATE.NOT_FOUND'
  if (ageMs > rateValidForMs || 'expired' in quote) return 'RATE.EXPIRED'
  const carrier = carriers[place.carrierIndex]
  const service = carrier?.services[place.serviceIndex]
  const carrierAccountId = place.accountIndex === 0 ? null : quote.carrierAccounts[place.accountIndex - 1]
  if (carrier === undefined || service === undefined || carrierAccountId === undefined)
    return 'RATE.NOT_FOUND'
  // Whether the quote contained a rate with this id.
  const wasOffered =
    quote.carriers.includes(carrier.name) &&
    isServiceOffered(service, findRoute(quote.from, quote.to)) &&
    belongsToCarrier(call, carrierAccountId, carrier)
  if (!wasOffered) return 'RATE.NOT_FOUND'
  const { rateCents } = quoteService(carrier, service, {
    from: quote.from,
    to: quote.to,
    parcel: quote.parcel,
    shipAtMs: quote.createdAtMs,
    accountType: carrierAccountId === null ? 'platform' : 'byoa',
  })
  return { quote, carrier, service, rateCents, carrierAccountId }
}

/**
 * Whether a connected account belongs to this carrier. True for an account that no longer exists, because the purchase
 * refuses it later with another error.
 */
function belongsToCarrier({ context }: Call, carrierAccountId: string | null, carrier: Carrier): boolean {
  if (carrierAccountId === null) return true
  const account = context.state.carrierAccounts.get(carrierAccountId)
  return account === undefined || account.carrier === carrier.name
}
