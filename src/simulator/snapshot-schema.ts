import * as z from 'zod'
import { isErrorCode } from './errors.ts'
import { carrierNames } from './model.ts'
import { isScope } from './scopes.ts'
import { snapshotFormat, snapshotVersion } from './snapshot.ts'
import { textUpTo } from './text-field.ts'
import { latestInstantMs } from './timestamp.ts'

/** What a snapshot must look like before any of it is taken over: it may come from anywhere. */

/** As far as the clock goes, and what is due in the longest spans from there. */
const instant = z
  .int()
  .min(-latestInstantMs, 'is too long ago')
  .max(2 * latestInstantMs, 'is too far ahead')
const count = z.int().min(0)
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullable()
const text = textUpTo(2_048, { empty: true })
const environment = z.enum(['test', 'live'])
const carrier = z.enum(carrierNames)
const accountType = z.enum(['platform', 'byoa'])
const scope = z.string().refine(isScope, 'is no scope')
const errorCode = z.string().refine(isErrorCode, 'is no documented error code')
const trackingStatus = z.enum([
  'pre_transit',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'exception',
  'unknown',
])
const paymentMethod = z.enum(['valid', 'declined', 'none'])

const address = z.strictObject({
  name: text.optional(),
  company: text.optional(),
  street1: text,
  street2: text.optional(),
  city: text,
  state: text,
  zip: text,
  country: text,
  phone: text.optional(),
  email: text.optional(),
})

const measure = z.number().positive()
const parcel = z.strictObject({ weightOz: measure, lengthIn: measure, widthIn: measure, heightIn: measure })

const clock = z.strictObject({
  mode: z.enum(['realtime', 'frozen']),
  rate: z.number().positive(),
  baseMs: instant.max(latestInstantMs, 'is too far ahead'),
  baseRealMs: instant,
})

const wallet = z.strictObject({
  balanceCents: z.int(),
  paymentMethod,
  autoReload: optional(z.strictObject({ thresholdCents: count, amountCents: z.int().positive() })),
})

const ledgerLine = z.strictObject({
  id: text,
  atMs: instant,
  kind: z.enum(['opening', 'funding', 'auto_reload', 'charge', 'refund', 'adjustment']),
  amountCents: z.int(),
  balanceCents: z.int(),
  reference: optional(text),
})

const key = z.strictObject({
  id: text,
  value: z.string().regex(/^pr_(live|test)_[0-9a-f]{32}$/, 'is no API key'),
  environment,
  scopes: z.array(scope),
  createdAtMs: instant,
  expiresAtMs: optional(instant),
  revokedAtMs: optional(instant),
})

const quote = z.union([
  z.strictObject({ id: text, environment, createdAtMs: instant, expired: z.literal(true) }),
  z.strictObject({
    id: text,
    environment,
    createdAtMs: instant,
    from: address,
    to: address,
    parcel,
    carriers: z.array(carrier),
    carrierAccounts: z.array(text),
  }),
])

const shipment = z.strictObject({
  id: text,
  environment,
  labelId: text,
  createdAtMs: instant,
  from: address,
  to: address,
  parcel,
})

const label = z.strictObject({
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
  voidRequestedAtMs: optional(instant),
})

const journey = z.strictObject({
  trackingNumber: text,
  carrier: optional(carrier),
  environment: optional(environment),
  labelId: optional(text),
  leg: optional(
    z.strictObject({ script: text, startMs: instant, toldUntilMs: optional(instant), change: count }),
  ),
  events: z.array(
    z.strictObject({
      atMs: instant,
      status: trackingStatus,
      message: text,
      location: optional(text),
      moving: z.boolean(),
      change: count,
    }),
  ),
  pickedUpAtMs: optional(instant),
  changes: count,
})

const tracker = z.strictObject({
  id: text,
  environment,
  trackingNumber: text,
  carrier,
  registeredAtMs: instant,
  nextPollAtMs: instant,
  polledAtMs: optional(instant),
  changesSeen: count,
})

const batch = z.strictObject({
  id: text,
  environment,
  status: z.enum(['created', 'processing', 'completed']),
  itemCount: count,
  doneCount: count,
  totalCostCents: count,
  balanceAfterCents: z.int(),
  createdAtMs: instant,
  boughtAtMs: optional(instant),
  nextStepAtMs: optional(instant),
})

const batchItem = z.strictObject({
  from: address,
  to: address,
  parcel,
  carrier,
  service: text,
  rateCents: count,
  rateId: optional(text),
  status: z.enum(['pending', 'purchased', 'failed']),
  labelId: optional(text),
  error: optional(z.strictObject({ code: errorCode, message: text })),
})

const delivery = z.strictObject({
  id: text,
  environment,
  labelId: text,
  url: text,
  signingSecret: text,
  body: textUpTo(64 * 1024, { empty: true }),
  status: z.enum(['pending', 'succeeded', 'failed']),
  attempts: z.array(
    z.strictObject({ atMs: instant, responseCode: optional(z.int()), failure: optional(text) }),
  ),
  scheduledAttempts: count,
  createdAtMs: instant,
  nextAttemptAtMs: optional(instant),
  redeliverAtMs: optional(instant),
  delayed: z.boolean(),
})

const carrierAccount = z.strictObject({
  id: text,
  carrier,
  nickname: text,
  credentials: z.enum(['valid', 'rejected']),
  connectedAtMs: instant,
})

const fault = z
  .strictObject({
    id: text,
    target: text,
    operation: text,
    mode: text,
    code: optional(errorCode),
    phase: z.enum(['before', 'after']),
    status: optional(z.int()),
    latencyMs: optional(count),
    message: optional(text),
    probability: z.number().min(0).max(1),
    times: optional(count),
    after: count,
    createdAtMs: instant,
    startsAtMs: instant,
    endsAtMs: optional(instant),
    seen: count,
    hits: count,
    scenario: optional(text),
  })
  .refine(({ createdAtMs, startsAtMs }) => startsAtMs >= createdAtMs, {
    path: ['startsAtMs'],
    error: 'must not be before createdAtMs',
  })
  .refine(({ startsAtMs, endsAtMs }) => endsAtMs === null || endsAtMs > startsAtMs, {
    path: ['endsAtMs'],
    error: 'must be after startsAtMs',
  })

const scenarioStep = z.strictObject({
  id: text,
  scenario: text,
  dueMs: instant,
  wallet: z.strictObject({
    balance_cents: count.optional(),
    payment_method: paymentMethod.optional(),
    auto_reload: optional(
      z.strictObject({ threshold_cents: count, amount_cents: z.int().positive() }),
    ).optional(),
  }),
})

const only = <Schema extends z.ZodType>(schema: Schema) => z.strictObject({ it: schema })
const byId = <Schema extends z.ZodType>(schema: Schema) => z.record(text, schema)

export const snapshotSchema = z.strictObject({
  format: z.literal(snapshotFormat, { error: `must be ${snapshotFormat}` }),
  version: z.literal(snapshotVersion, { error: `must be ${snapshotVersion}, the one this version reads` }),
  account: text,
  seed: text,
  ids_of: text,
  collections: z.strictObject({
    clock: only(clock),
    wallet: only(wallet),
    webhook: only(z.strictObject({ url: optional(text), signingSecret: optional(text) })),
    counters: byId(count),
    keys: byId(key),
    limit_windows: byId(z.strictObject({ openedAtMs: instant, count })),
    quotes: byId(quote),
    labels: byId(label),
    shipments: byId(shipment),
    journeys: byId(journey),
    trackers: byId(tracker),
    batches: byId(batch),
    batch_items: byId(batchItem),
    ledger: byId(ledgerLine),
    deliveries: byId(delivery),
    carrier_accounts: byId(carrierAccount),
    faults: byId(fault),
    scenario_steps: byId(scenarioStep),
  }),
})
