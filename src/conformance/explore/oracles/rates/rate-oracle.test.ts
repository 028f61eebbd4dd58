import { describe } from 'vitest'
import {
  concurrently,
  findsBroken,
  findsNothing,
  type OracleHistory,
  type StatementHistory,
} from '../../../../../test/support/conformance/oracle-history.ts'
import { rates } from './rate-oracle.ts'

const address = (name: string, street1: string) => ({
  name,
  street1,
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  country: 'US',
})
const from = address('Harbor Outfitters', '1100 Congress Ave')
const to = address('Robin Sample', '350 5th Ave')
const other = address('Alex Other', '12 Maple Ln')
const parcel = { weight_oz: 16, length: 8, width: 6, height: 4 }
const shipment = { from_address: from, to_address: to, parcel }

const rate = (id: string, carrier: string, cents: number, more = {}) => ({
  id: `rate_${id}`,
  carrier,
  service: `${carrier} Ground`,
  rate_cents: cents,
  carrier_eta: '2031-03-08',
  carbon_grams: 120,
  account_type: 'platform',
  ...more,
})
type Rate = ReturnType<typeof rate>
const makeThree = (mark: string): readonly Rate[] => [
  rate(`${mark}1`, 'USPS', 700),
  rate(`${mark}2`, 'UPS', 900),
  rate(`${mark}3`, 'FedEx', 1_100),
]
const omit = (list: readonly Rate[], carrier: string) => list.filter((each) => each.carrier !== carrier)
const makeOwn = (mark: string, carrier: string) => rate(mark, carrier, 1_200, { account_type: 'byoa' })

const quote = (
  history: OracleHistory,
  list: readonly unknown[],
  { failed, body = shipment, client = 'a' }: { failed?: unknown; body?: unknown; client?: 'a' | 'b' } = {},
) =>
  history.call('createRates', {
    client,
    key: { client },
    body,
    answer: { json: { rates: list, ...(failed !== undefined && { failed_carriers: failed }) } },
  })
const refusal = (status: number, code: string) => ({ status, json: { error: { code } } })
const sell = (carrier = 'USPS', cents = 700, recipient: object = to) => ({
  status: 201,
  json: {
    id: 'lbl_1',
    carrier,
    service: `${carrier} Ground`,
    rate_cents: cents,
    from_address: from,
    to_address: recipient,
  },
})
const buy = (history: OracleHistory, id: string, answer: object, key: 'test' | 'live' = 'test') =>
  history.call('buyLabel', { key, body: { rate_id: `rate_${id}` }, answer })
const addFault = (history: OracleHistory, carrier: string, more = {}) =>
  history.control({
    kind: 'fault added',
    fault: { target: `carrier:${carrier}`, operation: 'rates', mode: 'down', ...more },
  })
const connect = (
  history: OracleHistory,
  carrier: string,
  client: 'a' | 'b' = 'a',
  credentials: 'valid' | 'rejected' = 'valid',
) => history.control({ kind: 'carrier connected', carrier, credentials, accountId: `ca_${carrier}` }, client)

const fields = [
  ['RESOURCES-31', 'id', 'shp_1'],
  ['RESOURCES-34', 'carrier', null],
  ['RESOURCES-35', 'service', 5],
  ['RESOURCES-36', 'rate_cents', 7.5],
  ['RESOURCES-39', 'carrier_eta', '2031-02-30'],
  ['RESOURCES-41', 'carbon_grams', undefined],
  ['RESOURCES-43', 'account_type', 'own'],
] as const

describe('the rate oracle', () => {
  findsBroken(rates, [
    ...fields.map(([statement, name, wrong]) => ({
      statement,
      what: `every rate has ${name} as it must be`,
      steps: (history: OracleHistory, isRight: boolean) => [
        quote(history, [
          rate('a', 'USPS', 700),
          isRight ? rate('b', 'UPS', 800) : { ...rate('b', 'UPS', 800), [name]: wrong },
        ]),
      ],
    })),
    {
      statement: 'ENDPOINTS-22',
      what: 'the cheapest comes first, also in the second quote',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        quote(history, isRight ? makeThree('b') : [...makeThree('b')].reverse()),
      ],
    },
    {
      statement: 'RESOURCES-33',
      what: 'two clients have no rate in common',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        quote(history, makeThree(isRight ? 'b' : 'a'), { client: 'b' }),
      ],
    },
    {
      statement: 'RESOURCES-33',
      what: 'an id is not reused for another price',
      steps: (history, isRight) => [
        quote(history, [rate('a', 'USPS', 700)]),
        quote(history, [rate('a', 'USPS', isRight ? 700 : 710)]),
      ],
    },
    {
      statement: 'RESOURCES-46',
      what: 'a rate is valid in its last second',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        history.advance(899),
        buy(history, 'a1', isRight ? sell() : refusal(422, 'RATE.EXPIRED')),
      ],
    },
    {
      statement: 'RESOURCES-46',
      what: 'a repeated rate is valid although it had expired',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        history.advance(960),
        quote(history, makeThree('a')),
        history.advance(5),
        buy(history, 'a1', isRight ? sell() : refusal(422, 'RATE.EXPIRED')),
      ],
    },
    {
      statement: 'STATES-3',
      what: 'a rate is not sold after its fifteen minutes',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        history.advance(isRight ? 899 : 901),
        buy(history, 'a1', sell()),
      ],
    },
    {
      statement: 'STATES-4',
      what: 'an old rate is refused as expired',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        history.advance(901),
        buy(history, 'a1', refusal(isRight ? 422 : 404, isRight ? 'RATE.EXPIRED' : 'RATE.NOT_FOUND')),
      ],
    },
    {
      statement: 'ENDPOINTS-32',
      what: 'a rate is kept while others are quoted',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        quote(history, makeThree('b')),
        buy(history, 'a1', isRight ? sell() : refusal(404, 'RATE.NOT_FOUND')),
      ],
    },
    {
      statement: 'STATES-4',
      what: 'an old rate is refused with no other code',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        history.advance(901),
        buy(history, 'a1', refusal(422, isRight ? 'RATE.EXPIRED' : 'RATE.GONE')),
      ],
    },
    {
      statement: 'ENDPOINTS-32',
      what: 'a rate stays valid after a refusal for money',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        buy(history, 'a1', refusal(402, 'WALLET.INSUFFICIENT_BALANCE')),
        buy(history, 'a1', isRight ? sell() : refusal(404, 'RATE.NOT_FOUND')),
      ],
    },
    {
      statement: 'ENDPOINTS-32',
      what: 'a byoa rate is also kept',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        connect(history, 'UPS'),
        quote(history, [...makeThree('b'), makeOwn('b4', 'UPS')]),
        buy(history, 'b4', isRight ? sell('UPS', 1_200) : refusal(404, 'RATE.NOT_FOUND')),
      ],
    },
    {
      statement: 'ERRORS-39',
      what: 'an unknown id is not found',
      steps: (history, isRight) => [
        buy(history, 'nobodys', isRight ? refusal(404, 'RATE.NOT_FOUND') : refusal(422, 'RATE.EXPIRED')),
      ],
    },
    {
      statement: 'SERVICE-6',
      what: 'the label has the quoted carrier',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        buy(history, 'a1', sell(isRight ? 'USPS' : 'UPS')),
      ],
    },
    {
      statement: 'RESOURCES-37',
      what: 'a rate is sold at its price, also after a quote with another',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        quote(history, [rate('b1', 'USPS', 650), ...omit(makeThree('b'), 'USPS')]),
        buy(history, 'a1', sell('USPS', isRight ? 700 : 650)),
      ],
    },
    {
      statement: 'RESOURCES-47',
      what: 'the label has the recipient of its quote',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        quote(history, makeThree('b'), { body: { ...shipment, to_address: other } }),
        buy(history, 'a1', sell('USPS', 700, isRight ? to : other)),
      ],
    },
    ...["O'Brien & Daughters", 'Łukasz Żółć'].map(
      (name): StatementHistory => ({
        statement: 'RESOURCES-47',
        what: `a name keeps its letters: ${name}`,
        steps: (history, isRight) => {
          const garbled = name.replace('&', '&amp;').replaceAll(/[^\p{ASCII}]/gu, '?')
          const named = { ...to, name }
          return [
            quote(history, makeThree('a'), { body: { ...shipment, to_address: named } }),
            buy(history, 'a1', sell('USPS', 700, { ...named, name: isRight ? name.toUpperCase() : garbled })),
          ]
        },
      }),
    ),
    {
      statement: 'STATES-5',
      what: 'a shipment that was sold can be sold again',
      steps: (history, isRight) => [
        history.advance(1),
        quote(history, makeThree('a')),
        buy(history, 'a1', sell()),
        quote(history, makeThree('b')),
        buy(history, 'b1', isRight ? sell() : refusal(500, 'LABEL.CREATION.FAILED')),
      ],
    },
    {
      statement: 'ENDPOINTS-25',
      what: 'a failing carrier affects no other',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        addFault(history, 'UPS'),
        quote(history, isRight ? omit(makeThree('b'), 'UPS') : [rate('b1', 'USPS', 700)], {
          failed: ['UPS', 'FedEx'].slice(0, isRight ? 1 : 2),
        }),
      ],
    },
    {
      statement: 'ENDPOINTS-27',
      what: 'a failing carrier is listed',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        addFault(history, 'UPS'),
        quote(history, omit(makeThree('b'), 'UPS'), { failed: isRight ? [{ carrier: 'ups' }] : [] }),
      ],
    },
    {
      statement: 'ENDPOINTS-29',
      what: 'a working carrier is not listed',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        addFault(history, 'UPS'),
        quote(history, omit(makeThree('b'), 'UPS'), { failed: isRight ? ['UPS'] : ['UPS', 'USPS'] }),
      ],
    },
    {
      statement: 'ENDPOINTS-29',
      what: 'a failure is not listed after it ended',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        addFault(history, 'UPS'),
        quote(history, omit(makeThree('b'), 'UPS'), { failed: ['UPS'] }),
        history.control({ kind: 'faults cleared' }),
        quote(history, makeThree('c'), { failed: isRight ? [] : ['UPS'] }),
      ],
    },
    {
      statement: 'ENDPOINTS-31',
      what: 'a carrier quotes again after the last trigger of its fault',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        addFault(history, 'UPS', { times: 1 }),
        quote(history, omit(makeThree('b'), 'UPS'), { failed: ['UPS'] }),
        quote(history, isRight ? makeThree('c') : omit(makeThree('c'), 'UPS'), {
          failed: isRight ? [] : ['UPS'],
        }),
      ],
    },
    {
      statement: 'ENDPOINTS-23',
      what: "the failure of one client's carrier is not another's",
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        addFault(history, 'UPS'),
        quote(history, isRight ? makeThree('b') : omit(makeThree('b'), 'UPS'), {
          client: 'b',
          failed: isRight ? [] : ['UPS'],
        }),
      ],
    },
    {
      statement: 'RESOURCES-45',
      what: 'byoa rates are for their client alone',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        connect(history, 'UPS'),
        quote(history, [...makeThree('b'), makeOwn('b4', 'UPS')], { client: isRight ? 'a' : 'b' }),
      ],
    },
    {
      statement: 'RESOURCES-45',
      what: 'a disconnected account has no rates',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        connect(history, 'UPS'),
        quote(history, [...makeThree('b'), makeOwn('b4', 'UPS')]),
        history.control({ kind: 'carrier disconnected', accountId: 'ca_UPS' }),
        quote(history, isRight ? makeThree('c') : [...makeThree('c'), makeOwn('c4', 'UPS')]),
      ],
    },
    {
      statement: 'ENDPOINTS-24',
      what: 'an account has its rates as long as it is connected',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        connect(history, 'UPS'),
        history.advance(86_400),
        quote(history, isRight ? [...makeThree('b'), makeOwn('b4', 'UPS')] : makeThree('b')),
      ],
    },
    {
      statement: 'STATES-1',
      what: 'a shipment that was quoted is quoted again',
      steps: (history, isRight) => [
        history.advance(1),
        quote(history, makeThree('a')),
        isRight
          ? quote(history, makeThree('b'))
          : history.call('createRates', { body: shipment, answer: refusal(422, 'VALIDATION.FIELD.INVALID') }),
      ],
    },
  ])

  findsBroken(rates, [
    {
      statement: 'ENDPOINTS-23',
      what: 'a rejected account hides no other carrier',
      steps: (history, isRight) => [
        quote(history, makeThree('a')),
        connect(history, 'UPS', 'a', 'rejected'),
        quote(history, omit(makeThree('b'), isRight ? 'UPS' : 'FedEx'), {
          failed: [isRight ? 'UPS' : 'FedEx'],
        }),
      ],
    },
  ])

  findsNothing(rates, [
    [
      'the platform rates of a carrier stay, or go, when an own account with it is rejected',
      (history) => [
        quote(history, makeThree('a')),
        connect(history, 'UPS', 'a', 'rejected'),
        quote(history, makeThree('b'), { failed: ['UPS'] }),
        quote(history, omit(makeThree('c'), 'UPS'), { failed: ['UPS'] }),
      ],
    ],
    [
      'a rejected account hides a carrier while the fault of another has yet to trigger twice',
      (history) => [
        quote(history, makeThree('a')),
        connect(history, 'UPS', 'a', 'rejected'),
        addFault(history, 'USPS', { times: 2 }),
        quote(history, omit(makeThree('b'), 'UPS'), { failed: ['UPS'] }),
        quote(history, omit(omit(makeThree('c'), 'UPS'), 'USPS'), { failed: ['UPS', 'USPS'] }),
        quote(history, omit(omit(makeThree('d'), 'UPS'), 'USPS'), { failed: ['UPS', 'USPS'] }),
      ],
    ],
    [
      'a repeated rate keeps its expiry',
      (history) => [
        quote(history, makeThree('a')),
        history.advance(890),
        quote(history, makeThree('a')),
        history.advance(15),
        buy(history, 'a1', refusal(422, 'RATE.EXPIRED')),
      ],
    ],
    [
      'the same rate is told again',
      (history) => [quote(history, makeThree('a')), quote(history, makeThree('a'))],
    ],
    [
      'a rate expires to the millisecond',
      (history) => [
        quote(history, makeThree('a')),
        history.advance(900),
        buy(history, 'a1', sell()),
        buy(history, 'a2', refusal(422, 'RATE.EXPIRED')),
      ],
    ],
    [
      'a rate can be sold once only',
      (history) => [
        quote(history, makeThree('a')),
        buy(history, 'a1', sell()),
        buy(history, 'a1', refusal(404, 'RATE.NOT_FOUND')),
      ],
    ],
    [
      'an expired rate is forgotten in time',
      (history) => [
        quote(history, makeThree('a')),
        history.advance(90_000),
        buy(history, 'a1', refusal(404, 'RATE.NOT_FOUND')),
      ],
    ],
    [
      'all carriers fail',
      (history) => [
        quote(history, makeThree('a')),
        addFault(history, '*'),
        history.call('createRates', { body: shipment, answer: refusal(503, 'RATE.CARRIER.UNAVAILABLE') }),
      ],
    ],
    [
      'an impossible shipment is refused',
      (history) => [
        quote(history, makeThree('a')),
        quote(history, [], { body: { ...shipment, to_address: other } }),
      ],
    ],
    [
      'byoa rates replace platform rates',
      (history) => [
        quote(history, makeThree('a')),
        connect(history, 'UPS'),
        quote(history, [...omit(makeThree('b'), 'UPS'), makeOwn('b4', 'UPS')]),
      ],
    ],
    [
      'the account of a rate is gone',
      (history) => [
        quote(history, makeThree('a')),
        connect(history, 'UPS'),
        quote(history, [...makeThree('b'), makeOwn('b4', 'UPS')]),
        history.control({ kind: 'carrier disconnected', accountId: 'ca_UPS' }),
        buy(history, 'b4', refusal(404, 'CARRIER.ACCOUNT.NOT_FOUND')),
      ],
    ],
    [
      'concurrent purchases of a rate give one label or two',
      (history) => [
        quote(history, makeThree('a')),
        concurrently(buy(history, 'a1', sell()), buy(history, 'a1', refusal(404, 'RATE.NOT_FOUND'))),
      ],
    ],
    [
      'a sandbox label is free',
      (history) => [quote(history, makeThree('a')), buy(history, 'a1', sell('USPS', 0))],
    ],
    [
      'carriers fail without a control protocol',
      (history) => [
        quote(history, makeThree('a')),
        quote(history, omit(makeThree('b'), 'UPS'), { failed: ['UPS'] }),
      ],
    ],
    [
      'labels fail while a fault is set for them',
      (history) => [
        quote(history, makeThree('a')),
        buy(history, 'a1', sell()),
        history.control({
          kind: 'fault added',
          fault: { target: 'label_creation', mode: 'error', times: 1 },
        }),
        quote(history, makeThree('b')),
        buy(history, 'b1', refusal(500, 'LABEL.CREATION.FAILED')),
      ],
    ],
    [
      'undeliverable addresses are refused while a fault of purchases waits, which then takes place as often as it may',
      (history) => [
        quote(history, makeThree('a')),
        buy(history, 'a1', sell()),
        history.control({
          kind: 'fault added',
          fault: { target: 'label_creation', mode: 'error', times: 2 },
        }),
        buy(history, 'a2', refusal(422, 'LABEL.ADDRESS.UNDELIVERABLE')),
        buy(history, 'a3', refusal(422, 'LABEL.ADDRESS.UNDELIVERABLE')),
        quote(history, makeThree('b')),
        buy(history, 'b1', refusal(500, 'LABEL.CREATION.FAILED')),
      ],
    ],
  ])
})
