import { describe } from 'vitest'
import {
  buildRefusal,
  type OracleCase,
  type OracleHistory,
  testCases,
} from '../../../../test/support/conformance/oracle-history.ts'
import type { Delivery, KeySnapshot } from '../step.ts'
import { isolation } from './isolation-oracle.ts'

const label = { id: 'lbl_1', tracking_number: '9999', carrier: 'UPS', service: 'Ground', rate_cents: 5 }
const notFound = buildRefusal(404, 'LABEL.NOT_FOUND')
const addPurchase = (history: OracleHistory, client: 'a' | 'b' = 'a') =>
  history.call('buyLabel', { client, answer: { json: label } })
const addLabelReading = (
  history: OracleHistory,
  answer: object = { json: label },
  key: Partial<KeySnapshot> = {},
) => history.call('getLabel', { id: 'lbl_1', key, answer })
const addCallOfClientB = (
  history: OracleHistory,
  operation: 'getLabel' | 'voidLabel' | 'downloadLabel',
  answer: object,
) => history.call(operation, { client: 'b', id: 'lbl_1', answer })
const createDelivery = (client: 'a' | 'b'): Delivery => ({
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
const addCarrierAccount = (
  history: OracleHistory,
  accountId: string,
  client: 'a' | 'b' = 'a',
  credentials: 'valid' | 'rejected' = 'valid',
) => history.control({ kind: 'carrier connected', carrier: 'UPS', credentials, accountId }, client)
const addAccountList = (history: OracleHistory, ...ids: readonly string[]) =>
  history.call('listCarrierAccounts', { answer: { json: { carrier_accounts: ids.map((id) => ({ id })) } } })
const addQuote = (history: OracleHistory, account_type: string) =>
  history.call('createRates', { answer: { json: { rates: [{ id: `rate_${account_type}`, account_type }] } } })

const cases: readonly OracleCase[] = [
  [
    'a 404 for another client that requests a label',
    undefined,
    (history) => [
      addPurchase(history),
      addCallOfClientB(history, 'getLabel', notFound),
      addLabelReading(history),
    ],
  ],
  [
    'another client that reads a label',
    'ENDPOINTS-54',
    (history) => [addPurchase(history), addCallOfClientB(history, 'getLabel', { json: label })],
  ],
  [
    'another client that voids a label',
    'ENDPOINTS-59',
    (history) => [addPurchase(history), addCallOfClientB(history, 'voidLabel', {})],
  ],
  [
    'another client that downloads a label',
    'ERRORS-53',
    (history) => [addPurchase(history), addCallOfClientB(history, 'downloadLabel', {})],
  ],
  [
    'another client that buys a rate',
    'ENDPOINTS-37',
    (history) => [
      history.call('createRates', { answer: { json: { rates: [{ id: 'rate_1' }] } } }),
      history.call('buyLabel', { client: 'b', body: { rate_id: 'rate_1' }, answer: { json: label } }),
    ],
  ],
  [
    'another client that starts a batch',
    'ENDPOINTS-91',
    (history) => [
      history.call('createBatch', { answer: { json: { id: 'bat_1' } } }),
      history.call('buyBatch', { client: 'b', id: 'bat_1', answer: {} }),
    ],
  ],
  [
    'another client that reads a tracker',
    'ENDPOINTS-69',
    (history) => [
      history.call('registerTracker', { answer: { json: { id: 'trk_1' } } }),
      history.call('getTracker', { client: 'b', id: 'trk_1', answer: {} }),
    ],
  ],
  [
    'a label that is gone after another client requested it',
    'ENDPOINTS-54',
    (history) => [
      addPurchase(history),
      addCallOfClientB(history, 'voidLabel', notFound),
      addLabelReading(history, notFound),
    ],
  ],
  [
    'another tracking number after another client requested the label',
    'ENDPOINTS-54',
    (history) => [
      addPurchase(history),
      addLabelReading(history),
      addCallOfClientB(history, 'getLabel', notFound),
      addLabelReading(history, { json: { ...label, tracking_number: '1' } }),
    ],
  ],
  [
    'a request with a revoked key that changes nothing',
    undefined,
    (history) => [
      addPurchase(history),
      addLabelReading(history),
      addLabelReading(history, buildRefusal(401, 'AUTH.KEY.REVOKED'), { isRevoked: true }),
      addLabelReading(history),
    ],
  ],
  [
    'a 404 for the id of a label in a tracker request',
    undefined,
    (history) => [
      addPurchase(history),
      history.call('getTracker', { id: 'lbl_1', answer: buildRefusal(404, 'TRACKER.NOT_FOUND') }),
    ],
  ],
  [
    'the id of a label that is accepted in a tracker request',
    'ENDPOINTS-69',
    (history) => [addPurchase(history), history.call('getTracker', { id: 'lbl_1' })],
  ],
  [
    'a validation error for the id of a label in a batch request',
    'ENDPOINTS-96',
    (history) => [
      addPurchase(history),
      history.call('getBatch', { id: 'lbl_1', answer: buildRefusal(422, 'BATCH.ALREADY_PROCESSING') }),
    ],
  ],
  [
    'a void of an unknown label that is accepted',
    'ENDPOINTS-59',
    (history) => [history.call('voidLabel', { id: 'lbl_000000000000000000000000' })],
  ],
  [
    'an unknown id of another form',
    undefined,
    (history) => [
      history.call('voidLabel', {
        id: 'lbl_000000000000000000000000',
        answer: buildRefusal(422, 'VALIDATION.FIELD.INVALID'),
      }),
    ],
  ],
  [
    'a webhook event that is sent to the client who bought the label',
    undefined,
    (history) => [
      history.call('buyLabel', { answer: { json: label } }),
      history.call('getWallet', { deliveries: [createDelivery('a')] }),
    ],
  ],
  [
    'a webhook event that is sent to another client than the buyer of the label',
    'EVENTS-6',
    (history) => [
      addPurchase(history),
      history.call('getWallet', { client: 'b', deliveries: [createDelivery('b')] }),
    ],
  ],
  [
    'a delivery log with a label of another client',
    'ENDPOINTS-101',
    (history) => [
      addPurchase(history, 'b'),
      history.call('listDeliveries', { answer: { json: { deliveries: [{ label_id: 'lbl_1' }] } } }),
    ],
  ],
  [
    'a list of exactly the connected carrier accounts',
    undefined,
    (history) => [
      addCarrierAccount(history, 'ca_1'),
      addCarrierAccount(history, 'ca_2'),
      addAccountList(history, 'ca_1', 'ca_2'),
    ],
  ],
  [
    'a list of carrier accounts without ids',
    undefined,
    (history) => [
      addCarrierAccount(history, 'ca_1'),
      addCarrierAccount(history, 'ca_3', 'b'),
      addAccountList(history, 'x'),
    ],
  ],
  [
    'a list of carrier accounts that lacks the second account',
    'ENDPOINTS-76',
    (history) => [
      addCarrierAccount(history, 'ca_1'),
      addCarrierAccount(history, 'ca_2'),
      addAccountList(history, 'ca_1'),
    ],
  ],
  [
    'a list of carrier accounts with a disconnected account',
    'ENDPOINTS-76',
    (history) => [
      addCarrierAccount(history, 'ca_1'),
      addAccountList(history, 'ca_1'),
      history.control({ kind: 'carrier disconnected', accountId: 'ca_1' }),
      addAccountList(history, 'ca_1'),
    ],
  ],
  [
    'a list of carrier accounts with the account of another client',
    'SERVICE-11',
    (history) => [addCarrierAccount(history, 'ca_3', 'b'), addAccountList(history, 'ca_3')],
  ],
  [
    'rates from the carrier account of another client',
    'RESOURCES-45',
    (history) => [
      addQuote(history, 'platform'),
      addCarrierAccount(history, 'ca_3', 'b'),
      addQuote(history, 'byoa'),
    ],
  ],
]

describe('the isolation oracle', () => testCases(isolation, cases))
