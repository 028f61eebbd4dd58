import * as z from 'zod'
import { address, carrier, environment, instant, parcel, text } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type QuoteRecord = ReadonlyRecord<typeof openQuote>
export type ExpiredQuoteRecord = ReadonlyRecord<typeof expiredQuote>

/** The facts about one rates response. From them its rates are computed again when a rate is bought. */
const openQuote = z.strictObject({
  id: text,
  environment,
  createdAtMs: instant,
  from: address,
  to: address,
  parcel,
  /** The carriers that gave rates. */
  carriers: z.array(carrier),
  /** The ids of the carrier accounts that gave rates. A rate id contains an index into this list. */
  carrierAccounts: z.array(text),
})

/** A quote whose rates have expired, with only the fields that a RATE.EXPIRED response needs. */
const expiredQuote = z.strictObject({
  id: text,
  environment,
  createdAtMs: instant,
  expired: z.literal(true),
})

export const quote = z.union([expiredQuote, openQuote])
