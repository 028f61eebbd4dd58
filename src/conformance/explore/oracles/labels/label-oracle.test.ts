import { describe } from 'vitest'
import {
  atOnce,
  findsBroken,
  findsNothing,
  type ToldHistory,
} from '../../../../../test/support/oracle-history.ts'
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
const labelOf = (key: Key, more = {}) => ({
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
const buy = (told: ToldHistory, more = {}, key: Key = 'test') =>
  told.call('buyLabel', {
    key,
    body: { rate_id: 'rate_1' },
    answer: { status: 201, json: labelOf(key, more) },
  })
const read = (told: ToldHistory, more = {}, key: Key | object = 'test') =>
  told.call('getLabel', { key, id: 'lbl_1', answer: { json: labelOf('test', more) } })
const voiding = (told: ToldHistory, answer: object | null = {}, id = 'lbl_1') =>
  told.call('voidLabel', { id, answer })
/** A void whose sender has no right to it, and whose answer a fault has taken. */
const strangersVoid = (
  told: ToldHistory,
  key: { readonly client?: 'b'; readonly scopes?: string[]; readonly isRevoked?: true },
) => told.call('voidLabel', { client: key.client ?? 'a', key, id: 'lbl_1', answer: null })
const lastSecondVoid = (told: ToldHistory) =>
  told.call('voidLabel', {
    key: { expiresAtMs: Date.parse('2031-03-04T09:30:00.000Z') },
    id: 'lbl_1',
    answer: null,
  })
const second = { id: 'lbl_2', tracking_number: '99990002' }
const requested = { void_status: 'requested' }
const already = refusal(422, 'LABEL.VOID.ALREADY_REQUESTED')
const ineligible = refusal(422, 'LABEL.VOID.INELIGIBLE')
const scan = (told: ToldHistory, labelId = 'lbl_1') => told.control({ kind: 'scanned', labelId })
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

describe('the judge of labels', () => {
  findsBroken(labels, [
    ...fields.map(([statement, key, wrong]) => ({
      statement,
      what: `a ${key} label is never one with ${JSON.stringify(wrong).slice(0, 50)}`,
      steps: (told: ToldHistory, isRight: boolean) => [
        buy(told, { id: 'lbl_0', tracking_number: key === 'test' ? '99990000' : '94000' }, key),
        buy(told, isRight ? {} : wrong, key),
      ],
    })),
    ...kept.map(([statement, wrong]) => ({
      statement,
      what: `a label reads as bought, not with ${JSON.stringify(wrong).slice(0, 40)}`,
      steps: (told: ToldHistory, isRight: boolean) => [
        buy(told),
        buy(told, second),
        told.advance(86_400),
        read(told, isRight ? {} : wrong, { name: 'a.s3' }),
      ],
    })),
    {
      statement: 'RESOURCES-67',
      what: 'a label was created when it was bought',
      steps: (told, isRight) => [
        told.advance(86_400),
        buy(told, { created_at: isRight ? '2031-03-05T09:30:00Z' : '2031-03-04T09:30:00Z' }),
      ],
    },
    {
      statement: 'RESOURCES-52',
      what: 'each has an id of its own',
      steps: (told, isRight) => [buy(told), buy(told, isRight ? second : { tracking_number: '99990002' })],
    },
    {
      statement: 'RESOURCES-53',
      what: 'each live label has a number of its own',
      steps: (told, isRight) => [
        buy(told, {}, 'live'),
        buy(told, { id: 'lbl_2', tracking_number: isRight ? '94002' : '94001' }, 'live'),
      ],
    },
    {
      statement: 'ENDPOINTS-52',
      what: 'a label stays where it is',
      steps: (told, isRight) => [
        buy(told),
        voiding(told),
        told.advance(2_592_000),
        isRight ? read(told, requested) : told.call('getLabel', { id: 'lbl_1', answer: notFound }),
      ],
    },
    {
      statement: 'ENDPOINTS-54',
      what: 'an id of nothing is not read',
      steps: (told, isRight) => [
        told.call('getLabel', {
          id: 'lbl_000000000000',
          answer: isRight ? notFound : { json: labelOf('test') },
        }),
      ],
    },
    {
      statement: 'ENDPOINTS-59',
      what: 'an id of nothing is not voided',
      steps: (told, isRight) => [voiding(told, isRight ? notFound : already, 'lbl_000000000000')],
    },
    {
      statement: 'ENDPOINTS-55',
      what: 'the PDF of a label is there',
      steps: (told, isRight) => [
        buy(told),
        isRight ? withPdf(told) : told.call('downloadLabel', { id: 'lbl_1', answer: notFound }),
      ],
    },
    {
      statement: 'STATES-11',
      what: 'a label that nobody has scanned can be voided, also after another was voided and scanned',
      steps: (told, isRight) => [
        buy(told),
        buy(told, second),
        voiding(told, {}, 'lbl_2'),
        scan(told, 'lbl_2'),
        voiding(told, isRight ? {} : ineligible),
      ],
    },
    {
      statement: 'STATES-11',
      what: 'a label that nobody has voided has no void under way',
      steps: (told, isRight) => [
        buy(told),
        told.advance(86_400),
        voiding(told, isRight ? {} : already),
        voiding(told, already),
      ],
    },
    {
      statement: 'STATES-12',
      what: 'a void shows',
      steps: (told, isRight) => [
        buy(told),
        read(told),
        voiding(told),
        read(told, isRight ? requested : { updated_at: '2031-03-04T09:30:00Z' }),
      ],
    },
    {
      statement: 'STATES-14',
      what: 'a label that was scanned is not voided, also a day later',
      steps: (told, isRight) => [
        buy(told),
        scan(told),
        told.advance(86_400),
        voiding(told, isRight ? ineligible : {}),
      ],
    },
    {
      statement: 'STATES-15',
      what: 'a void that is refused after a scan changes nothing',
      steps: (told, isRight) => [
        buy(told),
        scan(told),
        read(told),
        voiding(told, ineligible),
        read(told, isRight ? {} : requested),
      ],
    },
    {
      statement: 'STATES-16',
      what: 'a second void is refused, also a day later',
      steps: (told, isRight) => [
        buy(told),
        voiding(told),
        told.advance(86_400),
        voiding(told, isRight ? already : {}),
      ],
    },
    {
      statement: 'STATES-16',
      what: 'of two voids at once one is refused',
      steps: (told, isRight) => [buy(told), atOnce(voiding(told), voiding(told, isRight ? already : {}))],
    },
    {
      statement: 'STATES-17',
      what: 'a second void changes nothing',
      steps: (told, isRight) => [
        buy(told),
        voiding(told),
        read(told, requested),
        voiding(told, already),
        read(told, isRight ? requested : { void_status: 'requested twice' }),
      ],
    },
    {
      statement: 'ENDPOINTS-53',
      what: 'the void of another label does not show',
      steps: (told, isRight) => [
        buy(told),
        buy(told, second),
        read(told),
        voiding(told, {}, 'lbl_2'),
        read(told, isRight ? {} : requested),
      ],
    },
  ])

  findsNothing(labels, [
    ['all labels of the sandbox have one number', (told) => [buy(told), buy(told, { id: 'lbl_2' })]],
    ['a void was lost, and was done', (told) => [buy(told), voiding(told, null), voiding(told, already)]],
    ['a void was lost, and was not done', (told) => [buy(told), voiding(told, null), voiding(told)]],
    [
      'another client’s void of the label was lost, and the owner voids it',
      (told) => [buy(told), strangersVoid(told, { client: 'b' }), voiding(told)],
    ],
    [
      'a void by a key without the scope was lost, and the owner voids it',
      (told) => [buy(told), strangersVoid(told, { scopes: ['labels:read'] }), voiding(told)],
    ],
    [
      'a void by a revoked key was lost, and the owner voids it',
      (told) => [buy(told), strangersVoid(told, { isRevoked: true }), voiding(told)],
    ],
    [
      'a void by a key in its last second was lost, and was not done',
      (told) => [buy(told), lastSecondVoid(told), voiding(told)],
    ],
    [
      'a void by a key in its last second was lost, and was done',
      (told) => [buy(told), lastSecondVoid(told), voiding(told, already)],
    ],
    [
      'a carrier has scanned the package in a day',
      (told) => [buy(told), told.advance(86_400), voiding(told, ineligible), voiding(told, ineligible)],
    ],
    [
      'a void is done in time, and nothing is pending any more',
      (told) => [
        buy(told),
        voiding(told),
        read(told, requested),
        told.advance(604_800),
        read(told, { void_status: 'voided' }),
        voiding(told, notFound),
      ],
    ],
    [
      'the PDF of a voided label is gone',
      (told) => [buy(told), voiding(told), told.call('downloadLabel', { id: 'lbl_1', answer: notFound })],
    ],
    [
      'a label tells when it was read',
      (told) => [
        buy(told),
        read(told, { meta: { request_id: 'req_1', as_of: 'now' }, revision: 1 }),
        read(told, { meta: { request_id: 'req_2', as_of: 'then' }, revision: 2 }),
      ],
    ],
    [
      'somebody else asks',
      (told) => [
        buy(told),
        told.call('getLabel', { client: 'b', key: { client: 'b' }, id: 'lbl_1', answer: notFound }),
        told.call('voidLabel', { client: 'b', key: { client: 'b' }, id: 'lbl_1', answer: notFound }),
        told.call('getLabel', {
          key: { scopes: ['wallet:read'] },
          id: 'lbl_1',
          answer: refusal(403, 'AUTH.KEY.INSUFFICIENT_SCOPE'),
        }),
      ],
    ],
  ])
})

function withPdf(told: ToldHistory) {
  const step = told.call('downloadLabel', { id: 'lbl_1' })
  return step.answer === undefined
    ? step
    : { ...step, answer: { ...step.answer, body: Buffer.from('%PDF-1.7 …'), json: undefined } }
}
