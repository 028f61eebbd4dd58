import * as z from 'zod'
import {
  accountType,
  address,
  carrier,
  count,
  environment,
  instant,
  nullable,
  parcel,
  text,
} from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type ShipmentRecord = ReadonlyRecord<typeof shipment>
export type LabelRecord = ReadonlyRecord<typeof label>

export const shipment = z.strictObject({
  id: text,
  environment,
  labelId: text,
  createdAtMs: instant,
  from: address,
  to: address,
  parcel,
})

export const label = z.strictObject({
  id: text,
  environment,
  shipmentId: text,
  trackingNumber: text,
  carrier,
  service: text,
  accountType,
  rateCents: count,
  balanceAfterCents: z.int(),
  createdAtMs: instant,
  voidRequestedAtMs: nullable(instant),
})
