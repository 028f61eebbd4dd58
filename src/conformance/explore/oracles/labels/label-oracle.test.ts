import { describe } from 'vitest'
import {
  groupConcurrentSteps,
  type OracleHistory,
  testBrokenStatements,
  testCorrectHistories,
} from '../../../../../test/support/conformance/oracle-history.ts'
import { labels } from './label-oracle.ts'

const address = {
  name: 'Robin Sample',
  street: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
  phone: '2125550100',
  email: 'robin@example.com',
}
type Key = 'test' | 'live'
const createLabel = (key: Key, more = {}) => ({
  id: 'lbl_1',
  tracking_number: key === 'test' ? '99990001' : '94001',
  label_url: key === 'test' ? 'http://h/v1/sandbox/labels/lbl_1.pdf' : 'http://h/v1/labels/lbl_1/download',
  carrier: 'USPS',
  service: 'Ground',
  rate_cents: 700,
  sandbox: key === 'test',
  wallet_balance_after_cents: 9_300,
  from_address: address,
  to_address: address,
  void_status: null,
  ...more,
})
const createRefusal = (status: number, code: string) => ({ status, json: { error: { code } } })
const addPurchase = (history: OracleHistory, more = {}, key: Key = 'test') =>
  history.call('buyLabel', {
    key,
    body: { rate_id: 'rate_1' },
    answer: { status: 201, json: createLabel(key, more) },
  })
const addLabelReading = (history: OracleHistory, more = {}, key: Key | object = 'test') =>
  history.call('getLabel', { key, id: 'lbl_1', answer: { json: createLabel('test', more) } })
const addVoid = (history: OracleHistory, answer: object | null = {}, id = 'lbl_1') =>
  history.call('voidLabel', { id, answer })
/** Adds a request to void another client's label. The response to the request is lost. */
const addForeignVoid = (
  history: OracleHistory,
  key: { readonly client?: 'b'; readonly scopes?: string[]; readonly isRevoked?: true },
) => history.call('voidLabel', { client: key.client ?? 'a', key, id: 'lbl_1', answer: null })
const addVoidInLastSecond = (history: OracleHistory) =>
  history.call('voidLabel', {
    key: { expiresAtMs: Date.parse('2031-03-04T09:30:00.000Z') },
    id: 'lbl_1',
    answer: null,
  })
const secondLabel = { id: 'lbl_2', tracking_number: '99990002' }
const withRequestedVoid = { void_status: 'requested' }
const alreadyRequested = createRefusal(422, 'LABEL.VOID.ALREADY_REQUESTED')
const ineligible = createRefusal(422, 'LABEL.VOID.INELIGIBLE')
const addScan = (history: OracleHistory, labelId = 'lbl_1') => history.control({ kind: 'scanned', labelId })
const notFound = createRefusal(404, 'LABEL.NOT_FOUND')

const fields = [
  ['RESOURCES-51', 'test', { id: 'label_1' }],
  ['RESOURCES-53', 'test', { tracking_number: '' }],
  ['RESOURCES-55', 'test', { label_url: 'h/v1/sandbox/labels/lbl_1.pdf' }],
  ['RESOURCES-58', 'test', { rate_cents: '700' }],
  ['RESOURCES-63', 'test', { wallet_balance_after_cents: 'unlimited' }],
  ['RESOURCES-61', 'test', { sandbox: false }],
  ['SERVICE-28', 'test', { tracking_number: '94001' }],
  ['SERVICE-29', 'test', { label_url: 'http://h/v1/labels/lbl_1/download' }],
  ['RESOURCES-62', 'live', { sandbox: true }],
  ['AUTHENTICATION-2', 'live', { label_url: 'http://h/v1/sandbox/labels/lbl_1.pdf' }],
  ['CONVENTIONS-6', 'test', { created_at: 'today' }],
  ['RESOURCES-65', 'test', { from_address: undefined }],
  ['RESOURCES-66', 'test', { to_address: 'New York' }],
  ['RESOURCES-9', 'test', { from_address: { ...address, street: undefined } }],
  ['RESOURCES-20', 'test', { to_address: { ...address, phone: undefined } }],
  ['RESOURCES-16', 'test', { to_address: { ...address, zip: '' } }],
] as const

const kept = [
  ['RESOURCES-53', { tracking_number: '99990009' }],
  ['RESOURCES-56', { carrier: 'UPS' }],
  ['RESOURCES-57', { service: 'Air' }],
  ['RESOURCES-59', { rate_cents: 0 }],
  ['RESOURCES-60', { sandbox: false }],
  ['RESOURCES-56', { carrier: undefined }],
  ['RESOURCES-55', { label_url: null }],
  ['RESOURCES-67', { created_at: '2031-03-05T09:30:00Z' }],
  ['RESOURCES-64', { wallet_balance_after_cents: 1 }],
  ['ENDPOINTS-52', { id: 'lbl_2' }],
  ['VERSIONING-8', { to_address: { ...address, phone: null } }],
] as const

describe('the label oracle', () => {
  testBrokenStatements(labels, [
    ...fields.map(([statement, key, wrong]) => ({
      statement,
      what: `a ${key} label has a correct ${Object.keys(wrong)[0]}, not ${JSON.stringify(wrong).slice(0, 40)}`,
      steps: (history: OracleHistory, isRight: boolean) => [
        addPurchase(history, { id: 'lbl_0', tracking_number: key === 'test' ? '99990000' : '94000' }, key),
        addPurchase(history, isRight ? {} : wrong, key),
      ],
    })),
    ...kept.map(([statement, wrong]) => ({
      statement,
      what: `a label that is read later has the ${Object.keys(wrong)[0]} of its purchase, not ${JSON.stringify(wrong).slice(0, 40)}`,
      steps: (history: OracleHistory, isRight: boolean) => [
        addPurchase(history),
        addPurchase(history, secondLabel),
        history.advance(86_400),
        addLabelReading(history, isRight ? {} : wrong, { name: 'a.s3' }),
      ],
    })),
    {
      statement: 'RESOURCES-67',
      what: 'created_at of a label is the time of its purchase',
      steps: (history, isRight) => [
        history.advance(86_400),
        addPurchase(history, { created_at: isRight ? '2031-03-05T09:30:00Z' : '2031-03-04T09:30:00Z' }),
      ],
    },
    {
      statement: 'RESOURCES-52',
      what: 'each label has a unique id',
      steps: (history, isRight) => [
        addPurchase(history),
        addPurchase(history, isRight ? secondLabel : { tracking_number: '99990002' }),
      ],
    },
    {
      statement: 'RESOURCES-53',
      what: 'each live label has a unique tracking number',
      steps: (history, isRight) => [
        addPurchase(history, {}, 'live'),
        addPurchase(history, { id: 'lbl_2', tracking_number: isRight ? '94002' : '94001' }, 'live'),
      ],
    },
    {
      statement: 'ENDPOINTS-52',
      what: 'a bought label can be read later',
      steps: (history, isRight) => [
        addPurchase(history),
        addVoid(history),
        history.advance(2_592_000),
        isRight
          ? addLabelReading(history, withRequestedVoid)
          : history.call('getLabel', { id: 'lbl_1', answer: notFound }),
      ],
    },
    {
      statement: 'ENDPOINTS-54',
      what: 'a label with an unknown id cannot be read',
      steps: (history, isRight) => [
        history.call('getLabel', {
          id: 'lbl_000000000000',
          answer: isRight ? notFound : { json: createLabel('test') },
        }),
      ],
    },
    {
      statement: 'ENDPOINTS-59',
      what: 'a label with an unknown id cannot be voided',
      steps: (history, isRight) => [
        addVoid(history, isRight ? notFound : alreadyRequested, 'lbl_000000000000'),
      ],
    },
    {
      statement: 'ENDPOINTS-55',
      what: 'the download of a label is a PDF',
      steps: (history, isRight) => [
        addPurchase(history),
        isRight ? addPdfDownload(history) : history.call('downloadLabel', { id: 'lbl_1', answer: notFound }),
      ],
    },
    {
      statement: 'STATES-11',
      what: 'a label that was not scanned can be voided, also after another label was voided and scanned',
      steps: (history, isRight) => [
        addPurchase(history),
        addPurchase(history, secondLabel),
        addVoid(history, {}, 'lbl_2'),
        addScan(history, 'lbl_2'),
        addVoid(history, isRight ? {} : ineligible),
      ],
    },
    {
      statement: 'STATES-11',
      what: 'a label without a void has no pending void',
      steps: (history, isRight) => [
        addPurchase(history),
        history.advance(86_400),
        addVoid(history, isRight ? {} : alreadyRequested),
        addVoid(history, alreadyRequested),
      ],
    },
    {
      statement: 'STATES-12',
      what: 'a voided label that is read shows the void',
      steps: (history, isRight) => [
        addPurchase(history),
        addLabelReading(history),
        addVoid(history),
        addLabelReading(history, isRight ? withRequestedVoid : { updated_at: '2031-03-04T09:30:00Z' }),
      ],
    },
    {
      statement: 'STATES-14',
      what: 'a label that was scanned cannot be voided, also a day later',
      steps: (history, isRight) => [
        addPurchase(history),
        addScan(history),
        history.advance(86_400),
        addVoid(history, isRight ? ineligible : {}),
      ],
    },
    {
      statement: 'STATES-15',
      what: 'a void that is refused after a scan changes nothing',
      steps: (history, isRight) => [
        addPurchase(history),
        addScan(history),
        addLabelReading(history),
        addVoid(history, ineligible),
        addLabelReading(history, isRight ? {} : withRequestedVoid),
      ],
    },
    {
      statement: 'STATES-16',
      what: 'a second void of a label is refused, also a day later',
      steps: (history, isRight) => [
        addPurchase(history),
        addVoid(history),
        history.advance(86_400),
        addVoid(history, isRight ? alreadyRequested : {}),
      ],
    },
    {
      statement: 'STATES-16',
      what: 'one of two concurrent voids of a label is refused',
      steps: (history, isRight) => [
        addPurchase(history),
        groupConcurrentSteps(addVoid(history), addVoid(history, isRight ? alreadyRequested : {})),
      ],
    },
    {
      statement: 'STATES-17',
      what: 'a refused second void of a label changes nothing',
      steps: (history, isRight) => [
        addPurchase(history),
        addVoid(history),
        addLabelReading(history, withRequestedVoid),
        addVoid(history, alreadyRequested),
        addLabelReading(history, isRight ? withRequestedVoid : { void_status: 'requested twice' }),
      ],
    },
    {
      statement: 'ENDPOINTS-53',
      what: 'a label that is read does not show the void of another label',
      steps: (history, isRight) => [
        addPurchase(history),
        addPurchase(history, secondLabel),
        addLabelReading(history),
        addVoid(history, {}, 'lbl_2'),
        addLabelReading(history, isRight ? {} : withRequestedVoid),
      ],
    },
  ])

  testCorrectHistories(labels, [
    [
      'all labels of the sandbox have the same tracking number',
      (history) => [addPurchase(history), addPurchase(history, { id: 'lbl_2' })],
    ],
    [
      'the response to a void was lost, and the label is voided',
      (history) => [addPurchase(history), addVoid(history, null), addVoid(history, alreadyRequested)],
    ],
    [
      'the response to a void was lost, and the label is not voided',
      (history) => [addPurchase(history), addVoid(history, null), addVoid(history)],
    ],
    [
      'the response to another client’s void was lost, and the owner voids the label',
      (history) => [addPurchase(history), addForeignVoid(history, { client: 'b' }), addVoid(history)],
    ],
    [
      'the response to a void without the scope was lost, and the owner voids the label',
      (history) => [
        addPurchase(history),
        addForeignVoid(history, { scopes: ['labels:read'] }),
        addVoid(history),
      ],
    ],
    [
      'the response to a void with a revoked key was lost, and the owner voids the label',
      (history) => [addPurchase(history), addForeignVoid(history, { isRevoked: true }), addVoid(history)],
    ],
    [
      'a key in its last second voids a label, the response is lost, and the label is not voided',
      (history) => [addPurchase(history), addVoidInLastSecond(history), addVoid(history)],
    ],
    [
      'a key in its last second voids a label, the response is lost, and the label is voided',
      (history) => [addPurchase(history), addVoidInLastSecond(history), addVoid(history, alreadyRequested)],
    ],
    [
      'a carrier scans the package of a label within a day',
      (history) => [
        addPurchase(history),
        history.advance(86_400),
        addVoid(history, ineligible),
        addVoid(history, ineligible),
      ],
    ],
    [
      'a void is completed after some time, and no void is pending any more',
      (history) => [
        addPurchase(history),
        addVoid(history),
        addLabelReading(history, withRequestedVoid),
        history.advance(604_800),
        addLabelReading(history, { void_status: 'voided' }),
        addVoid(history, notFound),
      ],
    ],
    [
      'the PDF of a voided label is gone',
      (history) => [
        addPurchase(history),
        addVoid(history),
        history.call('downloadLabel', { id: 'lbl_1', answer: notFound }),
      ],
    ],
    [
      'a label that is read contains the time at which it is read',
      (history) => [
        addPurchase(history),
        addLabelReading(history, { meta: { request_id: 'req_1', as_of: 'now' }, revision: 1 }),
        addLabelReading(history, { meta: { request_id: 'req_2', as_of: 'then' }, revision: 2 }),
      ],
    ],
    [
      'another client or a key without the scope requests a label',
      (history) => [
        addPurchase(history),
        history.call('getLabel', { client: 'b', key: { client: 'b' }, id: 'lbl_1', answer: notFound }),
        history.call('voidLabel', { client: 'b', key: { client: 'b' }, id: 'lbl_1', answer: notFound }),
        history.call('getLabel', {
          key: { scopes: ['wallet:read'] },
          id: 'lbl_1',
          answer: createRefusal(403, 'AUTH.KEY.INSUFFICIENT_SCOPE'),
        }),
      ],
    ],
  ])
})

function addPdfDownload(history: OracleHistory) {
  const step = history.call('downloadLabel', { id: 'lbl_1' })
  return step.answer === undefined
    ? step
    : { ...step, answer: { ...step.answer, body: Buffer.from('%PDF-1.7 …'), json: undefined } }
}
