import { describe } from 'vitest'
import {
  refusal,
  type ToldCase,
  type ToldHistory,
  testCases,
} from '../../../../test/support/oracle-history.ts'
import type { Delivered, KeySeen } from '../step.ts'
import { isolation } from './isolation-oracle.ts'

const label = { id: 'lbl_1', tracking_number: '9999', carrier: 'UPS', service: 'Ground', rate_cents: 5 }
const notFound = refusal(404, 'LABEL.NOT_FOUND')
const bought = (told: ToldHistory, client: 'a' | 'b' = 'a') =>
  told.call('buyLabel', { client, answer: { json: label } })
const read = (told: ToldHistory, answer: object = { json: label }, key: Partial<KeySeen> = {}) =>
  told.call('getLabel', { id: 'lbl_1', key, answer })
const byB = (told: ToldHistory, operation: 'getLabel' | 'voidLabel' | 'downloadLabel', answer: object) =>
  told.call(operation, { client: 'b', id: 'lbl_1', answer })
const arrival = (client: 'a' | 'b'): Delivered => ({
  client,
  labelId: 'lbl_1',
  webhook: 1,
  secret: undefined,
  reply: { status: 200 },
  method: 'POST',
  path: '/',
  headers: {},
  body: Buffer.from(''),
  json: {},
  attempt: 1,
  receivedAtMs: 0,
})
const connected = (
  told: ToldHistory,
  accountId: string,
  client: 'a' | 'b' = 'a',
  credentials: 'valid' | 'rejected' = 'valid',
) => told.control({ kind: 'carrier connected', carrier: 'UPS', credentials, accountId }, client)
const accounts = (told: ToldHistory, ...ids: readonly string[]) =>
  told.call('listCarrierAccounts', { answer: { json: { carrier_accounts: ids.map((id) => ({ id })) } } })
const rates = (told: ToldHistory, account_type: string) =>
  told.call('createRates', { answer: { json: { rates: [{ id: `rate_${account_type}`, account_type }] } } })

const cases: readonly ToldCase[] = [
  [
    'a stranger is told that it is not there',
    undefined,
    (told) => [bought(told), byB(told, 'getLabel', notFound), read(told)],
  ],
  [
    'a stranger reads a label',
    'ENDPOINTS-54',
    (told) => [bought(told), byB(told, 'getLabel', { json: label })],
  ],
  ['a stranger voids a label', 'ENDPOINTS-59', (told) => [bought(told), byB(told, 'voidLabel', {})]],
  ['a stranger downloads a label', 'ERRORS-53', (told) => [bought(told), byB(told, 'downloadLabel', {})]],
  [
    'a stranger buys a rate',
    'ENDPOINTS-37',
    (told) => [
      told.call('createRates', { answer: { json: { rates: [{ id: 'rate_1' }] } } }),
      told.call('buyLabel', { client: 'b', body: { rate_id: 'rate_1' }, answer: { json: label } }),
    ],
  ],
  [
    'a stranger starts a batch',
    'ENDPOINTS-91',
    (told) => [
      told.call('createBatch', { answer: { json: { id: 'bat_1' } } }),
      told.call('buyBatch', { client: 'b', id: 'bat_1', answer: {} }),
    ],
  ],
  [
    'a stranger reads a tracker',
    'ENDPOINTS-69',
    (told) => [
      told.call('registerTracker', { answer: { json: { id: 'trk_1' } } }),
      told.call('getTracker', { client: 'b', id: 'trk_1', answer: {} }),
    ],
  ],
  [
    'the owner finds it gone after a stranger',
    'ENDPOINTS-54',
    (told) => [bought(told), byB(told, 'voidLabel', notFound), read(told, notFound)],
  ],
  [
    'the owner finds another number after a stranger',
    'ENDPOINTS-54',
    (told) => [
      bought(told),
      read(told),
      byB(told, 'getLabel', notFound),
      read(told, { json: { ...label, tracking_number: '1' } }),
    ],
  ],
  [
    'a revoked key, and the owner reads the same',
    undefined,
    (told) => [
      bought(told),
      read(told),
      read(told, refusal(401, 'AUTH.KEY.REVOKED'), { isRevoked: true }),
      read(told),
    ],
  ],
  [
    'the id of a label as that of a tracker',
    undefined,
    (told) => [
      bought(told),
      told.call('getTracker', { id: 'lbl_1', answer: refusal(404, 'TRACKER.NOT_FOUND') }),
    ],
  ],
  [
    'the id of a label as that of a tracker, taken',
    'ENDPOINTS-69',
    (told) => [bought(told), told.call('getTracker', { id: 'lbl_1' })],
  ],
  [
    'the id of a label as that of a batch, in other words',
    'ENDPOINTS-96',
    (told) => [
      bought(told),
      told.call('getBatch', { id: 'lbl_1', answer: refusal(422, 'BATCH.ALREADY_PROCESSING') }),
    ],
  ],
  [
    'an id of nothing',
    'ENDPOINTS-59',
    (told) => [told.call('voidLabel', { id: 'lbl_000000000000000000000000' })],
  ],
  [
    'an id of nothing that has the wrong form here',
    undefined,
    (told) => [
      told.call('voidLabel', {
        id: 'lbl_000000000000000000000000',
        answer: refusal(422, 'VALIDATION.FIELD.INVALID'),
      }),
    ],
  ],
  [
    'an event to its owner',
    undefined,
    (told) => [
      told.call('buyLabel', { answer: { json: label } }),
      told.call('getWallet', { deliveries: [arrival('a')] }),
    ],
  ],
  [
    'an event to a stranger',
    'EVENTS-6',
    (told) => [bought(told), told.call('getWallet', { client: 'b', deliveries: [arrival('b')] })],
  ],
  [
    'a log with another’s label',
    'ENDPOINTS-101',
    (told) => [
      bought(told, 'b'),
      told.call('listDeliveries', { answer: { json: { deliveries: [{ label_id: 'lbl_1' }] } } }),
    ],
  ],
  [
    'the accounts that are connected',
    undefined,
    (told) => [connected(told, 'ca_1'), connected(told, 'ca_2'), accounts(told, 'ca_1', 'ca_2')],
  ],
  [
    'accounts that tell no ids',
    undefined,
    (told) => [connected(told, 'ca_1'), connected(told, 'ca_3', 'b'), accounts(told, 'x')],
  ],
  [
    'the second account missing',
    'ENDPOINTS-76',
    (told) => [connected(told, 'ca_1'), connected(told, 'ca_2'), accounts(told, 'ca_1')],
  ],
  [
    'an account that is gone',
    'ENDPOINTS-76',
    (told) => [
      connected(told, 'ca_1'),
      accounts(told, 'ca_1'),
      told.control({ kind: 'carrier disconnected', accountId: 'ca_1' }),
      accounts(told, 'ca_1'),
    ],
  ],
  ['a stranger’s account', 'SERVICE-11', (told) => [connected(told, 'ca_3', 'b'), accounts(told, 'ca_3')]],
  [
    'a stranger’s account in rates',
    'RESOURCES-45',
    (told) => [rates(told, 'platform'), connected(told, 'ca_3', 'b'), rates(told, 'byoa')],
  ],
]

describe('the judge of isolation', () => testCases(isolation, cases))
