import { z } from 'zod'
import type { OperationName } from '../../src/conformance/http/operation.ts'
import * as wire from '../support/wire.ts'

/** The bodies of successes, in full: what the service documents, and the control protocol as its page has it. */

const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const mode = z.enum(['realtime', 'frozen'])
const environment = z.enum(['test', 'live'])
const anything = z.unknown()

const batchStart = {
  id: wire.id('bat'),
  status: z.enum(['created', 'processing', 'completed']),
  total_cost_cents: wire.cents,
  wallet_balance_after_cents: wire.cents,
  estimated_completion_percentage: z.number().min(0).max(100),
  estimated_time_remaining_seconds: z.number().min(0),
}
const batch = z.strictObject({ ...batchStart, items: z.array(z.looseObject({ status: z.string() })).min(1) })

export const serviceShapes = {
  validateAddress: wire.validation,
  createRates: wire.rates,
  buyLabel: wire.label,
  getLabel: wire.labelDetails,
  voidLabel: wire.labelVoid,
  registerTracker: wire.tracker,
  getTracker: wire.tracker,
  listCarrierAccounts: wire.carrierAccounts,
  createBatch: batch,
  buyBatch: z.strictObject(batchStart),
  getBatch: batch,
  getWallet: wire.wallet,
  listDeliveries: wire.deliveries,
} satisfies Record<OperationName, z.ZodType>

const clock = z.strictObject({ now: instant, mode, rate: z.number().positive() })
const account = z.strictObject({
  id: z.string().min(1),
  keys: z.strictObject({ test: z.string().nullable(), live: z.string().nullable() }),
  clock,
})
const delivery = z.looseObject({
  id: wire.id('whd'),
  label_id: wire.id('lbl'),
  status: z.enum(['pending', 'succeeded', 'failed']),
  attempts: z.int().nonnegative(),
  environment,
  url: z.string(),
  body: z.string(),
  attempt_log: z.array(
    z.strictObject({ at: instant, response_code: z.int().nullable(), failure: z.string().nullable() }),
  ),
})
const ledgerLine = z.strictObject({
  id: wire.id('led'),
  at: instant,
  kind: z.enum(['opening', 'funding', 'auto_reload', 'charge', 'refund', 'adjustment']),
  amount_cents: z.int(),
  balance_cents: wire.cents,
  reference: z.string().nullable(),
  reference_kind: z.enum(['label', 'batch']).nullable(),
})
/** Told where a limit was set. */
const hasMore = z.boolean().optional()
const listed = { id: z.string(), environment }

const counts = z.record(z.string(), z.int().min(0))
const namedSnapshot = z.strictObject({
  name: z.string(),
  saved_at: instant,
  clock_at: instant,
  bytes: z.int(),
})

export const controlShapes = {
  about: z.looseObject({
    protocol: z.literal('1'),
    implementation: z.looseObject({ name: z.literal('drydock') }),
    capabilities: z.array(z.string()).min(12),
    tracking_scripts: z.array(z.string()).min(10),
    carriers: z.array(wire.carrier).length(4),
  }),
  account,
  accounts: z.strictObject({ accounts: z.array(account) }),
  keyMade: z.strictObject({
    id: wire.id('key'),
    key: z.string().regex(/^pr_(test|live)_[0-9a-f]{32}$/),
    environment,
    scopes: z.array(z.string()),
    expires_at: instant.nullable(),
  }),
  keys: z.strictObject({ keys: z.array(z.looseObject({ id: z.string(), last_four: z.string().length(4) })) }),
  clock,
  advanced: z.strictObject({
    ...clock.shape,
    fired: z.array(z.strictObject({ at: instant, kind: z.string(), id: z.string() })),
  }),
  preview: z.strictObject({
    now: instant,
    reached_at: instant,
    due: z.array(z.looseObject({ at: instant, kind: z.string() })).max(1_000),
    ends: z.array(z.looseObject({ at: instant, kind: z.string() })).max(1_000),
    counts: z.strictObject({ due: counts, ends: counts }),
  }),
  wallet: z.strictObject({ ...wire.wallet.shape, decline_next: z.int() }),
  ledger: z.strictObject({ ledger: z.array(ledgerLine), has_more: hasMore }),
  webhook: z.strictObject({ url: z.string().nullable(), signing_secret: z.string().nullable() }),
  delivery,
  deliveries: z.strictObject({ deliveries: z.array(delivery) }),
  fault: z.looseObject({ id: wire.id('flt'), hits: z.literal(0) }),
  faults: z.strictObject({ faults: z.array(z.looseObject({ id: z.string(), hits: z.int() })) }),
  scenarios: z.looseObject({ scenarios: z.array(anything), running: anything }),
  scenario: z.strictObject({ running: z.string() }),
  scan: z.strictObject({ label_id: wire.id('lbl'), tracking_number: z.string(), scanned_at: instant }),
  script: z.strictObject({ tracking_number: z.string(), script: z.string() }),
  trackingEvent: z.strictObject({
    tracking_number: z.string(),
    status: z.string(),
    trackers: z.array(z.string()),
  }),
  shipments: z.strictObject({
    shipments: z.array(z.looseObject({ id: wire.id('shp'), label_id: wire.id('lbl') })),
    has_more: hasMore,
  }),
  labels: z.strictObject({ labels: z.array(z.looseObject(listed)).max(100), has_more: hasMore }),
  trackers: z.strictObject({ trackers: z.array(z.looseObject(listed)).max(100), has_more: hasMore }),
  batches: z.strictObject({ batches: z.array(z.looseObject(listed)).max(100), has_more: hasMore }),
  refused: z.strictObject({ count: z.int(), refused: z.array(z.looseObject({ id: z.string() })).max(20) }),
  rates: wire.rates,
  carrierAccount: wire.carrierAccount,
  carrierAccounts: wire.carrierAccounts,
  requests: z.strictObject({
    requests: z.array(z.looseObject({ id: z.string(), status: z.int() })).max(1_000),
  }),
  snapshot: z.looseObject({ format: z.literal('drydock-snapshot'), version: z.int() }),
  namedSnapshot,
  namedSnapshots: z.strictObject({ snapshots: z.array(namedSnapshot).max(50) }),
}
