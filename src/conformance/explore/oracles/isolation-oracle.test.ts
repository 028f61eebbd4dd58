import { describe } from 'vitest'
import {
  type OracleCase,
  type OracleHistory,
  refusal,
  testCases,
} from '../../../../test/support/conformance/oracle-history.ts'
import type { Delivery, KeySnapshot } from '../step.ts'
import { isolation } from './isolation-oracle.ts'

const label = { id: 'lbl_1', tracking_number: '9999', carrier: 'UPS', service: 'Ground', rate_cents: 5 }
const notFound = refusal(404, 'LABEL.NOT_FOUND')
const buy = (history: OracleHistory, client: 'a' | 'b' = 'a') =>
  history.call('buyLabel', { client, answer: { json: label } })
const read = (history: OracleHistory, answer: object = { json: label }, key: Partial<KeySnapshot> = {}) =>
  history.call('getLabel', { id: 'lbl_1', key, answer })
const callB = (
  history: OracleHistory,
  operation: 'getLabel' | 'voidLabel' | 'downloadLabel',
  answer: object,
) => history.call(operation, { client: 'b', id: 'lbl_1', answer })
const deliver = (client: 'a' | 'b'): Delivery => ({
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
const connect = (
  history: OracleHistory,
  accountId: string,
  client: 'a' | 'b' = 'a',
  credentials: 'valid' | 'rejected' = 'valid',
) => history.control({ kind: 'carrier connected', carrier: 'UPS', credentials, accountId }, client)
const list = (history: OracleHistory, ...ids: readonly string[]) =>
  history.call('listCarrierAccounts', { answer: { json: { carrier_accounts: ids.map((id) => ({ id })) } } })
const quote = (history: OracleHistory, account_type: string) =>
  history.call('createRates', { answer: { json: { rates: [{ id: `rate_${account_type}`, account_type }] } } })

const cases: readonly OracleCase[] = [
  [
    'a 404 for a stranger',
    undefined,
    (history) => [buy(history), callB(history, 'getLabel', notFound), read(history)],
  ],
  [
    'a stranger reads a label',
    'ENDPOINTS-54',
    (history) => [buy(history), callB(history, 'getLabel', { json: label })],
  ],
  ['a stranger voids a label', 'ENDPOINTS-59', (history) => [buy(history), callB(history, 'voidLabel', {})]],
  [
    'a stranger downloads a label',
    'ERRORS-53',
    (history) => [buy(history), callB(history, 'downloadLabel', {})],
  ],
  [
    'a stranger buys a rate',
    'ENDPOINTS-37',
    (history) => [
      history.call('createRates', { answer: { json: { rates: [{ id: 'rate_1' }] } } }),
      history.call('buyLabel', { client: 'b', body: { rate_id: 'rate_1' }, answer: { json: label } }),
    ],
  ],
  [
    'a stranger starts a batch',
    'ENDPOINTS-91',
    (history) => [
      history.call('createBatch', { answer: { json: { id: 'bat_1' } } }),
      history.call('buyBatch', { client: 'b', id: 'bat_1', answer: {} }),
    ],
  ],
  [
    'a stranger reads a tracker',
    'ENDPOINTS-69',
    (history) => [
      history.call('registerTracker', { answer: { json: { id: 'trk_1' } } }),
      history.call('getTracker', { client: 'b', id: 'trk_1', answer: {} }),
    ],
  ],
  [
    'a label that is gone after a stranger requested it',
    'ENDPOINTS-54',
    (history) => [buy(history), callB(history, 'voidLabel', notFound), read(history, notFound)],
  ],
  [
    'another number after a stranger requested the label',
    'ENDPOINTS-54',
    (history) => [
      buy(history),
      read(history),
      callB(history, 'getLabel', notFound),
      read(history, { json: { ...label, tracking_number: '1' } }),
    ],
  ],
  [
    'a revoked key, and the owner reads the same',
    undefined,
    (history) => [
      buy(history),
      read(history),
      read(history, refusal(401, 'AUTH.KEY.REVOKED'), { isRevoked: true }),
      read(history),
    ],
  ],
  [
    'the id of a label as that of a tracker',
    undefined,
    (history) => [
      buy(history),
      history.call('getTracker', { id: 'lbl_1', answer: refusal(404, 'TRACKER.NOT_FOUND') }),
    ],
  ],
  [
    'the id of a label accepted as that of a tracker',
    'ENDPOINTS-69',
    (history) => [buy(history), history.call('getTracker', { id: 'lbl_1' })],
  ],
  [
    'the id of a label as that of a batch, with a validation error',
    'ENDPOINTS-96',
    (history) => [
      buy(history),
      history.call('getBatch', { id: 'lbl_1', answer: refusal(422, 'BATCH.ALREADY_PROCESSING') }),
    ],
  ],
  [
    'an unknown id',
    'ENDPOINTS-59',
    (history) => [history.call('voidLabel', { id: 'lbl_000000000000000000000000' })],
  ],
  [
    'an unknown id of another form',
    undefined,
    (history) => [
      history.call('voidLabel', {
        id: 'lbl_000000000000000000000000',
        answer: refusal(422, 'VALIDATION.FIELD.INVALID'),
      }),
    ],
  ],
  [
    'an event to its owner',
    undefined,
    (history) => [
      history.call('buyLabel', { answer: { json: label } }),
      history.call('getWallet', { deliveries: [deliver('a')] }),
    ],
  ],
  [
    'an event to a stranger',
    'EVENTS-6',
    (history) => [buy(history), history.call('getWallet', { client: 'b', deliveries: [deliver('b')] })],
  ],
  [
    'a log with another’s label',
    'ENDPOINTS-101',
    (history) => [
      buy(history, 'b'),
      history.call('listDeliveries', { answer: { json: { deliveries: [{ label_id: 'lbl_1' }] } } }),
    ],
  ],
  [
    'the accounts that are connected',
    undefined,
    (history) => [connect(history, 'ca_1'), connect(history, 'ca_2'), list(history, 'ca_1', 'ca_2')],
  ],
  [
    'accounts without ids',
    undefined,
    (history) => [connect(history, 'ca_1'), connect(history, 'ca_3', 'b'), list(history, 'x')],
  ],
  [
    'the second account missing',
    'ENDPOINTS-76',
    (history) => [connect(history, 'ca_1'), connect(history, 'ca_2'), list(history, 'ca_1')],
  ],
  [
    'a disconnected account',
    'ENDPOINTS-76',
    (history) => [
      connect(history, 'ca_1'),
      list(history, 'ca_1'),
      history.control({ kind: 'carrier disconnected', accountId: 'ca_1' }),
      list(history, 'ca_1'),
    ],
  ],
  ['a stranger’s account', 'SERVICE-11', (history) => [connect(history, 'ca_3', 'b'), list(history, 'ca_3')]],
  [
    'a stranger’s account in rates',
    'RESOURCES-45',
    (history) => [quote(history, 'platform'), connect(history, 'ca_3', 'b'), quote(history, 'byoa')],
  ],
]

describe('the isolation oracle', () => testCases(isolation, cases))
