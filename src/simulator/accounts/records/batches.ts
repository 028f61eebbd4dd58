import * as z from 'zod'
import { address, carrier, count, environment, errorCode, instant, nullable, parcel, text } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type BatchRecord = ReadonlyRecord<typeof batch>
export type BatchItemRecord = ReadonlyRecord<typeof batchItem>

export const batch = z.strictObject({
  id: text,
  environment,
  status: z.enum(['created', 'processing', 'completed']),
  itemCount: count,
  doneCount: count,
  totalCostCents: count,
  balanceAfterCents: z.int(),
  createdAtMs: instant,
  boughtAtMs: nullable(instant),
  nextStepAtMs: nullable(instant),
  /**
   * The URL at which the client sent the request that bought the batch. The webhook events of its labels contain this
   * URL.
   */
  baseUrl: text.exactOptional(),
})

export const batchItem = z.strictObject({
  from: address,
  to: address,
  parcel,
  carrier,
  service: text,
  rateCents: count,
  rateId: nullable(text),
  /** The connected carrier account of the item's rate, if the rate could be bought when the batch was created. */
  carrierAccountId: text.exactOptional(),
  status: z.enum(['pending', 'purchased', 'failed']),
  labelId: nullable(text),
  error: nullable(z.strictObject({ code: errorCode, message: text, rawCarrierError: text.exactOptional() })),
})
