import { describe, expect, it } from 'vitest'
import {
  atOnce,
  findsBroken,
  findsNothing,
  judgedOn,
  type ToldHistory,
  toldHistory,
} from '../../../../../test/support/oracle-history.ts'
import { batches } from './batch-oracle.ts'

const ids = ['rate_1', 'rate_2', 'rate_3']
const items = ids.map((rate_id) => ({ rate_id, rate_cents: 700 }))
const quote = (told: ToldHistory) =>
  told.call('createRates', { answer: { json: { rates: ids.map((id) => ({ id, rate_cents: 700 })) } } })
const refusal = (status: number, code: string) => ({ status, json: { error: { code } } })

type Options = {
  readonly count?: number
  readonly answer?: object
  readonly json?: object
  readonly key?: 'test' | 'live'
}
const create = (told: ToldHistory, { count = 3, answer, json = {}, key = 'test' }: Options = {}) =>
  told.call('createBatch', {
    key,
    body: { items: count <= 3 ? items.slice(0, count) : Array.from({ length: count }, () => items[0]) },
    answer: answer ?? {
      status: 201,
      json: { id: 'bat_1', total_cost_cents: count * 700, wallet_balance_after_cents: 9, ...json },
    },
  })
const accepted = { status: 202 }
const start = (told: ToldHistory, answer: object | null = accepted, id = 'bat_1') =>
  told.call('buyBatch', { id, answer })
const read = (told: ToldHistory, percent: unknown, json = {}, key: 'test' | 'live' = 'test') =>
  told.call('getBatch', {
    key,
    id: 'bat_1',
    answer: {
      json: {
        id: 'bat_1',
        total_cost_cents: 2_100,
        estimated_completion_percentage: percent,
        estimated_time_remaining_seconds: 3,
        ...json,
      },
    },
  })
const active = refusal(422, 'BATCH.ALREADY_PROCESSING')

describe('the judge of batches', () => {
  findsBroken(batches, [
    {
      statement: 'RESOURCES-92',
      what: 'a batch costs what its items do',
      steps: (told, isRight) => [create(told, { json: isRight ? {} : { total_cost_cents: 2_099 } })],
    },
    {
      statement: 'RESOURCES-92',
      what: 'it reads with the cost that it had, also in time',
      steps: (told, isRight) => [
        create(told),
        start(told),
        told.advance(86_400),
        read(told, 100, isRight ? {} : { total_cost_cents: 700 }),
      ],
    },
    {
      statement: 'RESOURCES-95',
      what: 'it reads with the balance that its cost has left, whatever was bought since',
      steps: (told, isRight) => [
        create(told, { key: 'live', json: { wallet_balance_after_cents: 7_900 } }),
        read(told, 0, { wallet_balance_after_cents: isRight ? 7_900 : 7_200 }, 'live'),
      ],
    },
    {
      statement: 'RESOURCES-91',
      what: 'the cost is a whole number',
      steps: (told, isRight) => [create(told, { json: isRight ? {} : { total_cost_cents: '2100' } })],
    },
    {
      statement: 'RESOURCES-94',
      what: 'the balance is a whole number',
      steps: (told, isRight) => [create(told, { json: isRight ? {} : { wallet_balance_after_cents: null } })],
    },
    {
      statement: 'RESOURCES-88',
      what: 'each has an id of its own',
      steps: (told, isRight) => [create(told), create(told, { json: { id: isRight ? 'bat_2' : 'bat_1' } })],
    },
    {
      statement: 'RESOURCES-102',
      what: 'it reads with its own items',
      steps: (told, isRight) => [
        create(told),
        read(told, 0, {
          items: (isRight ? ids : ['rate_1', 'rate_2', 'rate_9']).map((rate_id) => ({ rate_id })),
        }),
      ],
    },
    {
      statement: 'RESOURCES-102',
      what: 'it reads with no more items than its own',
      steps: (told, isRight) => [
        create(told),
        read(told, 0, {
          items: (isRight ? ids : [...ids, 'rate_1']).map((rate_id) => ({ rate_id })),
        }),
      ],
    },
    {
      statement: 'ENDPOINTS-85',
      what: 'no items are refused',
      steps: (told, isRight) => [
        create(told, { count: 0, ...(isRight && { answer: refusal(422, 'BATCH.ITEMS.REQUIRED') }) }),
      ],
    },
    {
      statement: 'ENDPOINTS-85',
      what: 'items that are there are not missing',
      steps: (told, isRight) => [
        create(told, isRight ? {} : { answer: refusal(422, 'BATCH.ITEMS.REQUIRED') }),
        start(told),
        create(told, { count: 0, answer: refusal(422, 'BATCH.ITEMS.REQUIRED') }),
      ],
    },
    {
      statement: 'ENDPOINTS-86',
      what: 'more than 5,000 items are refused',
      steps: (told, isRight) => [
        create(told, { count: 5_001, ...(isRight && { answer: refusal(422, 'BATCH.SIZE.EXCEEDED') }) }),
      ],
    },
    {
      statement: 'ENDPOINTS-86',
      what: '5,000 items are not too many',
      steps: (told, isRight) => [
        create(told, { count: 5_000, ...(!isRight && { answer: refusal(422, 'BATCH.SIZE.EXCEEDED') }) }),
        create(told, { count: 5_001, answer: refusal(422, 'BATCH.SIZE.EXCEEDED'), json: {} }),
      ],
    },
    {
      statement: 'STATES-18',
      what: 'rates that are new make a batch',
      steps: (told, isRight) => [
        quote(told),
        create(told, isRight ? {} : { answer: refusal(404, 'RATE.NOT_FOUND') }),
      ],
    },
    {
      statement: 'STATES-22',
      what: 'a batch that nobody has bought can be bought, also after another was',
      steps: (told, isRight) => [
        create(told),
        create(told, { json: { id: 'bat_2' } }),
        start(told, accepted, 'bat_2'),
        start(told, isRight ? accepted : active),
      ],
    },
    {
      statement: 'STATES-23',
      what: 'a batch under way is not bought again',
      steps: (told, isRight) => [
        told.advance(1),
        create(told),
        start(told),
        read(told, 10),
        start(told, isRight ? active : accepted),
      ],
    },
    {
      statement: 'STATES-23',
      what: 'a batch that is bought twice at one time is accepted once, as it shows later that it is under way',
      steps: (told, isRight) => [
        told.advance(1),
        create(told),
        atOnce(start(told), start(told, isRight ? active : accepted)),
        read(told, 10),
      ],
    },
    {
      statement: 'ENDPOINTS-87',
      what: 'a batch is not refused for money when it is bought',
      steps: (told, isRight) => [
        create(told),
        start(told),
        start(told, isRight ? active : refusal(402, 'WALLET.INSUFFICIENT_BALANCE')),
      ],
    },
    {
      statement: 'ENDPOINTS-90',
      what: 'what nobody has bought is not processed',
      steps: (told, isRight) => [
        create(told),
        read(told, 0),
        told.advance(3_600),
        read(told, isRight ? 0 : 60),
      ],
    },
    {
      statement: 'RESOURCES-96',
      what: 'the percentage is from 0 to 100',
      steps: (told, isRight) => [create(told), start(told), read(told, isRight ? 100 : 101)],
    },
    {
      statement: 'RESOURCES-97',
      what: 'what is done is done',
      steps: (told, isRight) => [
        create(told),
        start(told),
        told.advance(1),
        read(told, 60),
        told.advance(1),
        read(told, isRight ? 90 : 30),
      ],
    },
    {
      statement: 'STATES-24',
      what: 'a purchase that is refused moves nothing on',
      steps: (told, isRight) => [
        create(told),
        start(told),
        read(told, 20),
        start(told, active),
        read(told, isRight ? 20 : 100),
      ],
    },
    {
      statement: 'RESOURCES-98',
      what: 'no time that remains is less than none',
      steps: (told, isRight) => [
        create(told),
        start(told),
        read(told, 50, { estimated_time_remaining_seconds: isRight ? 0 : -1 }),
      ],
    },
    {
      statement: 'ENDPOINTS-95',
      what: 'a batch that was bought tells its progress',
      steps: (told, isRight) => [create(told), start(told), read(told, isRight ? 0 : undefined)],
    },
    {
      statement: 'ENDPOINTS-95',
      what: 'a batch stays where it is',
      steps: (told, isRight) => [
        create(told),
        told.advance(2_592_000),
        isRight
          ? read(told, 0)
          : told.call('getBatch', { id: 'bat_1', answer: refusal(404, 'BATCH.NOT_FOUND') }),
      ],
    },
    {
      statement: 'ENDPOINTS-91',
      what: 'an id of nothing is not bought',
      steps: (told, isRight) => [start(told, isRight ? refusal(404, 'BATCH.NOT_FOUND') : active, 'bat_000')],
    },
    {
      statement: 'ENDPOINTS-91',
      what: 'an id of nothing has its code',
      steps: (told, isRight) => [
        start(told, refusal(404, isRight ? 'BATCH.NOT_FOUND' : 'SOMETHING.WENT.WRONG'), 'bat_000'),
      ],
    },
    {
      statement: 'ENDPOINTS-96',
      what: 'an id of nothing is not read',
      steps: (told, isRight) => [
        told.call('getBatch', { id: 'bat_000', answer: isRight ? refusal(404, 'BATCH.NOT_FOUND') : {} }),
      ],
    },
  ])

  findsNothing(batches, [
    [
      'a batch is done at once, tells of no progress, and can be bought again',
      (told) => [
        told.advance(1),
        create(told),
        start(told),
        told.call('getBatch', { id: 'bat_1', answer: { json: { id: 'bat_1', status: 'completed' } } }),
        start(told),
      ],
    ],
    [
      'progress is estimated anew at every reading',
      (told) => [
        create(told),
        start(told),
        read(told, 50),
        read(told, 49.9),
        told.advance(60),
        read(told, 49.8),
      ],
    ],
    [
      'a rate makes one item alone',
      (told) => [
        quote(told),
        create(told),
        create(told, { answer: refusal(422, 'VALIDATION.FIELD.INVALID') }),
      ],
    ],
    [
      'a start was lost, and was done or not',
      (told) => [create(told), start(told, null), start(told, active)],
    ],
    [
      'another client’s start was lost, and a day later the owner starts it',
      (told) => [
        create(told),
        told.call('buyBatch', { client: 'b', key: { client: 'b' }, id: 'bat_1', answer: null }),
        told.advance(86_400),
        read(told, 0),
        start(told),
      ],
    ],
    [
      'of two starts at once one is refused',
      (told) => [create(told), atOnce(start(told), start(told, active))],
    ],
  ])

  it('finds two starts of a batch that is not done', () => {
    const told = toldHistory()
    const steps = [
      told.advance(1),
      create(told),
      start(told),
      read(told, 0),
      start(told, active),
      start(told),
    ]
    expect(judgedOn(batches, steps).findings).toMatchObject([{ statement: 'STATES-23', step: { id: 's6' } }])
  })
})
