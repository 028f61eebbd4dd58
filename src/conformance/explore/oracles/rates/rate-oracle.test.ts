import { describe } from 'vitest'
import {
  atOnce,
  findsBroken,
  findsNothing,
  type Told,
  type ToldHistory,
} from '../../../../../test/support/oracle-history.ts'
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
const three = (mark: string): readonly Rate[] => [
  rate(`${mark}1`, 'USPS', 700),
  rate(`${mark}2`, 'UPS', 900),
  rate(`${mark}3`, 'FedEx', 1_100),
]
const without = (list: readonly Rate[], carrier: string) => list.filter((each) => each.carrier !== carrier)
const own = (mark: string, carrier: string) => rate(mark, carrier, 1_200, { account_type: 'byoa' })

const quote = (
  told: ToldHistory,
  list: readonly unknown[],
  { failed, body = shipment, client = 'a' }: { failed?: unknown; body?: unknown; client?: 'a' | 'b' } = {},
) =>
  told.call('createRates', {
    client,
    key: { client },
    body,
    answer: { json: { rates: list, ...(failed !== undefined && { failed_carriers: failed }) } },
  })
const refusal = (status: number, code: string) => ({ status, json: { error: { code } } })
const label = (carrier = 'USPS', cents = 700, recipient: object = to) => ({
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
const buy = (told: ToldHistory, id: string, answer: object, key: 'test' | 'live' = 'test') =>
  told.call('buyLabel', { key, body: { rate_id: `rate_${id}` }, answer })
const fault = (told: ToldHistory, carrier: string, more = {}) =>
  told.control({
    kind: 'fault added',
    fault: { target: `carrier:${carrier}`, operation: 'rates', mode: 'down', ...more },
  })
const connect = (
  told: ToldHistory,
  carrier: string,
  client: 'a' | 'b' = 'a',
  credentials: 'valid' | 'rejected' = 'valid',
) => told.control({ kind: 'carrier connected', carrier, credentials, accountId: `ca_${carrier}` }, client)

const fields = [
  ['RESOURCES-31', 'id', 'shp_1'],
  ['RESOURCES-34', 'carrier', null],
  ['RESOURCES-35', 'service', 5],
  ['RESOURCES-36', 'rate_cents', 7.5],
  ['RESOURCES-39', 'carrier_eta', '2031-02-30'],
  ['RESOURCES-41', 'carbon_grams', undefined],
  ['RESOURCES-43', 'account_type', 'own'],
] as const

describe('the judge of rates', () => {
  findsBroken(rates, [
    ...fields.map(([statement, name, wrong]) => ({
      statement,
      what: `every rate has ${name} as it must be`,
      steps: (told: ToldHistory, isRight: boolean) => [
        quote(told, [
          rate('a', 'USPS', 700),
          isRight ? rate('b', 'UPS', 800) : { ...rate('b', 'UPS', 800), [name]: wrong },
        ]),
      ],
    })),
    {
      statement: 'ENDPOINTS-22',
      what: 'the cheapest comes first, also in the second quote',
      steps: (told, isRight) => [
        quote(told, three('a')),
        quote(told, isRight ? three('b') : [...three('b')].reverse()),
      ],
    },
    {
      statement: 'RESOURCES-33',
      what: 'two clients have no rate in common',
      steps: (told, isRight) => [
        quote(told, three('a')),
        quote(told, three(isRight ? 'b' : 'a'), { client: 'b' }),
      ],
    },
    {
      statement: 'RESOURCES-33',
      what: 'an id is not used again for another price',
      steps: (told, isRight) => [
        quote(told, [rate('a', 'USPS', 700)]),
        quote(told, [rate('a', 'USPS', isRight ? 700 : 710)]),
      ],
    },
    {
      statement: 'RESOURCES-46',
      what: 'a rate is good in its last second',
      steps: (told, isRight) => [
        quote(told, three('a')),
        told.advance(899),
        buy(told, 'a1', isRight ? label() : refusal(422, 'RATE.EXPIRED')),
      ],
    },
    {
      statement: 'RESOURCES-46',
      what: 'a rate that had expired is told again and good',
      steps: (told, isRight) => [
        quote(told, three('a')),
        told.advance(960),
        quote(told, three('a')),
        told.advance(5),
        buy(told, 'a1', isRight ? label() : refusal(422, 'RATE.EXPIRED')),
      ],
    },
    {
      statement: 'STATES-3',
      what: 'a rate is not sold after its fifteen minutes',
      steps: (told, isRight) => [
        quote(told, three('a')),
        told.advance(isRight ? 899 : 901),
        buy(told, 'a1', label()),
      ],
    },
    {
      statement: 'STATES-4',
      what: 'an old rate is refused as expired',
      steps: (told, isRight) => [
        quote(told, three('a')),
        told.advance(901),
        buy(told, 'a1', refusal(isRight ? 422 : 404, isRight ? 'RATE.EXPIRED' : 'RATE.NOT_FOUND')),
      ],
    },
    {
      statement: 'ENDPOINTS-32',
      what: 'a rate is kept while others are quoted',
      steps: (told, isRight) => [
        quote(told, three('a')),
        quote(told, three('b')),
        buy(told, 'a1', isRight ? label() : refusal(404, 'RATE.NOT_FOUND')),
      ],
    },
    {
      statement: 'STATES-4',
      what: 'an old rate is refused with no other code',
      steps: (told, isRight) => [
        quote(told, three('a')),
        told.advance(901),
        buy(told, 'a1', refusal(422, isRight ? 'RATE.EXPIRED' : 'RATE.GONE')),
      ],
    },
    {
      statement: 'ENDPOINTS-32',
      what: 'a rate that was refused for want of money is as good as before',
      steps: (told, isRight) => [
        quote(told, three('a')),
        buy(told, 'a1', refusal(402, 'WALLET.INSUFFICIENT_BALANCE')),
        buy(told, 'a1', isRight ? label() : refusal(404, 'RATE.NOT_FOUND')),
      ],
    },
    {
      statement: 'ENDPOINTS-32',
      what: 'a rate of an own account is kept, too',
      steps: (told, isRight) => [
        quote(told, three('a')),
        connect(told, 'UPS'),
        quote(told, [...three('b'), own('b4', 'UPS')]),
        buy(told, 'b4', isRight ? label('UPS', 1_200) : refusal(404, 'RATE.NOT_FOUND')),
      ],
    },
    {
      statement: 'ERRORS-39',
      what: 'an id of nothing is not found',
      steps: (told, isRight) => [
        buy(told, 'nobodys', isRight ? refusal(404, 'RATE.NOT_FOUND') : refusal(422, 'RATE.EXPIRED')),
      ],
    },
    {
      statement: 'SERVICE-6',
      what: 'the carrier that was quoted is the one that is bought',
      steps: (told, isRight) => [quote(told, three('a')), buy(told, 'a1', label(isRight ? 'USPS' : 'UPS'))],
    },
    {
      statement: 'RESOURCES-37',
      what: 'a rate is sold at its price, also after a quote with another',
      steps: (told, isRight) => [
        quote(told, three('a')),
        quote(told, [rate('b1', 'USPS', 650), ...without(three('b'), 'USPS')]),
        buy(told, 'a1', label('USPS', isRight ? 700 : 650)),
      ],
    },
    {
      statement: 'RESOURCES-47',
      what: 'a rate keeps its own recipient',
      steps: (told, isRight) => [
        quote(told, three('a')),
        quote(told, three('b'), { body: { ...shipment, to_address: other } }),
        buy(told, 'a1', label('USPS', 700, isRight ? to : other)),
      ],
    },
    ...["O'Brien & Daughters", 'Łukasz Żółć'].map(
      (name): Told => ({
        statement: 'RESOURCES-47',
        what: `a name keeps its letters: ${name}`,
        steps: (told, isRight) => {
          const garbled = name.replace('&', '&amp;').replaceAll(/[^\p{ASCII}]/gu, '?')
          const named = { ...to, name }
          return [
            quote(told, three('a'), { body: { ...shipment, to_address: named } }),
            buy(told, 'a1', label('USPS', 700, { ...named, name: isRight ? name.toUpperCase() : garbled })),
          ]
        },
      }),
    ),
    {
      statement: 'STATES-5',
      what: 'what was sold before is sold again',
      steps: (told, isRight) => [
        told.advance(1),
        quote(told, three('a')),
        buy(told, 'a1', label()),
        quote(told, three('b')),
        buy(told, 'b1', isRight ? label() : refusal(500, 'LABEL.CREATION.FAILED')),
      ],
    },
    {
      statement: 'ENDPOINTS-25',
      what: 'a carrier that fails takes no other with it',
      steps: (told, isRight) => [
        quote(told, three('a')),
        fault(told, 'UPS'),
        quote(told, isRight ? without(three('b'), 'UPS') : [rate('b1', 'USPS', 700)], {
          failed: ['UPS', 'FedEx'].slice(0, isRight ? 1 : 2),
        }),
      ],
    },
    {
      statement: 'ENDPOINTS-27',
      what: 'a carrier that fails is listed',
      steps: (told, isRight) => [
        quote(told, three('a')),
        fault(told, 'UPS'),
        quote(told, without(three('b'), 'UPS'), { failed: isRight ? [{ carrier: 'ups' }] : [] }),
      ],
    },
    {
      statement: 'ENDPOINTS-29',
      what: 'a carrier that answers is not listed',
      steps: (told, isRight) => [
        quote(told, three('a')),
        fault(told, 'UPS'),
        quote(told, without(three('b'), 'UPS'), { failed: isRight ? ['UPS'] : ['UPS', 'USPS'] }),
      ],
    },
    {
      statement: 'ENDPOINTS-29',
      what: 'a failure is not told of any more once it is over',
      steps: (told, isRight) => [
        quote(told, three('a')),
        fault(told, 'UPS'),
        quote(told, without(three('b'), 'UPS'), { failed: ['UPS'] }),
        told.control({ kind: 'faults cleared' }),
        quote(told, three('c'), { failed: isRight ? [] : ['UPS'] }),
      ],
    },
    {
      statement: 'ENDPOINTS-31',
      what: 'a carrier whose fault has bitten as often as it may is asked again',
      steps: (told, isRight) => [
        quote(told, three('a')),
        fault(told, 'UPS', { times: 1 }),
        quote(told, without(three('b'), 'UPS'), { failed: ['UPS'] }),
        quote(told, isRight ? three('c') : without(three('c'), 'UPS'), { failed: isRight ? [] : ['UPS'] }),
      ],
    },
    {
      statement: 'ENDPOINTS-23',
      what: "the failure of one client's carrier is not another's",
      steps: (told, isRight) => [
        quote(told, three('a')),
        fault(told, 'UPS'),
        quote(told, isRight ? three('b') : without(three('b'), 'UPS'), {
          client: 'b',
          failed: isRight ? [] : ['UPS'],
        }),
      ],
    },
    {
      statement: 'RESOURCES-45',
      what: 'rates of an own account are for its client alone',
      steps: (told, isRight) => [
        quote(told, three('a')),
        connect(told, 'UPS'),
        quote(told, [...three('b'), own('b4', 'UPS')], { client: isRight ? 'a' : 'b' }),
      ],
    },
    {
      statement: 'RESOURCES-45',
      what: 'an account that is gone has no rates',
      steps: (told, isRight) => [
        quote(told, three('a')),
        connect(told, 'UPS'),
        quote(told, [...three('b'), own('b4', 'UPS')]),
        told.control({ kind: 'carrier disconnected', accountId: 'ca_UPS' }),
        quote(told, isRight ? three('c') : [...three('c'), own('c4', 'UPS')]),
      ],
    },
    {
      statement: 'ENDPOINTS-24',
      what: 'an account has its rates as long as it is connected',
      steps: (told, isRight) => [
        quote(told, three('a')),
        connect(told, 'UPS'),
        told.advance(86_400),
        quote(told, isRight ? [...three('b'), own('b4', 'UPS')] : three('b')),
      ],
    },
    {
      statement: 'STATES-1',
      what: 'what was quoted once is quoted again',
      steps: (told, isRight) => [
        told.advance(1),
        quote(told, three('a')),
        isRight
          ? quote(told, three('b'))
          : told.call('createRates', { body: shipment, answer: refusal(422, 'VALIDATION.FIELD.INVALID') }),
      ],
    },
  ])

  findsBroken(rates, [
    {
      statement: 'ENDPOINTS-23',
      what: 'a rejected account takes no rates of other carriers with it',
      steps: (told, isRight) => [
        quote(told, three('a')),
        connect(told, 'UPS', 'a', 'rejected'),
        quote(told, without(three('b'), isRight ? 'UPS' : 'FedEx'), {
          failed: [isRight ? 'UPS' : 'FedEx'],
        }),
      ],
    },
  ])

  findsNothing(rates, [
    [
      'the platform rates of a carrier stay, or go, when an own account with it is rejected',
      (told) => [
        quote(told, three('a')),
        connect(told, 'UPS', 'a', 'rejected'),
        quote(told, three('b'), { failed: ['UPS'] }),
        quote(told, without(three('c'), 'UPS'), { failed: ['UPS'] }),
      ],
    ],
    [
      'a rejected account hides a carrier while the fault of another has yet to trigger twice',
      (told) => [
        quote(told, three('a')),
        connect(told, 'UPS', 'a', 'rejected'),
        fault(told, 'USPS', { times: 2 }),
        quote(told, without(three('b'), 'UPS'), { failed: ['UPS'] }),
        quote(told, without(without(three('c'), 'UPS'), 'USPS'), { failed: ['UPS', 'USPS'] }),
        quote(told, without(without(three('d'), 'UPS'), 'USPS'), { failed: ['UPS', 'USPS'] }),
      ],
    ],
    [
      'a rate that is told again before it expires lives no longer',
      (told) => [
        quote(told, three('a')),
        told.advance(890),
        quote(told, three('a')),
        told.advance(15),
        buy(told, 'a1', refusal(422, 'RATE.EXPIRED')),
      ],
    ],
    ['the same rate is told again', (told) => [quote(told, three('a')), quote(told, three('a'))]],
    [
      'a rate is sold to the millisecond, or not any more',
      (told) => [
        quote(told, three('a')),
        told.advance(900),
        buy(told, 'a1', label()),
        buy(told, 'a2', refusal(422, 'RATE.EXPIRED')),
      ],
    ],
    [
      'a rate is not sold twice',
      (told) => [
        quote(told, three('a')),
        buy(told, 'a1', label()),
        buy(told, 'a1', refusal(404, 'RATE.NOT_FOUND')),
      ],
    ],
    [
      'an expired rate is forgotten in time',
      (told) => [
        quote(told, three('a')),
        told.advance(90_000),
        buy(told, 'a1', refusal(404, 'RATE.NOT_FOUND')),
      ],
    ],
    [
      'all carriers fail',
      (told) => [
        quote(told, three('a')),
        fault(told, '*'),
        told.call('createRates', { body: shipment, answer: refusal(503, 'RATE.CARRIER.UNAVAILABLE') }),
      ],
    ],
    [
      'what cannot be shipped is not quoted',
      (told) => [quote(told, three('a')), quote(told, [], { body: { ...shipment, to_address: other } })],
    ],
    [
      'own rates take the place of those of the platform',
      (told) => [
        quote(told, three('a')),
        connect(told, 'UPS'),
        quote(told, [...without(three('b'), 'UPS'), own('b4', 'UPS')]),
      ],
    ],
    [
      'the account of a rate is gone',
      (told) => [
        quote(told, three('a')),
        connect(told, 'UPS'),
        quote(told, [...three('b'), own('b4', 'UPS')]),
        told.control({ kind: 'carrier disconnected', accountId: 'ca_UPS' }),
        buy(told, 'b4', refusal(404, 'CARRIER.ACCOUNT.NOT_FOUND')),
      ],
    ],
    [
      'two of one rate are sold at once, or one',
      (told) => [
        quote(told, three('a')),
        atOnce(buy(told, 'a1', label()), buy(told, 'a1', refusal(404, 'RATE.NOT_FOUND'))),
      ],
    ],
    [
      'a label of the sandbox is free',
      (told) => [quote(told, three('a')), buy(told, 'a1', label('USPS', 0))],
    ],
    [
      'carriers fail without a control protocol',
      (told) => [quote(told, three('a')), quote(told, without(three('b'), 'UPS'), { failed: ['UPS'] })],
    ],
    [
      'labels fail while a fault is set for them',
      (told) => [
        quote(told, three('a')),
        buy(told, 'a1', label()),
        told.control({ kind: 'fault added', fault: { target: 'label_creation', mode: 'error', times: 1 } }),
        quote(told, three('b')),
        buy(told, 'b1', refusal(500, 'LABEL.CREATION.FAILED')),
      ],
    ],
    [
      'undeliverable addresses are refused while a fault of purchases waits, which then takes place as often as it may',
      (told) => [
        quote(told, three('a')),
        buy(told, 'a1', label()),
        told.control({ kind: 'fault added', fault: { target: 'label_creation', mode: 'error', times: 2 } }),
        buy(told, 'a2', refusal(422, 'LABEL.ADDRESS.UNDELIVERABLE')),
        buy(told, 'a3', refusal(422, 'LABEL.ADDRESS.UNDELIVERABLE')),
        quote(told, three('b')),
        buy(told, 'b1', refusal(500, 'LABEL.CREATION.FAILED')),
      ],
    ],
  ])
})
