import type { Context } from '../../../simulator/accounts/context.ts'
import type { FailedCarrierBody, RateBody } from '../../../simulator/bodies/rates.ts'
import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { rateValidForMs } from '../../../simulator/specification/operations.ts'

/** The rates that a logged request was answered with. */
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
 * Returns the rates of a request, by its id or that of the quote, with which each id of its rates begins; undefined if
 * the log does not have it, or it brought none.
 */
export function readQuote(context: Context, id: string | null | undefined): Quote | undefined {
  if (!id) return undefined
  const entry = id.startsWith('rate_') ? findByRates(context, id) : context.requestLog.find(id)
  if (entry === undefined || entry.path !== '/v1/rates' || entry.status !== 200) return undefined
  try {
    const sent = Object(JSON.parse(entry.requestBody ?? ''))
    const { rates = [], failed_carriers = [] } = Object(JSON.parse(entry.responseBody ?? ''))
    const { from_address, to_address, parcel } = sent
    return {
      entry,
      from: Object(from_address),
      to: Object(to_address),
      parcel: Object(parcel),
      rates,
      failed: failed_carriers,
      expiresAtMs: entry.atMs + rateValidForMs,
    }
  } catch {
    // The log cuts a long body, which is no JSON then.
    return undefined
  }
}

function findByRates({ requestLog }: Context, quoteId: string): LoggedRequest | undefined {
  for (const entry of requestLog.newest())
    if (entry.path === '/v1/rates' && entry.responseBody?.includes(`"${quoteId}`)) return entry
  return undefined
}
