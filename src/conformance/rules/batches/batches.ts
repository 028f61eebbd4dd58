import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import type { Answer } from '../../http/answer.ts'
import {
  describeAnswer,
  errorCodeOf,
  expectAccepted,
  expectError,
  expectResource,
  isSuccess,
} from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { listStatements } from '../../section.ts'
import { requestsToBuy } from '../../setup/shared-resources.ts'
import { makeUnknownIdLike, unknownIds } from '../support/requests.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import {
  expectBatchPercentage,
  expectBatchSecondsLeft,
  expectBatchUnchanged,
  readProcessingBatch,
} from './batch-reading.ts'

const tryCreatingBatch = (t: RuleContext, items: readonly unknown[]) =>
  t.call('createBatch', { body: { items } })

/** Returns true if a response refuses a batch because of its items. */
const isItemRefusal = (answer: Answer): boolean => /^(?:RATE|VALIDATION)\./.test(String(errorCodeOf(answer)))

function expectBatchCost(
  answer: Answer,
  items: readonly (Readonly<Record<string, unknown>> | undefined)[],
): void {
  const cost = items.reduce((sum, item) => sum + Number(item?.['rate_cents']), 0)
  expectResource(answer, 'batch').expect('total_cost_cents', cost, { why: 'the sum of the items' })
}

const makeBatchCreationRule = rulesOn('createBatch', {
  requests: {},
  requestsOnce: { createRates: 1, createBatch: 1 },
})
const makeBatchReadingRule = rulesOn('getBatch', { requests: {}, requestsOnce: requestsToBuy })

export const batchRules: readonly Rule[] = [
  makeBatchCreationRule('BATCH-001', 'A batch of one item can be created, and has an id.')
    .judges(
      ...listStatements({
        ENDPOINTS: [81, 83, 84],
        RESOURCES: [88, 89, 99, 100, 101, 102, 103, 104, 105],
        STATES: [18],
        LIMITS: [28],
      }),
    )
    .by(async (t) => {
      expectResource(await t.setup.shared.createdBatch(), 'batch').text('id')
    }),
  rule('BATCH-002', 'A batch costs the sum of its items.')
    .on('createBatch', { requests: { createRates: 1, createBatch: 2 } })
    .judges(...listStatements({ RESOURCES: [91, 92, 99, 100, 101, 102, 103, 104, 105], ENDPOINTS: [84] }))
    .by(async (t) => {
      const items = await t.setup.batchItems(3)
      const [first] = items
      // Two equal items are two purchases of a rate. The specification does not say whether that is allowed (choices 28).
      const twice = await tryCreatingBatch(t, [...items, first, first])
      if (isSuccess(twice)) return expectBatchCost(twice, [...items, first, first])
      expectBatchCost(await tryCreatingBatch(t, items), items)
    }),
  makeBatchCreationRule('BATCH-003', 'A batch reports the remaining wallet balance in whole cents.')
    .judges('RESOURCES-94', 'ENDPOINTS-84')
    .by(async (t) => {
      const answer = await t.setup.shared.createdBatch()
      expectResource(answer, 'batch').integer('wallet_balance_after_cents')
    }),
  rule('BATCH-004', 'A batch without items is refused.')
    .on('createBatch', { requests: { createBatch: 1 }, requestsOnce: { createRates: 1, createBatch: 1 } })
    .judges('ENDPOINTS-85', 'RESOURCES-89', 'ERRORS-70', 'ERRORS-71', 'LIMITS-28')
    .by(async (t) => {
      await t.setup.shared.batch()
      expectError(await tryCreatingBatch(t, []), 'BATCH.ITEMS.REQUIRED')
    }),
  rule('BATCH-005', 'A batch of 5,001 items is refused.')
    .on('createBatch', {
      requests: { createRates: 1, createBatch: 1 },
      requestsOnce: { createRates: 1, createBatch: 1 },
    })
    .judges('ENDPOINTS-86', 'SERVICE-14', 'RESOURCES-90', 'ERRORS-68', 'ERRORS-69', 'LIMITS-28')
    .by(async (t) => {
      await t.setup.shared.batch()
      const [item] = await t.setup.batchItems(1)
      const asked = t.isOwnAccount ? item : { ...item, rate_id: unknownIds.rate, rate_cents: 0 }
      const answer = await tryCreatingBatch(
        t,
        Array.from({ length: constants.batchMaxItems + 1 }, () => asked),
      )
      if (!t.isOwnAccount && isItemRefusal(answer)) {
        t.notJudged(
          `the target checks the rates of a batch before the number of items: ${describeAnswer(answer)}`,
        )
      }
      expectError(answer, 'BATCH.SIZE.EXCEEDED')
    }),
  rule('BATCH-006', 'A batch of 5,000 items is accepted, and costs the sum of its items.')
    .on('createBatch', { needs: ['key:test', 'control:accounts'] })
    .judges('RESOURCES-90', 'SERVICE-14', 'RESOURCES-92', 'STATES-18', 'LIMITS-28')
    .by(async (t) => {
      const [item] = await t.setup.batchItems(1)
      const twice = await tryCreatingBatch(t, [item, item])
      const items = await t.setup.batchItems(constants.batchMaxItems)
      const answer = await tryCreatingBatch(t, items)
      // A batch of this size uses each rate many times, and the specification does not say whether it may (choices 28).
      if (!isSuccess(twice) && isItemRefusal(answer)) {
        t.notJudged(`the target refuses a batch that uses a rate twice: ${describeAnswer(answer)}`)
      }
      expectResource(answer, 'batch').text('id')
      expectBatchCost(answer, items)
    }),
  rule('BATCH-007', 'A created batch can be read, with the cost and the items of its creation.')
    .on('getBatch')
    .judges('ENDPOINTS-93', 'RESOURCES-92', 'ENDPOINTS-95')
    .by(async (t) => {
      const { standard } = t.profile.parcels
      const parcel = { ...standard, weight_oz: standard.weight_oz + 0.25, length: standard.length + 0.5 }
      const items = await t.setup.batchItems(3, { parcel })
      const made = await t.setup.works('The creation of a batch', tryCreatingBatch(t, items))
      const id = await t.setup.of('The batch', async () => expectResource(made, 'batch').text('id'))
      expectBatchUnchanged(await t.call('getBatch', { id }), { id, items })
      await t.setup.works('The purchase of the batch', t.call('buyBatch', { id }))
      expectBatchUnchanged(await t.call('getBatch', { id }), { id, items })
    }),
  makeBatchReadingRule('BATCH-008', 'A bought batch reports how much of it is done, from 0 to 100 percent.')
    .judges('RESOURCES-96', 'ENDPOINTS-95')
    .by(async (t) => {
      const { reading: answer } = await t.setup.shared.boughtBatch()
      expectBatchPercentage(readProcessingBatch(t, answer), answer)
    }),
  makeBatchReadingRule('BATCH-009', 'A bought batch reports how many seconds its processing still takes.')
    .judges('RESOURCES-98', 'ENDPOINTS-95')
    .by(async (t) => {
      const { reading: answer } = await t.setup.shared.boughtBatch()
      expectBatchSecondsLeft(readProcessingBatch(t, answer), answer)
    }),
  rule('BATCH-013', 'Reading a batch that does not exist is refused as not found.')
    .on('getBatch', { requests: { getBatch: 1 }, requestsOnce: requestsToBuy })
    .judges('ENDPOINTS-96', 'ERRORS-73')
    .by(async (t) => {
      const { id, reading } = await t.setup.shared.boughtBatch()
      await t.setup.of('The batch', async () => expectAccepted(reading))
      expectError(
        await t.call('getBatch', { id: makeUnknownIdLike(id, unknownIds.batch) }),
        'BATCH.NOT_FOUND',
      )
    }),
]
