import { describe } from 'vitest'
import {
  groupConcurrentSteps,
  type OracleHistory,
  type StatementHistory,
  testBrokenStatements,
  testCorrectHistories,
} from '../../../../../test/support/conformance/oracle-history.ts'
import { rates } from './rate-oracle.ts'

const createAddress = (name: string, street1: string) => ({
  name,
  street1,
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  country: 'US',
})
const from = createAddress('Harbor Outfitters', '1100 Congress Ave')
const to = createAddress('Robin Sample', '350 5th Ave')
const other = createAddress('Alex Other', '12 Maple Ln')
const parcel = { weight_oz: 16, length: 8, width: 6, height: 4 }
const shipment = { from_address: from, to_address: to, parcel }

const createRate = (id: string, carrier: string, cents: number, more = {}) => ({
  id: `rate_${id}`,
  carrier,
  service: `${carrier} Ground`,
  rate_cents: cents,
  carrier_eta: '2031-03-08',
  carbon_grams: 120,
  account_type: 'platform',
  ...more,
})
type Rate = ReturnType<typeof createRate>
const createThreeRates = (mark: string): readonly Rate[] => [
  createRate(`${mark}1`, 'USPS', 700),
  createRate(`${mark}2`, 'UPS', 900),
  createRate(`${mark}3`, 'FedEx', 1_100),
]
const removeCarrier = (list: readonly Rate[], carrier: string) =>
  list.filter((each) => each.carrier !== carrier)
const createOwnAccountRate = (mark: string, carrier: string) =>
  createRate(mark, carrier, 1_200, { account_type: 'byoa' })

const addQuote = (
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
const createRefusal = (status: number, code: string) => ({ status, json: { error: { code } } })
const createLabelResponse = (carrier = 'USPS', cents = 700, recipient: object = to) => ({
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
const addPurchase = (history: OracleHistory, id: string, answer: object, key: 'test' | 'live' = 'test') =>
  history.call('buyLabel', { key, body: { rate_id: `rate_${id}` }, answer })
const addCarrierFault = (history: OracleHistory, carrier: string, more = {}) =>
  history.control({
    kind: 'fault added',
    fault: { target: `carrier:${carrier}`, operation: 'rates', mode: 'down', ...more },
  })
const addCarrierAccount = (
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
  testBrokenStatements(rates, [
    ...fields.map(([statement, name, wrong]) => ({
      statement,
      what: `every rate has a correct ${name}`,
      steps: (history: OracleHistory, isRight: boolean) => [
        addQuote(history, [
          createRate('a', 'USPS', 700),
          isRight ? createRate('b', 'UPS', 800) : { ...createRate('b', 'UPS', 800), [name]: wrong },
        ]),
      ],
    })),
    {
      statement: 'ENDPOINTS-22',
      what: 'the cheapest rate comes first, also in a second quote',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addQuote(history, isRight ? createThreeRates('b') : [...createThreeRates('b')].reverse()),
      ],
    },
    {
      statement: 'RESOURCES-33',
      what: 'two clients have no rate in common',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addQuote(history, createThreeRates(isRight ? 'b' : 'a'), { client: 'b' }),
      ],
    },
    {
      statement: 'RESOURCES-33',
      what: 'the id of a rate is not used again for another price',
      steps: (history, isRight) => [
        addQuote(history, [createRate('a', 'USPS', 700)]),
        addQuote(history, [createRate('a', 'USPS', isRight ? 700 : 710)]),
      ],
    },
    {
      statement: 'RESOURCES-46',
      what: 'a rate is valid in the last of its fifteen minutes',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        history.advance(899),
        addPurchase(history, 'a1', isRight ? createLabelResponse() : createRefusal(422, 'RATE.EXPIRED')),
      ],
    },
    {
      statement: 'RESOURCES-46',
      what: 'a repeated rate is valid although it had expired',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        history.advance(960),
        addQuote(history, createThreeRates('a')),
        history.advance(5),
        addPurchase(history, 'a1', isRight ? createLabelResponse() : createRefusal(422, 'RATE.EXPIRED')),
      ],
    },
    {
      statement: 'STATES-3',
      what: 'a rate cannot be bought after its fifteen minutes',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        history.advance(isRight ? 899 : 901),
        addPurchase(history, 'a1', createLabelResponse()),
      ],
    },
    {
      statement: 'STATES-4',
      what: 'the purchase of an old rate is refused with RATE.EXPIRED',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        history.advance(901),
        addPurchase(
          history,
          'a1',
          createRefusal(isRight ? 422 : 404, isRight ? 'RATE.EXPIRED' : 'RATE.NOT_FOUND'),
        ),
      ],
    },
    {
      statement: 'ENDPOINTS-32',
      what: 'a rate can be bought after other rates were quoted',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addQuote(history, createThreeRates('b')),
        addPurchase(history, 'a1', isRight ? createLabelResponse() : createRefusal(404, 'RATE.NOT_FOUND')),
      ],
    },
    {
      statement: 'STATES-4',
      what: 'the purchase of an old rate is refused with no other code than RATE.EXPIRED',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        history.advance(901),
        addPurchase(history, 'a1', createRefusal(422, isRight ? 'RATE.EXPIRED' : 'RATE.GONE')),
      ],
    },
    {
      statement: 'ENDPOINTS-32',
      what: 'a rate stays valid after its purchase failed for lack of money',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addPurchase(history, 'a1', createRefusal(402, 'WALLET.INSUFFICIENT_BALANCE')),
        addPurchase(history, 'a1', isRight ? createLabelResponse() : createRefusal(404, 'RATE.NOT_FOUND')),
      ],
    },
    {
      statement: 'ENDPOINTS-32',
      what: 'a byoa rate can be bought after other rates were quoted',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addCarrierAccount(history, 'UPS'),
        addQuote(history, [...createThreeRates('b'), createOwnAccountRate('b4', 'UPS')]),
        addPurchase(
          history,
          'b4',
          isRight ? createLabelResponse('UPS', 1_200) : createRefusal(404, 'RATE.NOT_FOUND'),
        ),
      ],
    },
    {
      statement: 'ERRORS-39',
      what: 'the purchase of a rate with an unknown id is refused with RATE.NOT_FOUND',
      steps: (history, isRight) => [
        addPurchase(
          history,
          'nobodys',
          isRight ? createRefusal(404, 'RATE.NOT_FOUND') : createRefusal(422, 'RATE.EXPIRED'),
        ),
      ],
    },
    {
      statement: 'SERVICE-6',
      what: 'a bought label has the carrier of its rate',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addPurchase(history, 'a1', createLabelResponse(isRight ? 'USPS' : 'UPS')),
      ],
    },
    {
      statement: 'RESOURCES-37',
      what: 'a label costs the price of its rate, also after a quote with another price',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addQuote(history, [createRate('b1', 'USPS', 650), ...removeCarrier(createThreeRates('b'), 'USPS')]),
        addPurchase(history, 'a1', createLabelResponse('USPS', isRight ? 700 : 650)),
      ],
    },
    {
      statement: 'RESOURCES-47',
      what: 'a bought label has the recipient of its rate',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addQuote(history, createThreeRates('b'), { body: { ...shipment, to_address: other } }),
        addPurchase(history, 'a1', createLabelResponse('USPS', 700, isRight ? to : other)),
      ],
    },
    ...["O'Brien & Daughters", 'Łukasz Żółć'].map(
      (name): StatementHistory => ({
        statement: 'RESOURCES-47',
        what: `a bought label has the name of its quote, letter for letter: ${name}`,
        steps: (history, isRight) => {
          const garbled = name.replace('&', '&amp;').replaceAll(/[^\p{ASCII}]/gu, '?')
          const named = { ...to, name }
          return [
            addQuote(history, createThreeRates('a'), { body: { ...shipment, to_address: named } }),
            addPurchase(
              history,
              'a1',
              createLabelResponse('USPS', 700, { ...named, name: isRight ? name.toUpperCase() : garbled }),
            ),
          ]
        },
      }),
    ),
    {
      statement: 'STATES-5',
      what: 'a shipment for which a label was bought can be bought again',
      steps: (history, isRight) => [
        history.advance(1),
        addQuote(history, createThreeRates('a')),
        addPurchase(history, 'a1', createLabelResponse()),
        addQuote(history, createThreeRates('b')),
        addPurchase(
          history,
          'b1',
          isRight ? createLabelResponse() : createRefusal(500, 'LABEL.CREATION.FAILED'),
        ),
      ],
    },
    {
      statement: 'ENDPOINTS-25',
      what: 'a failing carrier does not remove the rates of another carrier',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addCarrierFault(history, 'UPS'),
        addQuote(
          history,
          isRight ? removeCarrier(createThreeRates('b'), 'UPS') : [createRate('b1', 'USPS', 700)],
          {
            failed: ['UPS', 'FedEx'].slice(0, isRight ? 1 : 2),
          },
        ),
      ],
    },
    {
      statement: 'ENDPOINTS-27',
      what: 'a failing carrier is in failed_carriers',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addCarrierFault(history, 'UPS'),
        addQuote(history, removeCarrier(createThreeRates('b'), 'UPS'), {
          failed: isRight ? [{ carrier: 'ups' }] : [],
        }),
      ],
    },
    {
      statement: 'ENDPOINTS-29',
      what: 'a working carrier is not in failed_carriers',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addCarrierFault(history, 'UPS'),
        addQuote(history, removeCarrier(createThreeRates('b'), 'UPS'), {
          failed: isRight ? ['UPS'] : ['UPS', 'USPS'],
        }),
      ],
    },
    {
      statement: 'ENDPOINTS-29',
      what: 'a carrier is not in failed_carriers after its fault has ended',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addCarrierFault(history, 'UPS'),
        addQuote(history, removeCarrier(createThreeRates('b'), 'UPS'), { failed: ['UPS'] }),
        history.control({ kind: 'faults cleared' }),
        addQuote(history, createThreeRates('c'), { failed: isRight ? [] : ['UPS'] }),
      ],
    },
    {
      statement: 'ENDPOINTS-31',
      what: 'a carrier has rates again after its fault has triggered the last time',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addCarrierFault(history, 'UPS', { times: 1 }),
        addQuote(history, removeCarrier(createThreeRates('b'), 'UPS'), { failed: ['UPS'] }),
        addQuote(history, isRight ? createThreeRates('c') : removeCarrier(createThreeRates('c'), 'UPS'), {
          failed: isRight ? [] : ['UPS'],
        }),
      ],
    },
    {
      statement: 'ENDPOINTS-23',
      what: 'a carrier that fails for one client does not fail for another client',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addCarrierFault(history, 'UPS'),
        addQuote(history, isRight ? createThreeRates('b') : removeCarrier(createThreeRates('b'), 'UPS'), {
          client: 'b',
          failed: isRight ? [] : ['UPS'],
        }),
      ],
    },
    {
      statement: 'RESOURCES-45',
      what: 'the byoa rates of a client are not shown to another client',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addCarrierAccount(history, 'UPS'),
        addQuote(history, [...createThreeRates('b'), createOwnAccountRate('b4', 'UPS')], {
          client: isRight ? 'a' : 'b',
        }),
      ],
    },
    {
      statement: 'RESOURCES-45',
      what: 'a disconnected carrier account has no rates',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addCarrierAccount(history, 'UPS'),
        addQuote(history, [...createThreeRates('b'), createOwnAccountRate('b4', 'UPS')]),
        history.control({ kind: 'carrier disconnected', accountId: 'ca_UPS' }),
        addQuote(
          history,
          isRight ? createThreeRates('c') : [...createThreeRates('c'), createOwnAccountRate('c4', 'UPS')],
        ),
      ],
    },
    {
      statement: 'ENDPOINTS-24',
      what: 'a carrier account has rates as long as it is connected',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addCarrierAccount(history, 'UPS'),
        history.advance(86_400),
        addQuote(
          history,
          isRight ? [...createThreeRates('b'), createOwnAccountRate('b4', 'UPS')] : createThreeRates('b'),
        ),
      ],
    },
    {
      statement: 'STATES-1',
      what: 'a shipment that had rates gets rates again',
      steps: (history, isRight) => [
        history.advance(1),
        addQuote(history, createThreeRates('a')),
        isRight
          ? addQuote(history, createThreeRates('b'))
          : history.call('createRates', {
              body: shipment,
              answer: createRefusal(422, 'VALIDATION.FIELD.INVALID'),
            }),
      ],
    },
  ])

  testBrokenStatements(rates, [
    {
      statement: 'ENDPOINTS-23',
      what: 'a carrier account with wrong credentials hides the rates of no other carrier',
      steps: (history, isRight) => [
        addQuote(history, createThreeRates('a')),
        addCarrierAccount(history, 'UPS', 'a', 'rejected'),
        addQuote(history, removeCarrier(createThreeRates('b'), isRight ? 'UPS' : 'FedEx'), {
          failed: [isRight ? 'UPS' : 'FedEx'],
        }),
      ],
    },
  ])

  testCorrectHistories(rates, [
    [
      'platform rates of a carrier stay or go when an account of this carrier with wrong credentials is connected',
      (history) => [
        addQuote(history, createThreeRates('a')),
        addCarrierAccount(history, 'UPS', 'a', 'rejected'),
        addQuote(history, createThreeRates('b'), { failed: ['UPS'] }),
        addQuote(history, removeCarrier(createThreeRates('c'), 'UPS'), { failed: ['UPS'] }),
      ],
    ],
    [
      'an account with wrong credentials hides a carrier, while a fault of another carrier may trigger twice',
      (history) => [
        addQuote(history, createThreeRates('a')),
        addCarrierAccount(history, 'UPS', 'a', 'rejected'),
        addCarrierFault(history, 'USPS', { times: 2 }),
        addQuote(history, removeCarrier(createThreeRates('b'), 'UPS'), { failed: ['UPS'] }),
        addQuote(history, removeCarrier(removeCarrier(createThreeRates('c'), 'UPS'), 'USPS'), {
          failed: ['UPS', 'USPS'],
        }),
        addQuote(history, removeCarrier(removeCarrier(createThreeRates('d'), 'UPS'), 'USPS'), {
          failed: ['UPS', 'USPS'],
        }),
      ],
    ],
    [
      'a repeated rate keeps its expiry',
      (history) => [
        addQuote(history, createThreeRates('a')),
        history.advance(890),
        addQuote(history, createThreeRates('a')),
        history.advance(15),
        addPurchase(history, 'a1', createRefusal(422, 'RATE.EXPIRED')),
      ],
    ],
    [
      'a second quote contains the same rate',
      (history) => [addQuote(history, createThreeRates('a')), addQuote(history, createThreeRates('a'))],
    ],
    [
      'a rate expires exactly after fifteen minutes',
      (history) => [
        addQuote(history, createThreeRates('a')),
        history.advance(900),
        addPurchase(history, 'a1', createLabelResponse()),
        addPurchase(history, 'a2', createRefusal(422, 'RATE.EXPIRED')),
      ],
    ],
    [
      'a rate can be bought only once',
      (history) => [
        addQuote(history, createThreeRates('a')),
        addPurchase(history, 'a1', createLabelResponse()),
        addPurchase(history, 'a1', createRefusal(404, 'RATE.NOT_FOUND')),
      ],
    ],
    [
      'an expired rate is unknown to the service after some time',
      (history) => [
        addQuote(history, createThreeRates('a')),
        history.advance(90_000),
        addPurchase(history, 'a1', createRefusal(404, 'RATE.NOT_FOUND')),
      ],
    ],
    [
      'all carriers fail',
      (history) => [
        addQuote(history, createThreeRates('a')),
        addCarrierFault(history, '*'),
        history.call('createRates', {
          body: shipment,
          answer: createRefusal(503, 'RATE.CARRIER.UNAVAILABLE'),
        }),
      ],
    ],
    [
      'an impossible shipment is refused',
      (history) => [
        addQuote(history, createThreeRates('a')),
        addQuote(history, [], { body: { ...shipment, to_address: other } }),
      ],
    ],
    [
      'byoa rates replace platform rates',
      (history) => [
        addQuote(history, createThreeRates('a')),
        addCarrierAccount(history, 'UPS'),
        addQuote(history, [
          ...removeCarrier(createThreeRates('b'), 'UPS'),
          createOwnAccountRate('b4', 'UPS'),
        ]),
      ],
    ],
    [
      'the carrier account of a rate was disconnected',
      (history) => [
        addQuote(history, createThreeRates('a')),
        addCarrierAccount(history, 'UPS'),
        addQuote(history, [...createThreeRates('b'), createOwnAccountRate('b4', 'UPS')]),
        history.control({ kind: 'carrier disconnected', accountId: 'ca_UPS' }),
        addPurchase(history, 'b4', createRefusal(404, 'CARRIER.ACCOUNT.NOT_FOUND')),
      ],
    ],
    [
      'concurrent purchases of a rate give one label or two',
      (history) => [
        addQuote(history, createThreeRates('a')),
        groupConcurrentSteps(
          addPurchase(history, 'a1', createLabelResponse()),
          addPurchase(history, 'a1', createRefusal(404, 'RATE.NOT_FOUND')),
        ),
      ],
    ],
    [
      'a sandbox label is free',
      (history) => [
        addQuote(history, createThreeRates('a')),
        addPurchase(history, 'a1', createLabelResponse('USPS', 0)),
      ],
    ],
    [
      'carriers fail and there is no control protocol',
      (history) => [
        addQuote(history, createThreeRates('a')),
        addQuote(history, removeCarrier(createThreeRates('b'), 'UPS'), { failed: ['UPS'] }),
      ],
    ],
    [
      'purchases fail while a fault on purchases is set',
      (history) => [
        addQuote(history, createThreeRates('a')),
        addPurchase(history, 'a1', createLabelResponse()),
        history.control({
          kind: 'fault added',
          fault: { target: 'label_creation', mode: 'error', times: 1 },
        }),
        addQuote(history, createThreeRates('b')),
        addPurchase(history, 'b1', createRefusal(500, 'LABEL.CREATION.FAILED')),
      ],
    ],
    [
      'purchases to undeliverable addresses do not count as triggers of a fault on purchases',
      (history) => [
        addQuote(history, createThreeRates('a')),
        addPurchase(history, 'a1', createLabelResponse()),
        history.control({
          kind: 'fault added',
          fault: { target: 'label_creation', mode: 'error', times: 2 },
        }),
        addPurchase(history, 'a2', createRefusal(422, 'LABEL.ADDRESS.UNDELIVERABLE')),
        addPurchase(history, 'a3', createRefusal(422, 'LABEL.ADDRESS.UNDELIVERABLE')),
        addQuote(history, createThreeRates('b')),
        addPurchase(history, 'b1', createRefusal(500, 'LABEL.CREATION.FAILED')),
      ],
    ],
  ])
})
