import { describe } from 'vitest'
import {
  concurrently,
  findsBroken,
  findsNothing,
  type OracleHistory,
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
const refusal = (status: number, code: string) => ({ status, json: { error: { code } } })
const buy = (history: OracleHistory, more = {}, key: Key = 'test') =>
  history.call('buyLabel', {
    key,
    body: { rate_id: 'rate_1' },
    answer: { status: 201, json: createLabel(key, more) },
  })
const read = (history: OracleHistory, more = {}, key: Key | object = 'test') =>
  history.call('getLabel', { key, id: 'lbl_1', answer: { json: createLabel('test', more) } })
const voidLabel = (history: OracleHistory, answer: object | null = {}, id = 'lbl_1') =>
  history.call('voidLabel', { id, answer })
/** Adds a void without permission whose response was lost. */
const voidWithoutPermission = (
  history: OracleHistory,
  key: { readonly client?: 'b'; readonly scopes?: string[]; readonly isRevoked?: true },
) => history.call('voidLabel', { client: key.client ?? 'a', key, id: 'lbl_1', answer: null })
const voidInLastSecond = (history: OracleHistory) =>
  history.call('voidLabel', {
    key: { expiresAtMs: Date.parse('2031-03-04T09:30:00.000Z') },
    id: 'lbl_1',
    answer: null,
  })
const second = { id: 'lbl_2', tracking_number: '99990002' }
const requested = { void_status: 'requested' }
const already = refusal(422, 'LABEL.VOID.ALREADY_REQUESTED')
const ineligible = refusal(422, 'LABEL.VOID.INELIGIBLE')
const scan = (history: OracleHistory, labelId = 'lbl_1') => history.control({ kind: 'scanned', labelId })
const notFound = refusal(404, 'LABEL.NOT_FOUND')

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
  findsBroken(labels, [
    ...fields.map(([statement, key, wrong]) => ({
      statement,
      what: `a ${key} label is never one with ${JSON.stringify(wrong).slice(0, 50)}`,
      steps: (history: OracleHistory, isRight: boolean) => [
        buy(history, { id: 'lbl_0', tracking_number: key === 'test' ? '99990000' : '94000' }, key),
        buy(history, isRight ? {} : wrong, key),
      ],
    })),
    ...kept.map(([statement, wrong]) => ({
      statement,
      what: `a label reads as bought, not with ${JSON.stringify(wrong).slice(0, 40)}`,
      steps: (history: OracleHistory, isRight: boolean) => [
        buy(history),
        buy(history, second),
        history.advance(86_400),
        read(history, isRight ? {} : wrong, { name: 'a.s3' }),
      ],
    })),
    {
      statement: 'RESOURCES-67',
      what: 'a label was created when it was bought',
      steps: (history, isRight) => [
        history.advance(86_400),
        buy(history, { created_at: isRight ? '2031-03-05T09:30:00Z' : '2031-03-04T09:30:00Z' }),
      ],
    },
    {
      statement: 'RESOURCES-52',
      what: 'each has a unique id',
      steps: (history, isRight) => [
        buy(history),
        buy(history, isRight ? second : { tracking_number: '99990002' }),
      ],
    },
    {
      statement: 'RESOURCES-53',
      what: 'each live label has a unique number',
      steps: (history, isRight) => [
        buy(history, {}, 'live'),
        buy(history, { id: 'lbl_2', tracking_number: isRight ? '94002' : '94001' }, 'live'),
      ],
    },
    {
      statement: 'ENDPOINTS-52',
      what: 'a label stays readable',
      steps: (history, isRight) => [
        buy(history),
        voidLabel(history),
        history.advance(2_592_000),
        isRight ? read(history, requested) : history.call('getLabel', { id: 'lbl_1', answer: notFound }),
      ],
    },
    {
      statement: 'ENDPOINTS-54',
      what: 'an unknown id cannot be read',
      steps: (history, isRight) => [
        history.call('getLabel', {
          id: 'lbl_000000000000',
          answer: isRight ? notFound : { json: createLabel('test') },
        }),
      ],
    },
    {
      statement: 'ENDPOINTS-59',
      what: 'an unknown id cannot be voided',
      steps: (history, isRight) => [voidLabel(history, isRight ? notFound : already, 'lbl_000000000000')],
    },
    {
      statement: 'ENDPOINTS-55',
      what: 'a label has its PDF',
      steps: (history, isRight) => [
        buy(history),
        isRight ? withPdf(history) : history.call('downloadLabel', { id: 'lbl_1', answer: notFound }),
      ],
    },
    {
      statement: 'STATES-11',
      what: 'a label that nobody has scanned can be voided, also after another was voided and scanned',
      steps: (history, isRight) => [
        buy(history),
        buy(history, second),
        voidLabel(history, {}, 'lbl_2'),
        scan(history, 'lbl_2'),
        voidLabel(history, isRight ? {} : ineligible),
      ],
    },
    {
      statement: 'STATES-11',
      what: 'a label without a void has no pending void',
      steps: (history, isRight) => [
        buy(history),
        history.advance(86_400),
        voidLabel(history, isRight ? {} : already),
        voidLabel(history, already),
      ],
    },
    {
      statement: 'STATES-12',
      what: 'a reading shows the void',
      steps: (history, isRight) => [
        buy(history),
        read(history),
        voidLabel(history),
        read(history, isRight ? requested : { updated_at: '2031-03-04T09:30:00Z' }),
      ],
    },
    {
      statement: 'STATES-14',
      what: 'a label that was scanned is not voided, also a day later',
      steps: (history, isRight) => [
        buy(history),
        scan(history),
        history.advance(86_400),
        voidLabel(history, isRight ? ineligible : {}),
      ],
    },
    {
      statement: 'STATES-15',
      what: 'a void that is refused after a scan changes nothing',
      steps: (history, isRight) => [
        buy(history),
        scan(history),
        read(history),
        voidLabel(history, ineligible),
        read(history, isRight ? {} : requested),
      ],
    },
    {
      statement: 'STATES-16',
      what: 'a second void is refused, also a day later',
      steps: (history, isRight) => [
        buy(history),
        voidLabel(history),
        history.advance(86_400),
        voidLabel(history, isRight ? already : {}),
      ],
    },
    {
      statement: 'STATES-16',
      what: 'one of two concurrent voids is refused',
      steps: (history, isRight) => [
        buy(history),
        concurrently(voidLabel(history), voidLabel(history, isRight ? already : {})),
      ],
    },
    {
      statement: 'STATES-17',
      what: 'a second void changes nothing',
      steps: (history, isRight) => [
        buy(history),
        voidLabel(history),
        read(history, requested),
        voidLabel(history, already),
        read(history, isRight ? requested : { void_status: 'requested twice' }),
      ],
    },
    {
      statement: 'ENDPOINTS-53',
      what: "a reading does not show another label's void",
      steps: (history, isRight) => [
        buy(history),
        buy(history, second),
        read(history),
        voidLabel(history, {}, 'lbl_2'),
        read(history, isRight ? {} : requested),
      ],
    },
  ])

  findsNothing(labels, [
    ['all labels of the sandbox have one number', (history) => [buy(history), buy(history, { id: 'lbl_2' })]],
    [
      'a void was lost, and was done',
      (history) => [buy(history), voidLabel(history, null), voidLabel(history, already)],
    ],
    [
      'a void was lost, and was not done',
      (history) => [buy(history), voidLabel(history, null), voidLabel(history)],
    ],
    [
      'another client’s void of the label was lost, and the owner voids it',
      (history) => [buy(history), voidWithoutPermission(history, { client: 'b' }), voidLabel(history)],
    ],
    [
      'a void by a key without the scope was lost, and the owner voids it',
      (history) => [
        buy(history),
        voidWithoutPermission(history, { scopes: ['labels:read'] }),
        voidLabel(history),
      ],
    ],
    [
      'a void by a revoked key was lost, and the owner voids it',
      (history) => [buy(history), voidWithoutPermission(history, { isRevoked: true }), voidLabel(history)],
    ],
    [
      'a void by a key in its last second was lost, and was not done',
      (history) => [buy(history), voidInLastSecond(history), voidLabel(history)],
    ],
    [
      'a void by a key in its last second was lost, and was done',
      (history) => [buy(history), voidInLastSecond(history), voidLabel(history, already)],
    ],
    [
      'a carrier has scanned the package in a day',
      (history) => [
        buy(history),
        history.advance(86_400),
        voidLabel(history, ineligible),
        voidLabel(history, ineligible),
      ],
    ],
    [
      'a void is done in time, and nothing is pending any more',
      (history) => [
        buy(history),
        voidLabel(history),
        read(history, requested),
        history.advance(604_800),
        read(history, { void_status: 'voided' }),
        voidLabel(history, notFound),
      ],
    ],
    [
      'the PDF of a voided label is gone',
      (history) => [
        buy(history),
        voidLabel(history),
        history.call('downloadLabel', { id: 'lbl_1', answer: notFound }),
      ],
    ],
    [
      'a label tells when it was read',
      (history) => [
        buy(history),
        read(history, { meta: { request_id: 'req_1', as_of: 'now' }, revision: 1 }),
        read(history, { meta: { request_id: 'req_2', as_of: 'then' }, revision: 2 }),
      ],
    ],
    [
      'somebody else asks',
      (history) => [
        buy(history),
        history.call('getLabel', { client: 'b', key: { client: 'b' }, id: 'lbl_1', answer: notFound }),
        history.call('voidLabel', { client: 'b', key: { client: 'b' }, id: 'lbl_1', answer: notFound }),
        history.call('getLabel', {
          key: { scopes: ['wallet:read'] },
          id: 'lbl_1',
          answer: refusal(403, 'AUTH.KEY.INSUFFICIENT_SCOPE'),
        }),
      ],
    ],
  ])
})

function withPdf(history: OracleHistory) {
  const step = history.call('downloadLabel', { id: 'lbl_1' })
  return step.answer === undefined
    ? step
    : { ...step, answer: { ...step.answer, body: Buffer.from('%PDF-1.7 …'), json: undefined } }
}
