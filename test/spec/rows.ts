import { keysOf } from '../../src/simulator/specification/keys-of.ts'
import { endpointScopes, errorStatuses, limits, scopes, trackingStatuses } from './tables.ts'

/** Everything the specification states of the interface, and everything chosen where it is silent, row by row. */
const table = {
  endpoint: keysOf(endpointScopes),
  download: ['GET /v1/labels/{id}/download', 'GET /v1/sandbox/labels/{id}.pdf'],
  error: keysOf(errorStatuses),
  scope: scopes,
  limit: keysOf(limits),
  header: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id', 'Retry-After'],
  state: [
    'rate-valid',
    'rate-expired',
    'label-purchased',
    'void-requested',
    'void-ineligible',
    'void-already-requested',
    'batch-created',
    'batch-processing',
    'batch-already-processing',
    'delivery-retry-scheduled',
    'delivery-failed',
  ],
  'tracking-status': trackingStatuses,
  'key-type': ['pr_live_', 'pr_test_'],
  'webhook-attempt': ['1', '2', '3', '4', '5'],
  'webhook-payload': [
    'event',
    'data.id',
    'data.carrier',
    'data.service',
    'data.tracking_number',
    'data.rate_cents',
    'data.label_url',
    'data.created_at',
    'timestamp',
  ],
  'webhook-signature': ['PR-Signature'],
  'error-field': ['code', 'message', 'suggestion', 'docs_url', 'request_id'],
  'extra-error-field': ['field', 'required_scope', 'key_scopes', 'raw_carrier_error', 'suggestions'],
  address: ['name', 'street1', 'city', 'state', 'zip', 'country'],
  'label-address': ['name', 'street', 'city', 'state', 'zip', 'country', 'phone', 'email'],
  parcel: ['weight_oz', 'length', 'width', 'height'],
  rate: ['id', 'carrier', 'service', 'rate_cents', 'carrier_eta', 'carbon_grams', 'account_type'],
  label: [
    'id',
    'tracking_number',
    'label_url',
    'carrier',
    'service',
    'rate_cents',
    'sandbox',
    'wallet_balance_after_cents',
    'from_address',
    'to_address',
    'created_at',
  ],
  tracker: ['id', 'tracking_number', 'carrier', 'status', 'events'],
  'tracker-event': ['status', 'status_detail'],
  batch: [
    'id',
    'items',
    'total_cost_cents',
    'wallet_balance_after_cents',
    'estimated_completion_percentage',
    'estimated_time_remaining_seconds',
  ],
  'batch-item': ['from_address', 'to_address', 'parcel', 'rate_id', 'carrier', 'service', 'rate_cents'],
  'delivery-entry': ['status', 'response code', 'attempts', 'timestamps'],
  'key-format': ['prefix and 32 hexadecimal characters', 'environment', 'scopes', 'expiration'],
  rule: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'],
  constant: [
    'rate validity',
    'batch size',
    'webhook attempts',
    'delivery log',
    'tracking refresh',
    'minimum funding',
    'limits per key',
    'version prefix',
  ],
  choice: [
    ...['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14', '15', '16', '17'],
    ...['18', '19', '20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '30', '31', '32', '33'],
    ...['34', '35', '36', '37', '38', '39', '40', '41', '42', '43', '44', '45', '46', '47', '48', '49'],
    '50',
  ],
} as const

type Table = typeof table

/** A row by its group and its place there, such as `error:RATE.EXPIRED`. */
export type Row = { [Group in keyof Table]: `${Group}:${Table[Group][number]}` }[keyof Table]

export const rows: readonly string[] = keysOf(table).flatMap((group) => rowsOf(group))

export function rowsOf(group: keyof Table): readonly string[] {
  return table[group].map((name) => `${group}:${name}`)
}
