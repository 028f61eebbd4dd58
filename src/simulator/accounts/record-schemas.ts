import * as z from 'zod'
import { modeFields } from '../faults/fields.ts'
import { faultModes, faultTargets, findMode } from '../faults/targets.ts'
import { textUpTo } from '../requests/text-field.ts'
import { latestInstantMs } from '../time/timestamp.ts'
import type { AccountRecords } from './account-records.ts'
import {
  accountType,
  address,
  carrier,
  count,
  environment,
  errorCode,
  instant,
  optional,
  parcel,
  paymentMethod,
  scope,
  text,
  trackingStatus,
} from './record-fields.ts'

/**
 * One schema for each kind of record: it reads the record from a data file and from a snapshot. It says what a record is;
 * what may be asked for is said where it is asked, or a file would one day be refused for what was once allowed.
 */

export const clock = z.strictObject({
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
    target: z.enum(faultTargets),
    operation: text,
    mode: z.enum(faultModes),
    code: optional(errorCode),
    phase: z.enum(modeFields.phase.choices),
    status: optional(z.int()),
    latencyMs: optional(count),
    message: optional(text),
    probability: z.number().min(0).max(1),
    times: optional(count),
    after: count,
    createdAtMs: instant,
    startsAtMs: instant,
    endsAtMs: optional(instant),
    // Faults of the first days have none.
    number: count.default(0),
    seen: count,
    hits: count,
    scenario: optional(text),
  })
  .refine(({ target, mode }) => findMode(target, mode) !== undefined, {
    path: ['mode'],
    error: 'is no mode of its target',
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
    balance_cents: count.exactOptional(),
    payment_method: paymentMethod.exactOptional(),
    auto_reload: optional(
      z.strictObject({ threshold_cents: count, amount_cents: z.int().positive() }),
    ).exactOptional(),
  }),
})

export const recordSchemas: { readonly [Name in keyof AccountRecords]: z.ZodType<AccountRecords[Name]> } = {
  clock,
  wallet,
  webhook: z.strictObject({ url: optional(text), signingSecret: optional(text) }),
  counters: count,
  keys: key,
  limit_windows: z.strictObject({ openedAtMs: instant, count }),
  quotes: quote,
  labels: label,
  shipments: shipment,
  journeys: journey,
  trackers: tracker,
  batches: batch,
  batch_items: batchItem,
  ledger: ledgerLine,
  deliveries: delivery,
  carrier_accounts: carrierAccount,
  faults: fault,
  scenario_steps: scenarioStep,
}
