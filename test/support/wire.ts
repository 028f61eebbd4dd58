import { z } from 'zod'

/** The bodies the service documents, each with these fields and no others. */

const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const date = z.string().regex(/^\d{4}-\d\d-\d\d$/)
export const cents = z.int().nonnegative()

export function id(prefix: string) {
  return z.string().regex(new RegExp(`^${prefix}_[a-z0-9]{24}$`))
}

export const carrier = z.enum(['USPS', 'UPS', 'FedEx', 'DHL'])

const trackingStatus = z.enum([
  'pre_transit',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'exception',
  'unknown',
])

const rate = z.strictObject({
  id: id('rate'),
  carrier,
  service: z.string().min(1),
  rate_cents: z.int().positive(),
  carrier_eta: date,
  carbon_grams: z.int().positive(),
  account_type: z.enum(['platform', 'byoa']),
})
export type Rate = z.infer<typeof rate>

const failedCarrier = z.strictObject({ carrier, code: z.string(), message: z.string().min(1) })

export const rates = z.strictObject({
  rates: z.array(rate),
  failed_carriers: z.array(failedCarrier).min(1).optional(),
})

const completeAddress = z.strictObject({
  name: z.string().min(1),
  street: z.string().min(1),
  street1: z.string().min(1),
  street2: z.string().nullable(),
  city: z.string().min(1),
  // Empty in a country that has no states.
  state: z.string(),
  zip: z.string().min(1),
  country: z.string().min(1),
  phone: z.string().min(1),
  email: z.string().min(1),
})

export const label = z.strictObject({
  id: id('lbl'),
  tracking_number: z.string().min(1),
  label_url: z.url(),
  carrier,
  service: z.string().min(1),
  rate_cents: z.int().positive(),
  sandbox: z.boolean(),
  wallet_balance_after_cents: cents,
  from_address: completeAddress,
  to_address: completeAddress,
  created_at: timestamp,
})

const voidStatus = { void_status: z.literal('requested').nullable(), void_requested_at: timestamp.nullable() }

export const labelDetails = z.strictObject({ ...label.shape, ...voidStatus })
export const labelVoid = z.strictObject({ id: id('lbl'), ...voidStatus })

export const tracker = z.strictObject({
  id: id('trk'),
  tracking_number: z.string().min(1),
  carrier,
  status: trackingStatus,
  events: z.array(
    z.strictObject({
      status: trackingStatus,
      status_detail: z.string().min(1),
      timestamp,
      location: z.string().min(1).nullable(),
    }),
  ),
})

const plainAddress = z.strictObject({
  name: z.string().nullable(),
  street1: z.string(),
  street2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  company: z.string().optional(),
  phone: z.string().optional(),
  email: z.string().optional(),
})

export const validation = z.strictObject({
  valid: z.literal(true),
  residential: z.boolean(),
  address: plainAddress,
})

export const carrierAccount = z.strictObject({
  id: id('ca'),
  carrier,
  nickname: z.string().min(1),
  status: z.enum(['active', 'rejected']),
  connected_at: timestamp,
})

export const carrierAccounts = z.strictObject({ carrier_accounts: z.array(carrierAccount) })

export const wallet = z.strictObject({
  balance_cents: cents,
  currency: z.literal('USD'),
  unlimited: z.boolean(),
  auto_reload: z.strictObject({
    enabled: z.boolean(),
    threshold_cents: cents.nullable(),
    amount_cents: cents.nullable(),
  }),
  payment_method: z.enum(['valid', 'declined', 'none']),
})

/** A delivery log entry as the service lists it. */
const delivery = z.strictObject({
  id: id('whd'),
  event: z.literal('label.created'),
  label_id: id('lbl'),
  status: z.enum(['pending', 'succeeded', 'failed']),
  response_code: z.int().nullable(),
  attempts: z.int().nonnegative(),
  created_at: timestamp,
  last_attempt_at: timestamp.nullable(),
  next_attempt_at: timestamp.nullable(),
})

export const deliveries = z.strictObject({ deliveries: z.array(delivery) })

export const webhookEvent = z.strictObject({
  event: z.literal('label.created'),
  data: z.strictObject({
    id: id('lbl'),
    carrier,
    service: z.string().min(1),
    tracking_number: z.string().min(1),
    rate_cents: z.int().positive(),
    label_url: z.url(),
    created_at: timestamp,
  }),
  timestamp,
})

/** An error: the members all have, and those that a few codes have beside them. */
export const envelope = z.strictObject({
  error: z.strictObject({
    code: z.string().regex(/^[A-Z_]+\.[A-Z_]+\.[A-Z_]+$|^[A-Z_]+\.[A-Z_]+$/),
    message: z.string().min(1),
    suggestion: z.string().min(1),
    docs_url: z.url(),
    request_id: id('req'),
    field: z.string().min(1).optional(),
    required_scope: z.string().optional(),
    key_scopes: z.array(z.string()).optional(),
    raw_carrier_error: z.string().min(1).optional(),
    suggestions: z.array(plainAddress).min(2).optional(),
  }),
})
