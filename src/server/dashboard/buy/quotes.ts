import type { Context } from '../../../simulator/accounts/context.ts'
import type { FailedCarrierBody, RateBody } from '../../../simulator/bodies/rates.ts'
import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { rateValidForMs } from '../../../simulator/specification/operations.ts'

/** The rates in the response to a logged request, with the parcel that they are for. */
export interface Quote {
  readonly entry: LoggedRequest
  readonly from: object
  readonly to: object
  readonly parcel: object
  readonly rates: readonly RateBody[]
  readonly failed: readonly FailedCarrierBody[]
  readonly expiresAtMs: number
}

/**
 * Returns the rates of a logged request, found by its id or by the id of one of its rates; undefined if the log does
 * not have the request, or if it failed.
 */
export function readQuote(context: Context, id: string | null | undefined): Quote | undefined {
  if (!id) return undefined
  const entry = id.startsWith('rate_') ? findQuoteRequest(context, id) : context.requestLog.find(id)
  if (entry === undefined || entry.path !== '/v1/rates' || entry.status !== 200) return undefined
  try {
    const { from_address: from, to_address: to, parcel } = Object(JSON.parse(entry.requestBody ?? ''))
    const { rates = [], failed_carriers: failed = [] } = Object(JSON.parse(entry.responseBody ?? ''))
    const addresses = { from: Object(from), to: Object(to) }
    const expiresAtMs = entry.atMs + rateValidForMs
    return { entry, ...addresses, parcel: Object(parcel), rates, failed, expiresAtMs }
  } catch {
    // The log cuts a long body, so it may be no JSON.
    return undefined
  }
}

/** Finds the logged request whose response has a rate with this id. */
function findQuoteRequest({ requestLog }: Context, quoteId: string): LoggedRequest | undefined {
  for (const entry of requestLog.newest())
    if (entry.path === '/v1/rates' && entry.responseBody?.includes(`"${quoteId}`)) return entry
  return undefined
}
