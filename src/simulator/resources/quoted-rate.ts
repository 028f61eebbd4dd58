import type { QuoteRecord } from '../accounts/records/quotes.ts'
import { type Carrier, carriers, type Service } from '../carriers/carrier.ts'
import { isOffered } from '../carriers/coverage.ts'
import { quoteService } from '../carriers/quote.ts'
import { findRoute } from '../carriers/route.ts'
import { type Call, requireVisible } from '../requests/call.ts'
import { fail } from '../specification/errors.ts'
import { rateValidForMs } from '../specification/operations.ts'
import { parseRateId } from './rate-id.ts'

/** How long an expired rate is still known as one (choices 27). */
export const expiredKnownForMs = 24 * 3_600_000

/** A rate as it was quoted, with what the service keeps of it. */
export interface QuotedRate {
  readonly quote: QuoteRecord
  readonly carrier: Carrier
  readonly service: Service
  readonly rateCents: number
  /** The connected carrier account it is from; null for the platform's own. */
  readonly carrierAccountId: string | null
}

/** The rate of an id while it can be bought: RATE.NOT_FOUND, RATE.EXPIRED after 15 minutes (choices 16, 27). */
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
  // A place that the rates response did not hold.
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

/** Whether a connected account, as far as it is still there, is one with this carrier. */
function isOfCarrier({ context }: Call, carrierAccountId: string | null, carrier: Carrier): boolean {
  if (carrierAccountId === null) return true
  const account = context.state.carrierAccounts.get(carrierAccountId)
  return account === undefined || account.carrier === carrier.name
}
