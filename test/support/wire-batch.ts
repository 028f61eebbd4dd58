import { z } from 'zod'
import { carrier, cents, id } from './wire.ts'

const address = z.strictObject({
  name: z.string(),
  company: z.string().optional(),
  street1: z.string(),
  street2: z.string().optional(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  phone: z.string().optional(),
  email: z.string().optional(),
})

const item = z.strictObject({
  from_address: address,
  to_address: address,
  parcel: z.strictObject({
    weight_oz: z.number(),
    length: z.number(),
    width: z.number(),
    height: z.number(),
  }),
  rate_id: z.string().optional(),
  carrier,
  service: z.string(),
  rate_cents: z.int().positive(),
  status: z.enum(['pending', 'purchased', 'failed']),
  label_id: id('lbl').nullable(),
  error: z
    .strictObject({ code: z.string(), message: z.string(), raw_carrier_error: z.string().optional() })
    .nullable(),
})

const progress = {
  id: id('bat'),
  status: z.enum(['created', 'processing', 'completed']),
  total_cost_cents: cents,
  wallet_balance_after_cents: cents,
  estimated_completion_percentage: z.number().min(0).max(100),
  estimated_time_remaining_seconds: z.number().nonnegative(),
}

/** The response to a batch purchase. */
export const batchStart = z.strictObject(progress)

/** A batch as its creation and its reading answer it. */
export const batch = z.strictObject({ ...progress, items: z.array(item) })
