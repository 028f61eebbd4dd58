import type { Seeded } from '../support/seeded.ts'
import type { Call } from './call.ts'
import { drawFault } from './faults.ts'
import { controlShapes as shapes } from './shapes.ts'
import { spans } from './spans.ts'

/** Every call of the control protocol as docs/control-protocol.md has it, but for those that would end the run's own accounts. */

const codes: ReadonlySet<string> = new Set([
  'CONTROL.RESOURCE.NOT_FOUND',
  'CONTROL.ACCOUNT.NOT_FOUND',
  'CONTROL.ACCOUNT.EXISTS',
  'CONTROL.FAULT.INVALID',
  'CONTROL.CLOCK.BACKWARDS',
  'LABEL.NOT_FOUND',
  'WALLET.PAYMENT.FAILED',
  'WALLET.PAYMENT_METHOD.MISSING',
])

type Draft = Pick<Call, 'shape'> &
  Partial<Pick<Call, 'body' | 'query' | 'idPrefix' | 'weight' | 'successStatus' | 'alwaysMutated'>>

function control(method: string, path: string, draft: Draft): Call {
  return {
    surface: 'control',
    method,
    path: `/_drydock${path}`,
    weight: 1,
    successStatus: draft.shape === null ? 204 : 200,
    codes,
    ...draft,
  }
}

function own(method: string, path: string, draft: Draft): Call {
  return control(method, `/accounts/{account}${path}`, draft)
}

const instants = [
  '2030-03-05T00:00:00Z',
  '2030-04-01T00:00:00.5+02:00',
  '2030-02-29T00:00:00Z',
  '1969-12-31T23:59:59.999Z',
  'soon',
  '+275760-09-13',
]

export const controlCalls: readonly Call[] = [
  control('GET', '', { shape: shapes.about }),
  control('GET', '/refused', { shape: shapes.refused, weight: 0.3 }),
  control('GET', '/accounts', { shape: shapes.accounts, weight: 0.2 }),
  control('POST', '/accounts', {
    successStatus: 201,
    shape: shapes.account,
    weight: 0.5,
    body: (_, draw) => ({
      id: draw.pick(['twin', 'a.b-c_d', 'default', '__proto__', 'x'.repeat(65)]),
      seed: draw.pick([7, 'seed', '']),
      clock: { mode: 'frozen', now: draw.pick(instants) },
    }),
  }),
  own('GET', '', { shape: shapes.account }),
  own('POST', '/keys', {
    successStatus: 201,
    shape: shapes.keyMade,
    body: (_, draw) => ({
      environment: draw.pick(['test', 'live']),
      scopes: draw.pick([['wallet:read'], [], ['rates:read', 'rates:read'], ['nothing']]),
      expires_at: draw.pick([null, ...instants]),
    }),
  }),
  own('GET', '/keys', { shape: shapes.keys }),
  own('DELETE', '/keys/{key}', { shape: null, idPrefix: 'nokey' }),
  own('GET', '/clock', { shape: shapes.clock }),
  own('PATCH', '/clock', {
    shape: shapes.clock,
    body: (_, draw) => ({
      mode: 'frozen',
      rate: draw.pick([1, 60, 0, -1, 1e9]),
      now: draw.pick(instants),
    }),
  }),
  own('POST', '/clock/advance', {
    shape: shapes.advanced,
    weight: 2,
    body: (_, draw) =>
      draw.pick([
        { by: draw.pick(spans) },
        { seconds: draw.pick([0, 0.5, 60, -1, 1e15]) },
        { next: draw.pick(['webhook', 'rate_expiry', 'poll', 'batch', 'any', 'lunch']) },
      ]),
  }),
  own('POST', '/clock/preview', {
    shape: shapes.preview,
    body: (_, draw) =>
      draw.pick([
        { by: draw.pick(spans) },
        { seconds: draw.pick([0, 0.5, 60, -1, 1e15]) },
        { next: draw.pick(['webhook', 'rate_expiry', 'poll', 'batch', 'any', 'lunch']) },
      ]),
  }),
  own('GET', '/wallet', { shape: shapes.wallet }),
  own('PATCH', '/wallet', { shape: shapes.wallet, body: (_, draw) => drawWallet(draw) }),
  own('POST', '/wallet/fund', {
    shape: shapes.wallet,
    body: (_, draw) => ({ amount_cents: draw.pick([499, 500, 1_000_000_000_000, 1_000_000_000_001]) }),
  }),
  own('GET', '/wallet/ledger', { shape: shapes.ledger, weight: 0.5, query: listQuery }),
  own('PUT', '/webhook', {
    shape: shapes.webhook,
    body: (_, draw) => ({
      url: draw.pick([
        'http://127.0.0.1:9/hooks',
        'ftp://x',
        'http://u:p@127.0.0.1/',
        'http://169.254.169.254/',
        'x',
      ]),
    }),
  }),
  own('GET', '/webhook', { shape: shapes.webhook }),
  own('DELETE', '/webhook', { shape: shapes.webhook }),
  own('GET', '/webhook/deliveries', { shape: shapes.deliveries, weight: 0.5 }),
  own('POST', '/webhook/deliveries/{delivery}/redeliver', {
    successStatus: 202,
    shape: shapes.delivery,
    idPrefix: 'whd',
  }),
  own('GET', '/faults', { shape: shapes.faults }),
  own('DELETE', '/faults/{fault}', { shape: null, idPrefix: 'flt' }),
  own('GET', '/scenario', { shape: shapes.scenarios }),
  own('POST', '/labels/{label}/scan', { shape: shapes.scan, idPrefix: 'lbl' }),
  own('PUT', '/tracking/{number}', {
    shape: shapes.script,
    body: (_, draw) => ({ script: draw.pick(['standard', 'held', 'lost', 'constructor']) }),
  }),
  own('POST', '/tracking/{number}/events', {
    successStatus: 202,
    shape: shapes.trackingEvent,
    body: (_, draw) => ({
      status: draw.pick(['delivered', 'exception', 'eaten']),
      status_detail: 'Left at the door',
    }),
  }),
  own('POST', '/tracking/poll', {
    shape: shapes.advanced,
    body: (_, draw) => ({
      tracking_number: draw.pick(['99990', '99994', '']),
      carrier: draw.pick(['UPS', 'dhl', 'Pigeon']),
    }),
  }),
  own('GET', '/shipments', { shape: shapes.shipments, weight: 0.5, query: listQuery }),
  own('GET', '/labels', { shape: shapes.labels, query: listQuery }),
  own('GET', '/trackers', { shape: shapes.trackers, query: listQuery }),
  own('GET', '/batches', { shape: shapes.batches, query: listQuery }),
  own('POST', '/shipments/{shipment}/clone', { successStatus: 201, shape: shapes.rates, idPrefix: 'shp' }),
  own('POST', '/carrier-accounts', {
    successStatus: 201,
    shape: shapes.carrierAccount,
    body: (_, draw) => ({
      carrier: draw.pick(['UPS', 'dhl', 'Pigeon']),
      credentials: 'valid',
      nickname: 'ours',
    }),
  }),
  own('GET', '/carrier-accounts', { shape: shapes.carrierAccounts }),
  own('DELETE', '/carrier-accounts/{id}', { shape: null, idPrefix: 'ca' }),
  own('GET', '/requests', {
    shape: shapes.requests,
    weight: 0.3,
    query: (draw) =>
      draw.pick(['status=422', 'status=9', 'method=GET', 'path=/v1/rates', 'since=soon', 'nothing=1']),
  }),
  own('DELETE', '/requests', { shape: null, weight: 0.2 }),
  own('GET', '/snapshot', { shape: shapes.snapshot, weight: 0.1 }),
  own('PUT', '/snapshot', { shape: null, weight: 0.5, body: (pool, draw) => noSnapshot(pool.account, draw) }),
  own('GET', '/snapshots', { shape: shapes.namedSnapshots }),
  own('PUT', '/snapshots/kept', { shape: shapes.namedSnapshot, weight: 0.2 }),
  // Never drawn: a spoiled path may name another snapshot, which is then saved.
  own('PUT', '/snapshots/{name}', { shape: shapes.namedSnapshot, weight: 0 }),
  own('GET', '/snapshots/kept', { shape: shapes.snapshot, weight: 0.1 }),
  own('DELETE', '/snapshots/kept', { shape: null, weight: 0.2 }),
  control('POST', '/accounts/{spare}/snapshots/kept/restore', { shape: null, weight: 0.2 }),
  control('PUT', '/accounts/{spare}/snapshots/kept', { shape: shapes.namedSnapshot, weight: 0.2 }),
  control('PUT', '/accounts/{spare}/snapshot', {
    shape: null,
    weight: 1,
    body: ({ spare }) => spare.snapshot,
    alwaysMutated: true,
  }),
  control('POST', '/accounts/{spare}/faults', {
    successStatus: 201,
    shape: shapes.fault,
    weight: 1.5,
    body: (_, draw) => drawFault(draw),
  }),
  control('DELETE', '/accounts/{spare}/faults', { shape: null, weight: 0.5 }),
  control('POST', '/accounts/{spare}/scenario', {
    successStatus: 201,
    shape: shapes.scenario,
    weight: 0.5,
    body: (_, draw) => ({ source: draw.pick(scenarios) }),
  }),
  control('DELETE', '/accounts/{spare}/scenario', { shape: null, weight: 0.3 }),
]

function listQuery(draw: Seeded): string {
  return draw.pick([
    'limit=1',
    'limit=100',
    'limit=0',
    'limit=10001',
    'limit=x',
    'environment=live',
    'environment=x',
  ])
}

function drawWallet(draw: Seeded): object {
  return {
    balance_cents: draw.pick([0, 1, 100_000, 1_000_000_000_000, 1_000_000_000_001]),
    payment_method: draw.pick(['valid', 'declined', 'none']),
    decline_next: draw.pick([0, 1, 10_000, 10_001, 0.5]),
    auto_reload: draw.pick([null, { threshold_cents: 0, amount_cents: 500 }, { threshold_cents: -1 }]),
  }
}

/** Documents that look like a snapshot and are none: to be refused, whatever is changed in them. */
function noSnapshot(account: string, draw: Seeded): object {
  return {
    format: 'drydock-snapshot',
    version: draw.pick([0, 2, 99]),
    account,
    seed: 'x',
    ids_of: account,
    collections: { clock: { it: { mode: 'frozen', rate: 1, baseMs: 0, baseRealMs: 0 } } },
  }
}

const scenarios = [
  'name: short\ndescription: one outage\ntimeline:\n  - at: 0m\n    fault: { target: carrier:UPS, mode: down, lasts: 10m }\n',
  'name: card\ntimeline:\n  - at: 1m\n    wallet: { payment_method: declined }\n',
  'timeline: []',
  '[[[[[[',
  '&a [*a]',
  '"[]"'.repeat(50),
  'a: &x [1]\nb: [*x, *x, *x, *x]\n',
  '!!js/function x',
]
