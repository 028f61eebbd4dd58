import { batchItem, parcel, recipient, sender } from './labels/parcels.ts'

/** For every call that reads a body, a valid body with each field that the call knows. */

const optionalAddressFields = {
  street2: 'Suite 4',
  company: 'Harbour',
  phone: '+12125550100',
  email: 'a@example.test',
}
const from_address = { ...sender, ...optionalAddressFields }
const to_address = { ...recipient, ...optionalAddressFields }

/** The bodies by the name of the operation. */
export const serviceBodies: Readonly<Record<string, object>> = {
  validateAddress: to_address,
  createRates: { from_address, to_address, parcel },
  buyLabel: { rate_id: 'rate_000000000000000000000000' },
  registerTracker: { tracking_number: '99990', carrier: 'UPS' },
  createBatch: { items: [batchItem({ from_address, to_address, rate_id: 'any' })] },
}

const fault = {
  target: 'carrier:UPS',
  operation: 'labels',
  mode: 'reject',
  code: 'LABEL.WEIGHT.EXCEEDED',
  message: 'too heavy',
  probability: 0.5,
  times: 3,
  after: 1,
  starts_in: '1m',
  lasts: '10m',
}

/** The bodies of control calls, by method and path. Fields that exclude one another are in separate bodies. */
export const controlBodies: Readonly<Record<string, readonly object[]>> = {
  'POST /accounts': [
    {
      id: 'fresh',
      seed: 7,
      key_prefix: 'a1',
      clock: { now: '2030-01-01T00:00:00Z', mode: 'frozen', rate: 1 },
    },
  ],
  // No account can be unused for so long, so no account is deleted.
  'POST /prune': [{ idle: '365000d', dry_run: true }],
  'POST /accounts/{account}/keys': [
    { environment: 'test', scopes: ['wallet:read'], expires_at: '2031-01-01T00:00:00Z' },
  ],
  'PATCH /accounts/{account}/clock': [{ mode: 'frozen', rate: 1, now: '2030-03-05T12:00:00Z' }],
  'POST /accounts/{account}/clock/advance': [
    { seconds: 1 },
    { by: '1s' },
    { to: '2030-03-05T12:00:00Z' },
    { next: 'any' },
  ],
  'POST /accounts/{account}/clock/preview': [
    { seconds: 1 },
    { by: '1s' },
    { to: '2030-03-05T12:00:00Z' },
    { next: 'any' },
  ],
  'PATCH /accounts/{account}/wallet': [
    {
      balance_cents: 5,
      payment_method: 'valid',
      auto_reload: { threshold_cents: 0, amount_cents: 500 },
      decline_next: 1,
    },
  ],
  'POST /accounts/{account}/wallet/fund': [{ amount_cents: 500 }],
  'PUT /accounts/{account}/webhook': [{ url: 'http://127.0.0.1:9/' }],
  'POST /accounts/{account}/faults': [
    fault,
    { target: 'api', mode: 'error', phase: 'after', status: 503 },
    { target: 'api', mode: 'latency', latency_ms: 1 },
  ],
  'PUT /accounts/{account}/tracking/{number}': [{ script: 'delivered' }],
  'POST /accounts/{account}/tracking/{number}/events': [
    { status: 'delivered', status_detail: 'at the door' },
  ],
  'POST /accounts/{account}/tracking/poll': [{ tracking_number: '99990', carrier: 'UPS' }],
  'POST /accounts/{account}/carrier-accounts': [{ carrier: 'UPS', nickname: 'ours', credentials: 'valid' }],
  'POST /accounts/{account}/scenario': [
    { name: 'carrier-outage' },
    {
      source: 'name: a\ndescription: b\ntimeline:\n  - at: 0s\n    wallet: { balance_cents: 1 }\n',
      file: 'f',
    },
  ],
}
