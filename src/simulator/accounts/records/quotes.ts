import * as z from 'zod'
import { address, carrier, environment, instant, parcel, text } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type QuoteRecord = ReadonlyRecord<typeof openQuote>
export type ExpiredQuoteRecord = ReadonlyRecord<typeof expiredQuote>

/** One rates response. The rates are computed from it again when one is bought. */
const openQuote = z.strictObject({
  id: text,
  environment,
  createdAtMs: instant,
  from: address,
  to: address,
  parcel,
  /** The carriers that gave rates. */
  carriers: z.array(carrier),
  /** The connected carrier accounts that gave rates. A rate's id holds the position in this list. */
  carrierAccounts: z.array(text),
})

/** The rest of a quote whose rates have expired: enough to respond with RATE.EXPIRED. */
const expiredQuote = z.strictObject({
  id: text,
  environment,
  createdAtMs: instant,
  expired: z.literal(true),
})

export const quote = z.union([expiredQuote, openQuote])
