import { describe, expect, it } from 'vitest'
import {
  groupConcurrentSteps,
  type OracleHistory,
  openHistory,
  runOracle,
  testBrokenStatements,
  testCorrectHistories,
} from '../../../../../test/support/conformance/oracle-history.ts'
import { batches } from './batch-oracle.ts'

const ids = ['rate_1', 'rate_2', 'rate_3']
const items = ids.map((rate_id) => ({ rate_id, rate_cents: 700 }))
const addQuote = (history: OracleHistory) =>
  history.call('createRates', { answer: { json: { rates: ids.map((id) => ({ id, rate_cents: 700 })) } } })
const createRefusal = (status: number, code: string) => ({ status, json: { error: { code } } })

type Options = {
  readonly count?: number
  readonly answer?: object
  readonly json?: object
  readonly key?: 'test' | 'live'
}
const addBatch = (history: OracleHistory, { count = 3, answer, json = {}, key = 'test' }: Options = {}) =>
  history.call('createBatch', {
    key,
    body: { items: count <= 3 ? items.slice(0, count) : Array.from({ length: count }, () => items[0]) },
    answer: answer ?? {
      status: 201,
      json: { id: 'bat_1', total_cost_cents: count * 700, wallet_balance_after_cents: 9, ...json },
    },
  })
const accepted = { status: 202 }
const addBatchStart = (history: OracleHistory, answer: object | null = accepted, id = 'bat_1') =>
  history.call('buyBatch', { id, answer })
const addBatchReading = (
  history: OracleHistory,
  percent: unknown,
  json = {},
  key: 'test' | 'live' = 'test',
) =>
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
const alreadyProcessing = createRefusal(422, 'BATCH.ALREADY_PROCESSING')

describe('the batch oracle', () => {
  testBrokenStatements(batches, [
    {
      statement: 'RESOURCES-92',
      what: 'a batch costs the sum of its items',
      steps: (history, isRight) => [addBatch(history, { json: isRight ? {} : { total_cost_cents: 2_099 } })],
    },
    {
      statement: 'RESOURCES-92',
      what: 'a batch that is read later has the same cost',
      steps: (history, isRight) => [
        addBatch(history),
        addBatchStart(history),
        history.advance(86_400),
        addBatchReading(history, 100, isRight ? {} : { total_cost_cents: 700 }),
      ],
    },
    {
      statement: 'RESOURCES-95',
      what: 'a batch that is read shows the balance after its cost',
      steps: (history, isRight) => [
        addBatch(history, { key: 'live', json: { wallet_balance_after_cents: 7_900 } }),
        addBatchReading(history, 0, { wallet_balance_after_cents: isRight ? 7_900 : 7_200 }, 'live'),
      ],
    },
    {
      statement: 'RESOURCES-91',
      what: 'the cost of a batch is a whole number',
      steps: (history, isRight) => [addBatch(history, { json: isRight ? {} : { total_cost_cents: '2100' } })],
    },
    {
      statement: 'RESOURCES-94',
      what: 'the balance in a batch is a whole number',
      steps: (history, isRight) => [
        addBatch(history, { json: isRight ? {} : { wallet_balance_after_cents: null } }),
      ],
    },
    {
      statement: 'RESOURCES-88',
      what: 'each batch has a unique id',
      steps: (history, isRight) => [
        addBatch(history),
        addBatch(history, { json: { id: isRight ? 'bat_2' : 'bat_1' } }),
      ],
    },
    {
      statement: 'RESOURCES-102',
      what: 'a batch that is read shows its own items',
      steps: (history, isRight) => [
        addBatch(history),
        addBatchReading(history, 0, {
          items: (isRight ? ids : ['rate_1', 'rate_2', 'rate_9']).map((rate_id) => ({ rate_id })),
        }),
      ],
    },
    {
      statement: 'RESOURCES-102',
      what: 'a batch that is read shows no items that it does not have',
      steps: (history, isRight) => [
        addBatch(history),
        addBatchReading(history, 0, {
          items: (isRight ? ids : [...ids, 'rate_1']).map((rate_id) => ({ rate_id })),
        }),
      ],
    },
    {
      statement: 'ENDPOINTS-85',
      what: 'a batch without items is refused',
      steps: (history, isRight) => [
        addBatch(history, {
          count: 0,
          ...(isRight && { answer: createRefusal(422, 'BATCH.ITEMS.REQUIRED') }),
        }),
      ],
    },
    {
      statement: 'ENDPOINTS-85',
      what: 'a batch with items is not refused for missing items',
      steps: (history, isRight) => [
        addBatch(history, isRight ? {} : { answer: createRefusal(422, 'BATCH.ITEMS.REQUIRED') }),
        addBatchStart(history),
        addBatch(history, { count: 0, answer: createRefusal(422, 'BATCH.ITEMS.REQUIRED') }),
      ],
    },
    {
      statement: 'ENDPOINTS-86',
      what: 'a batch of more than 5,000 items is refused',
      steps: (history, isRight) => [
        addBatch(history, {
          count: 5_001,
          ...(isRight && { answer: createRefusal(422, 'BATCH.SIZE.EXCEEDED') }),
        }),
      ],
    },
    {
      statement: 'ENDPOINTS-86',
      what: 'a batch may have 5,000 items',
      steps: (history, isRight) => [
        addBatch(history, {
          count: 5_000,
          ...(!isRight && { answer: createRefusal(422, 'BATCH.SIZE.EXCEEDED') }),
        }),
        addBatch(history, { count: 5_001, answer: createRefusal(422, 'BATCH.SIZE.EXCEEDED'), json: {} }),
      ],
    },
    {
      statement: 'STATES-18',
      what: 'a batch with new rates is accepted',
      steps: (history, isRight) => [
        addQuote(history),
        addBatch(history, isRight ? {} : { answer: createRefusal(404, 'RATE.NOT_FOUND') }),
      ],
    },
    {
      statement: 'STATES-22',
      what: 'a new batch can be bought, also after another batch',
      steps: (history, isRight) => [
        addBatch(history),
        addBatch(history, { json: { id: 'bat_2' } }),
        addBatchStart(history, accepted, 'bat_2'),
        addBatchStart(history, isRight ? accepted : alreadyProcessing),
      ],
    },
    {
      statement: 'STATES-23',
      what: 'a batch in processing cannot be bought again',
      steps: (history, isRight) => [
        history.advance(1),
        addBatch(history),
        addBatchStart(history),
        addBatchReading(history, 10),
        addBatchStart(history, isRight ? alreadyProcessing : accepted),
      ],
    },
    {
      statement: 'STATES-23',
      what: 'one of two concurrent purchases of a batch is refused, and the batch is then in progress',
      steps: (history, isRight) => [
        history.advance(1),
        addBatch(history),
        groupConcurrentSteps(
          addBatchStart(history),
          addBatchStart(history, isRight ? alreadyProcessing : accepted),
        ),
        addBatchReading(history, 10),
      ],
    },
    {
      statement: 'ENDPOINTS-87',
      what: 'the start of a batch is not refused for lack of money',
      steps: (history, isRight) => [
        addBatch(history),
        addBatchStart(history),
        addBatchStart(
          history,
          isRight ? alreadyProcessing : createRefusal(402, 'WALLET.INSUFFICIENT_BALANCE'),
        ),
      ],
    },
    {
      statement: 'ENDPOINTS-90',
      what: 'a batch that was not bought makes no progress',
      steps: (history, isRight) => [
        addBatch(history),
        addBatchReading(history, 0),
        history.advance(3_600),
        addBatchReading(history, isRight ? 0 : 60),
      ],
    },
    {
      statement: 'RESOURCES-96',
      what: 'the progress of a batch is from 0 to 100 percent',
      steps: (history, isRight) => [
        addBatch(history),
        addBatchStart(history),
        addBatchReading(history, isRight ? 100 : 101),
      ],
    },
    {
      statement: 'RESOURCES-97',
      what: 'the progress of a batch never falls',
      steps: (history, isRight) => [
        addBatch(history),
        addBatchStart(history),
        history.advance(1),
        addBatchReading(history, 60),
        history.advance(1),
        addBatchReading(history, isRight ? 90 : 30),
      ],
    },
    {
      statement: 'STATES-24',
      what: 'a batch whose purchase was refused makes no progress',
      steps: (history, isRight) => [
        addBatch(history),
        addBatchStart(history),
        addBatchReading(history, 20),
        addBatchStart(history, alreadyProcessing),
        addBatchReading(history, isRight ? 20 : 100),
      ],
    },
    {
      statement: 'RESOURCES-98',
      what: 'the remaining time of a batch is not negative',
      steps: (history, isRight) => [
        addBatch(history),
        addBatchStart(history),
        addBatchReading(history, 50, { estimated_time_remaining_seconds: isRight ? 0 : -1 }),
      ],
    },
    {
      statement: 'ENDPOINTS-95',
      what: 'a bought batch reports its progress',
      steps: (history, isRight) => [
        addBatch(history),
        addBatchStart(history),
        addBatchReading(history, isRight ? 0 : undefined),
      ],
    },
    {
      statement: 'ENDPOINTS-95',
      what: 'a batch stays readable',
      steps: (history, isRight) => [
        addBatch(history),
        history.advance(2_592_000),
        isRight
          ? addBatchReading(history, 0)
          : history.call('getBatch', { id: 'bat_1', answer: createRefusal(404, 'BATCH.NOT_FOUND') }),
      ],
    },
    {
      statement: 'ENDPOINTS-91',
      what: 'a batch with an unknown id cannot be bought',
      steps: (history, isRight) => [
        addBatchStart(
          history,
          isRight ? createRefusal(404, 'BATCH.NOT_FOUND') : alreadyProcessing,
          'bat_000',
        ),
      ],
    },
    {
      statement: 'ENDPOINTS-91',
      what: 'a batch with an unknown id is refused with BATCH.NOT_FOUND',
      steps: (history, isRight) => [
        addBatchStart(
          history,
          createRefusal(404, isRight ? 'BATCH.NOT_FOUND' : 'SOMETHING.WENT.WRONG'),
          'bat_000',
        ),
      ],
    },
    {
      statement: 'ENDPOINTS-96',
      what: 'a batch with an unknown id cannot be read',
      steps: (history, isRight) => [
        history.call('getBatch', {
          id: 'bat_000',
          answer: isRight ? createRefusal(404, 'BATCH.NOT_FOUND') : {},
        }),
      ],
    },
  ])

  testCorrectHistories(batches, [
    [
      'a batch finishes at once, reports no progress and can be bought a second time',
      (history) => [
        history.advance(1),
        addBatch(history),
        addBatchStart(history),
        history.call('getBatch', { id: 'bat_1', answer: { json: { id: 'bat_1', status: 'completed' } } }),
        addBatchStart(history),
      ],
    ],
    [
      'each reading of a batch estimates its progress anew',
      (history) => [
        addBatch(history),
        addBatchStart(history),
        addBatchReading(history, 50),
        addBatchReading(history, 49.9),
        history.advance(60),
        addBatchReading(history, 49.8),
      ],
    ],
    [
      'a second batch of the same rates is refused',
      (history) => [
        addQuote(history),
        addBatch(history),
        addBatch(history, { answer: createRefusal(422, 'VALIDATION.FIELD.INVALID') }),
      ],
    ],
    [
      'the response to the start of a batch was lost, and a second start is refused',
      (history) => [
        addBatch(history),
        addBatchStart(history, null),
        addBatchStart(history, alreadyProcessing),
      ],
    ],
    [
      'the response to a start of the batch by another client was lost, and a day later the owner starts the batch',
      (history) => [
        addBatch(history),
        history.call('buyBatch', { client: 'b', key: { client: 'b' }, id: 'bat_1', answer: null }),
        history.advance(86_400),
        addBatchReading(history, 0),
        addBatchStart(history),
      ],
    ],
    [
      'one of two concurrent starts of a batch is refused',
      (history) => [
        addBatch(history),
        groupConcurrentSteps(addBatchStart(history), addBatchStart(history, alreadyProcessing)),
      ],
    ],
  ])

  it('the batch oracle reports a service that starts an unfinished batch a second time', () => {
    const history = openHistory()
    const steps = [
      history.advance(1),
      addBatch(history),
      addBatchStart(history),
      addBatchReading(history, 0),
      addBatchStart(history, alreadyProcessing),
      addBatchStart(history),
    ]
    expect(runOracle(batches, steps).findings).toMatchObject([{ statement: 'STATES-23', step: { id: 's6' } }])
  })
})
