import type { QuoteRecord } from '../accounts/records/quotes.ts'
import { type Carrier, carriers, type Service } from '../carriers/carrier.ts'
import { isOffered } from '../carriers/coverage.ts'
import { quoteService } from '../carriers/quote.ts'
import { findRoute } from '../carriers/route.ts'
import { type Call, requireVisible } from '../requests/call.ts'
import { fail } from '../specification/errors.ts'
import { rateValidForMs } from '../specification/operations.ts'
import { parseRateId } from './rate-id.ts'

/** How long an expired rate is still recognised as expired (choices 27). */
export const expiredKnownForMs = 24 * 3_600_000

/** A quoted rate with its quote. */
export interface QuotedRate {
  readonly quote: QuoteRecord
  readonly carrier: Carrier
  readonly service: Service
  readonly rateCents: number
  /** The connected carrier account that it comes from; null for the platform's own. */
  readonly carrierAccountId: string | null
}

/** The rate with this id. Throws RATE.NOT_FOUND, or RATE.EXPIRED after 15 minutes (choices 16, 27). */
export function findRate(call: Call, rateId: string): QuotedRate {
  const parsed = parseRateId(rateId)
  if (parsed === undefined) return fail('RATE.NOT_FOUND')
  const { quoteId, place } = parsed
  const quote = requireVisible(call, call.context.state.quotes.get(quoteId), 'RATE.NOT_FOUND')
  const ageMs = call.nowMs - quote.createdAtMs
  if (ageMs > rateValidForMs + expiredKnownForMs) return fail('RATE.NOT_FOUND')
  if (ageMs > rateValidForMs || 'expired' in quote) return fail('RATE.EXPIRED')
  const carrier = carriers[place.carrierIndex]
  const service = carrier?.services[place.serviceIndex]
  const carrierAccountId = place.accountIndex === 0 ? null : quote.carrierAccounts[place.accountIndex - 1]
  if (carrier === undefined || service === undefined || carrierAccountId === undefined) {
    return fail('RATE.NOT_FOUND')
  }
  // The id must be one of those in the rates response.
  const wasOffered =
    quote.carriers.includes(carrier.name) &&
    isOffered(service, findRoute(quote.from, quote.to)) &&
    isOfCarrier(call, carrierAccountId, carrier)
  if (!wasOffered) return fail('RATE.NOT_FOUND')
  const { rateCents } = quoteService(carrier, service, {
    from: quote.from,
    to: quote.to,
    parcel: quote.parcel,
    shipAtMs: quote.createdAtMs,
    accountType: carrierAccountId === null ? 'platform' : 'byoa',
  })
  return { quote, carrier, service, rateCents, carrierAccountId }
}

/** Whether a connected account belongs to this carrier; true if it no longer exists. */
function isOfCarrier({ context }: Call, carrierAccountId: string | null, carrier: Carrier): boolean {
  if (carrierAccountId === null) return true
  const account = context.state.carrierAccounts.get(carrierAccountId)
  return account === undefined || account.carrier === carrier.name
}
