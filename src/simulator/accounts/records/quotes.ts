import * as z from 'zod'
import { address, carrier, environment, instant, parcel, text } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type QuoteRecord = ReadonlyRecord<typeof openQuote>
export type ExpiredQuoteRecord = ReadonlyRecord<typeof expiredQuote>

/** One rates response; its rates are computed from it again when one is bought. */
const openQuote = z.strictObject({
  id: text,
  environment,
  createdAtMs: instant,
  from: address,
  to: address,
  parcel,
  /** Carriers that gave rates. */
  carriers: z.array(carrier),
  /** Connected carrier accounts that gave rates, in the order of their place in a rate's id. */
  carrierAccounts: z.array(text),
})

/** What is left of a quote once its rates have expired: enough to answer RATE.EXPIRED. */
const expiredQuote = z.strictObject({
  id: text,
  environment,
  createdAtMs: instant,
  expired: z.literal(true),
})

export const quote = z.union([expiredQuote, openQuote])
