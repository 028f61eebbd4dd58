import { describe, expect, it } from 'vitest'
import {
  concurrently,
  findsBroken,
  findsNothing,
  type OracleHistory,
  openHistory,
  runOracle,
} from '../../../../../test/support/conformance/oracle-history.ts'
import { batches } from './batch-oracle.ts'

const ids = ['rate_1', 'rate_2', 'rate_3']
const items = ids.map((rate_id) => ({ rate_id, rate_cents: 700 }))
const quote = (history: OracleHistory) =>
  history.call('createRates', { answer: { json: { rates: ids.map((id) => ({ id, rate_cents: 700 })) } } })
const refusal = (status: number, code: string) => ({ status, json: { error: { code } } })

type Options = {
  readonly count?: number
  readonly answer?: object
  readonly json?: object
  readonly key?: 'test' | 'live'
}
const create = (history: OracleHistory, { count = 3, answer, json = {}, key = 'test' }: Options = {}) =>
  history.call('createBatch', {
    key,
    body: { items: count <= 3 ? items.slice(0, count) : Array.from({ length: count }, () => items[0]) },
    answer: answer ?? {
      status: 201,
      json: { id: 'bat_1', total_cost_cents: count * 700, wallet_balance_after_cents: 9, ...json },
    },
  })
const accepted = { status: 202 }
const start = (history: OracleHistory, answer: object | null = accepted, id = 'bat_1') =>
  history.call('buyBatch', { id, answer })
const read = (history: OracleHistory, percent: unknown, json = {}, key: 'test' | 'live' = 'test') =>
  history.call('getBatch', {
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

describe('the batch oracle', () => {
  findsBroken(batches, [
    {
      statement: 'RESOURCES-92',
      what: 'a batch costs the sum of its items',
      steps: (history, isRight) => [create(history, { json: isRight ? {} : { total_cost_cents: 2_099 } })],
    },
    {
      statement: 'RESOURCES-92',
      what: 'a later reading shows the same cost',
      steps: (history, isRight) => [
        create(history),
        start(history),
        history.advance(86_400),
        read(history, 100, isRight ? {} : { total_cost_cents: 700 }),
      ],
    },
    {
      statement: 'RESOURCES-95',
      what: 'a reading shows the balance after its cost',
      steps: (history, isRight) => [
        create(history, { key: 'live', json: { wallet_balance_after_cents: 7_900 } }),
        read(history, 0, { wallet_balance_after_cents: isRight ? 7_900 : 7_200 }, 'live'),
      ],
    },
    {
      statement: 'RESOURCES-91',
      what: 'the cost is a whole number',
      steps: (history, isRight) => [create(history, { json: isRight ? {} : { total_cost_cents: '2100' } })],
    },
    {
      statement: 'RESOURCES-94',
      what: 'the balance is a whole number',
      steps: (history, isRight) => [
        create(history, { json: isRight ? {} : { wallet_balance_after_cents: null } }),
      ],
    },
    {
      statement: 'RESOURCES-88',
      what: 'each has a unique id',
      steps: (history, isRight) => [
        create(history),
        create(history, { json: { id: isRight ? 'bat_2' : 'bat_1' } }),
      ],
    },
    {
      statement: 'RESOURCES-102',
      what: 'a reading shows its own items',
      steps: (history, isRight) => [
        create(history),
        read(history, 0, {
          items: (isRight ? ids : ['rate_1', 'rate_2', 'rate_9']).map((rate_id) => ({ rate_id })),
        }),
      ],
    },
    {
      statement: 'RESOURCES-102',
      what: 'a reading shows no further items',
      steps: (history, isRight) => [
        create(history),
        read(history, 0, {
          items: (isRight ? ids : [...ids, 'rate_1']).map((rate_id) => ({ rate_id })),
        }),
      ],
    },
    {
      statement: 'ENDPOINTS-85',
      what: 'no items are refused',
      steps: (history, isRight) => [
        create(history, { count: 0, ...(isRight && { answer: refusal(422, 'BATCH.ITEMS.REQUIRED') }) }),
      ],
    },
    {
      statement: 'ENDPOINTS-85',
      what: 'existing items are not reported as missing',
      steps: (history, isRight) => [
        create(history, isRight ? {} : { answer: refusal(422, 'BATCH.ITEMS.REQUIRED') }),
        start(history),
        create(history, { count: 0, answer: refusal(422, 'BATCH.ITEMS.REQUIRED') }),
      ],
    },
    {
      statement: 'ENDPOINTS-86',
      what: 'more than 5,000 items are refused',
      steps: (history, isRight) => [
        create(history, { count: 5_001, ...(isRight && { answer: refusal(422, 'BATCH.SIZE.EXCEEDED') }) }),
      ],
    },
    {
      statement: 'ENDPOINTS-86',
      what: '5,000 items are not too many',
      steps: (history, isRight) => [
        create(history, { count: 5_000, ...(!isRight && { answer: refusal(422, 'BATCH.SIZE.EXCEEDED') }) }),
        create(history, { count: 5_001, answer: refusal(422, 'BATCH.SIZE.EXCEEDED'), json: {} }),
      ],
    },
    {
      statement: 'STATES-18',
      what: 'new rates make a batch',
      steps: (history, isRight) => [
        quote(history),
        create(history, isRight ? {} : { answer: refusal(404, 'RATE.NOT_FOUND') }),
      ],
    },
    {
      statement: 'STATES-22',
      what: 'a new batch can be bought, also after another one',
      steps: (history, isRight) => [
        create(history),
        create(history, { json: { id: 'bat_2' } }),
        start(history, accepted, 'bat_2'),
        start(history, isRight ? accepted : active),
      ],
    },
    {
      statement: 'STATES-23',
      what: 'a batch in processing cannot be bought again',
      steps: (history, isRight) => [
        history.advance(1),
        create(history),
        start(history),
        read(history, 10),
        start(history, isRight ? active : accepted),
      ],
    },
    {
      statement: 'STATES-23',
      what: 'a batch that is bought twice at one time is accepted once, as it shows later that it is under way',
      steps: (history, isRight) => [
        history.advance(1),
        create(history),
        concurrently(start(history), start(history, isRight ? active : accepted)),
        read(history, 10),
      ],
    },
    {
      statement: 'ENDPOINTS-87',
      what: 'a batch is not refused for money when it is bought',
      steps: (history, isRight) => [
        create(history),
        start(history),
        start(history, isRight ? active : refusal(402, 'WALLET.INSUFFICIENT_BALANCE')),
      ],
    },
    {
      statement: 'ENDPOINTS-90',
      what: 'a batch that was not bought is not processed',
      steps: (history, isRight) => [
        create(history),
        read(history, 0),
        history.advance(3_600),
        read(history, isRight ? 0 : 60),
      ],
    },
    {
      statement: 'RESOURCES-96',
      what: 'the percentage is from 0 to 100',
      steps: (history, isRight) => [create(history), start(history), read(history, isRight ? 100 : 101)],
    },
    {
      statement: 'RESOURCES-97',
      what: 'progress never falls',
      steps: (history, isRight) => [
        create(history),
        start(history),
        history.advance(1),
        read(history, 60),
        history.advance(1),
        read(history, isRight ? 90 : 30),
      ],
    },
    {
      statement: 'STATES-24',
      what: 'a refused purchase causes no progress',
      steps: (history, isRight) => [
        create(history),
        start(history),
        read(history, 20),
        start(history, active),
        read(history, isRight ? 20 : 100),
      ],
    },
    {
      statement: 'RESOURCES-98',
      what: 'the remaining time is not negative',
      steps: (history, isRight) => [
        create(history),
        start(history),
        read(history, 50, { estimated_time_remaining_seconds: isRight ? 0 : -1 }),
      ],
    },
    {
      statement: 'ENDPOINTS-95',
      what: 'a bought batch reports its progress',
      steps: (history, isRight) => [create(history), start(history), read(history, isRight ? 0 : undefined)],
    },
    {
      statement: 'ENDPOINTS-95',
      what: 'a batch stays readable',
      steps: (history, isRight) => [
        create(history),
        history.advance(2_592_000),
        isRight
          ? read(history, 0)
          : history.call('getBatch', { id: 'bat_1', answer: refusal(404, 'BATCH.NOT_FOUND') }),
      ],
    },
    {
      statement: 'ENDPOINTS-91',
      what: 'an unknown id cannot be bought',
      steps: (history, isRight) => [
        start(history, isRight ? refusal(404, 'BATCH.NOT_FOUND') : active, 'bat_000'),
      ],
    },
    {
      statement: 'ENDPOINTS-91',
      what: 'an unknown id gets its code',
      steps: (history, isRight) => [
        start(history, refusal(404, isRight ? 'BATCH.NOT_FOUND' : 'SOMETHING.WENT.WRONG'), 'bat_000'),
      ],
    },
    {
      statement: 'ENDPOINTS-96',
      what: 'an unknown id cannot be read',
      steps: (history, isRight) => [
        history.call('getBatch', { id: 'bat_000', answer: isRight ? refusal(404, 'BATCH.NOT_FOUND') : {} }),
      ],
    },
  ])

  findsNothing(batches, [
    [
      'a batch finishes at once, reports no progress, and can be bought again',
      (history) => [
        history.advance(1),
        create(history),
        start(history),
        history.call('getBatch', { id: 'bat_1', answer: { json: { id: 'bat_1', status: 'completed' } } }),
        start(history),
      ],
    ],
    [
      'progress is estimated anew at every reading',
      (history) => [
        create(history),
        start(history),
        read(history, 50),
        read(history, 49.9),
        history.advance(60),
        read(history, 49.8),
      ],
    ],
    [
      'a rate makes one item alone',
      (history) => [
        quote(history),
        create(history),
        create(history, { answer: refusal(422, 'VALIDATION.FIELD.INVALID') }),
      ],
    ],
    [
      'a start was lost, and was done or not',
      (history) => [create(history), start(history, null), start(history, active)],
    ],
    [
      'another client’s start was lost, and a day later the owner starts it',
      (history) => [
        create(history),
        history.call('buyBatch', { client: 'b', key: { client: 'b' }, id: 'bat_1', answer: null }),
        history.advance(86_400),
        read(history, 0),
        start(history),
      ],
    ],
    [
      'one of two concurrent starts is refused',
      (history) => [create(history), concurrently(start(history), start(history, active))],
    ],
  ])

  it('the batch oracle reports a second accepted start of an unfinished batch', () => {
    const history = openHistory()
    const steps = [
      history.advance(1),
      create(history),
      start(history),
      read(history, 0),
      start(history, active),
      start(history),
    ]
    expect(runOracle(batches, steps).findings).toMatchObject([{ statement: 'STATES-23', step: { id: 's6' } }])
  })
})
