import type * as z from 'zod'
import { listCallCodes } from '../../scripts/openapi/documented-codes.ts'
import { controlCalls as describedCalls } from '../../src/simulator/bodies/control/control-responses.ts'
import { keysOf } from '../../src/simulator/specification/keys-of.ts'
import type { Seeded } from '../support/seeded.ts'
import type { Call } from './call.ts'
import { durationTexts } from './duration-texts.ts'
import { drawFault } from './faults.ts'

/**
 * Every call of the control protocol in docs/control-protocol.md, except those that would delete the accounts of the
 * run.
 */

type Draft = Partial<Pick<Call, 'body' | 'query' | 'idPrefix' | 'weight' | 'alwaysMutated'>>

/** Makes a call from its description. The path names accounts and snapshots that only the fuzz test uses. */
function createControlCall(method: string, path: string, draft: Draft = {}): Call {
  const described = `${method} ${path.replace('{spare}', '{account}').replace('/kept', '/{name}') || '/'}`
  const name = keysOf(describedCalls).find((each) => each === described)
  if (name === undefined) throw new Error(`No ${described} is described.`)
  const [[status, shape] = []] = Object.entries<z.ZodType | null>(describedCalls[name].responses)
  return {
    surface: 'control',
    method,
    path: `/_drydock${path}`,
    weight: 1,
    successStatus: Number(status),
    shape,
    codes: new Set(listCallCodes(name)),
    ...draft,
  }
}

function createAccountCall(method: string, path: string, draft?: Draft): Call {
  return createControlCall(method, `/accounts/{account}${path}`, draft)
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
  createControlCall('GET', ''),
  createControlCall('GET', '/refused', { weight: 0.3 }),
  createControlCall('GET', '/accounts', { weight: 0.2 }),
  createControlCall('POST', '/accounts', {
    weight: 0.5,
    body: (_, draw) => ({
      id: draw.pick(['twin', 'a.b-c_d', 'default', '__proto__', 'x'.repeat(65)]),
      seed: draw.pick([7, 'seed', '']),
      clock: { mode: 'frozen', now: draw.pick(instants) },
    }),
  }),
  createAccountCall('GET', ''),
  createAccountCall('POST', '/keys', {
    body: (_, draw) => ({
      environment: draw.pick(['test', 'live']),
      scopes: draw.pick([['wallet:read'], [], ['rates:read', 'rates:read'], ['nothing']]),
      expires_at: draw.pick([null, ...instants]),
    }),
  }),
  createAccountCall('GET', '/keys'),
  createAccountCall('DELETE', '/keys/{key}', { idPrefix: 'nokey' }),
  createAccountCall('GET', '/clock'),
  createAccountCall('PATCH', '/clock', {
    body: (_, draw) => ({
      mode: 'frozen',
      rate: draw.pick([1, 60, 0, -1, 1e9]),
      now: draw.pick(instants),
    }),
  }),
  createAccountCall('POST', '/clock/advance', { weight: 2, body: drawClockMove }),
  createAccountCall('POST', '/clock/preview', { body: drawClockMove }),
  createAccountCall('GET', '/wallet'),
  createAccountCall('PATCH', '/wallet', { body: (_, draw) => drawWallet(draw) }),
  createAccountCall('POST', '/wallet/fund', {
    body: (_, draw) => ({ amount_cents: draw.pick([499, 500, 1_000_000_000_000, 1_000_000_000_001]) }),
  }),
  createAccountCall('GET', '/wallet/ledger', { weight: 0.5, query: drawListQuery }),
  createAccountCall('PUT', '/webhook', {
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
  createAccountCall('GET', '/webhook'),
  createAccountCall('DELETE', '/webhook'),
  createAccountCall('GET', '/webhook/deliveries', { weight: 0.5 }),
  createAccountCall('POST', '/webhook/deliveries/{delivery}/redeliver', {
    idPrefix: 'whd',
  }),
  createAccountCall('GET', '/faults'),
  createAccountCall('DELETE', '/faults/{fault}', { idPrefix: 'flt' }),
  createAccountCall('GET', '/scenario'),
  createAccountCall('POST', '/labels/{label}/scan', { idPrefix: 'lbl' }),
  createAccountCall('PUT', '/tracking/{number}', {
    body: (_, draw) => ({ script: draw.pick(['standard', 'held', 'lost', 'constructor']) }),
  }),
  createAccountCall('POST', '/tracking/{number}/events', {
    body: (_, draw) => ({
      status: draw.pick(['delivered', 'exception', 'eaten']),
      status_detail: 'Left at the door',
    }),
  }),
  createAccountCall('POST', '/tracking/poll', {
    body: (_, draw) => ({
      tracking_number: draw.pick(['99990', '99994', '']),
      carrier: draw.pick(['UPS', 'dhl', 'Pigeon']),
    }),
  }),
  createAccountCall('GET', '/shipments', { weight: 0.5, query: drawListQuery }),
  createAccountCall('GET', '/labels', { query: drawListQuery }),
  createAccountCall('GET', '/trackers', { query: drawListQuery }),
  createAccountCall('GET', '/batches', { query: drawListQuery }),
  createAccountCall('POST', '/shipments/{id}/clone', { idPrefix: 'shp' }),
  createAccountCall('POST', '/carrier-accounts', {
    body: (_, draw) => ({
      carrier: draw.pick(['UPS', 'dhl', 'Pigeon']),
      credentials: 'valid',
      nickname: 'ours',
    }),
  }),
  createAccountCall('GET', '/carrier-accounts'),
  createAccountCall('DELETE', '/carrier-accounts/{id}', { idPrefix: 'ca' }),
  createAccountCall('GET', '/requests', {
    weight: 0.3,
    query: (draw) =>
      draw.pick(['status=422', 'status=9', 'method=GET', 'path=/v1/rates', 'since=soon', 'nothing=1']),
  }),
  createAccountCall('DELETE', '/requests', { weight: 0.2 }),
  createAccountCall('GET', '/snapshot', { weight: 0.1 }),
  createAccountCall('PUT', '/snapshot', {
    weight: 0.5,
    body: (pool, draw) => drawInvalidSnapshot(pool.account, draw),
  }),
  createAccountCall('GET', '/snapshots'),
  createAccountCall('PUT', '/snapshots/kept', { weight: 0.2 }),
  // Calls about a snapshot by its name are never drawn, because a mutated path may name another snapshot.
  ...['GET', 'PUT', 'DELETE'].map((method) => createAccountCall(method, '/snapshots/{name}', { weight: 0 })),
  createAccountCall('POST', '/snapshots/{name}/restore', { weight: 0 }),
  createAccountCall('GET', '/snapshots/kept', { weight: 0.1 }),
  createAccountCall('DELETE', '/snapshots/kept', { weight: 0.2 }),
  createControlCall('POST', '/accounts/{spare}/snapshots/kept/restore', { weight: 0.2 }),
  createControlCall('PUT', '/accounts/{spare}/snapshots/kept', { weight: 0.2 }),
  createControlCall('PUT', '/accounts/{spare}/snapshot', {
    weight: 1,
    body: ({ spare }) => spare.snapshot,
    alwaysMutated: true,
  }),
  createControlCall('POST', '/accounts/{spare}/faults', {
    weight: 1.5,
    body: (_, draw) => drawFault(draw),
  }),
  createControlCall('DELETE', '/accounts/{spare}/faults', { weight: 0.5 }),
  createControlCall('POST', '/accounts/{spare}/scenario', {
    weight: 0.5,
    body: (_, draw) => ({ source: draw.pick(scenarios) }),
  }),
  createControlCall('DELETE', '/accounts/{spare}/scenario', { weight: 0.3 }),
]

function drawClockMove(_: unknown, draw: Seeded): object {
  return draw.pick([
    { by: draw.pick(durationTexts) },
    { seconds: draw.pick([0, 0.5, 60, -1, 1e15]) },
    { next: draw.pick(['webhook', 'rate_expiry', 'poll', 'batch', 'any', 'lunch']) },
  ])
}

function drawListQuery(draw: Seeded): string {
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

/** Returns documents that look like a snapshot but are none. They must be refused, even after mutations. */
function drawInvalidSnapshot(account: string, draw: Seeded): object {
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
