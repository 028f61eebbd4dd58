import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import type { Answer } from '../../http/answer.ts'
import {
  errorCodeOf,
  expectAccepted,
  expectError,
  expectResource,
  expectThat,
  isSuccess,
  summary,
} from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { requestsToBuy } from '../../setup/shared-resources.ts'
import { active } from '../support/active.ts'
import { unknownIdLike, unknownIds } from '../support/requests.ts'
import { expectPercentage, expectSameBatch, expectSecondsLeft, processingIn } from './batch-reading.ts'

const creating = 'POST /v1/batches'
const reading = 'GET /v1/batches/{id}'
const endpoints = 'Endpoints'

const create = (t: RuleContext, items: readonly unknown[]) => t.call('createBatch', { body: { items } })

/** Whether an answer refuses items that are each valid. */
const refusesItems = (answer: Answer): boolean => /^(?:RATE|VALIDATION)\./.test(String(errorCodeOf(answer)))

function expectCost(answer: Answer, items: readonly (Readonly<Record<string, unknown>> | undefined)[]): void {
  const cost = items.reduce((sum, item) => sum + Number(item?.['rate_cents']), 0)
  const told = expectResource(answer, 'batch').integer('total_cost_cents')
  expectThat(told === cost, {
    expected: `total_cost_cents ${cost}, the sum of the items`,
    actual: `total_cost_cents ${told}`,
    answer,
  })
}

export const batchRules: readonly Rule[] = [
  active({
    id: 'BATCH-001',
    title: 'A batch of one item can be created, and has an id.',
    section: endpoints,
    endpoint: creating,
    basis: 'table',
    sends: 'A batch of one item.',
    requests: {},
    requestsOnce: { createRates: 1, createBatch: 1 },
    run: async (t) => {
      expectResource(await t.setup.shared.createdBatch(), 'batch').text('id')
    },
  }),
  active({
    id: 'BATCH-002',
    title: 'A batch costs as much as its items together.',
    section: 'Resources and their fields',
    endpoint: creating,
    basis: 'table',
    sends: 'A batch of three items, the first of them once more; without that one where it is refused.',
    requests: { createRates: 1, createBatch: 2 },
    run: async (t) => {
      const items = await t.setup.batchItems(3)
      const [first] = items
      // Two equal items are two purchases. Whether a rate can be used twice is not stated (choices 28).
      const twice = await create(t, [...items, first, first])
      if (isSuccess(twice)) return expectCost(twice, [...items, first, first])
      expectCost(await create(t, items), items)
    },
  }),
  active({
    id: 'BATCH-003',
    title: 'A batch says in whole cents what is left in the wallet.',
    section: 'Resources and their fields',
    endpoint: creating,
    basis: 'table',
    sends: 'A batch of one item.',
    requests: {},
    requestsOnce: { createRates: 1, createBatch: 1 },
    run: async (t) => {
      const answer = await t.setup.shared.createdBatch()
      expectResource(answer, 'batch').integer('wallet_balance_after_cents')
    },
  }),
  active({
    id: 'BATCH-004',
    title: 'A batch without items is refused.',
    section: endpoints,
    endpoint: creating,
    sends: 'A batch of one item, then one of none.',
    requests: { createBatch: 1 },
    requestsOnce: { createRates: 1, createBatch: 1 },
    run: async (t) => {
      await t.setup.shared.batch()
      expectError(await create(t, []), 'BATCH.ITEMS.REQUIRED')
    },
  }),
  active({
    id: 'BATCH-005',
    title: 'A batch of 5,001 items is refused.',
    section: endpoints,
    endpoint: creating,
    sends:
      'A batch of one item, then one of 5,001: of made-up rates that cost nothing, where money may be real.',
    requests: { createRates: 1, createBatch: 1 },
    requestsOnce: { createRates: 1, createBatch: 1 },
    run: async (t) => {
      await t.setup.shared.batch()
      const [item] = await t.setup.batchItems(1)
      const asked = t.isOwnAccount ? item : { ...item, rate_id: unknownIds.rate, rate_cents: 0 }
      const answer = await create(
        t,
        Array.from({ length: constants.batchMaxItems + 1 }, () => asked),
      )
      if (!t.isOwnAccount && refusesItems(answer)) {
        t.notJudged(`the target looks at the rates of a batch before their number: ${summary(answer)}`)
      }
      expectError(answer, 'BATCH.SIZE.EXCEEDED')
    },
  }),
  active({
    id: 'BATCH-006',
    title: 'A batch of 5,000 items is accepted, and costs as much as they do together.',
    section: endpoints,
    endpoint: creating,
    basis: 'table',
    sends: 'A batch of one rate twice, then one of 5,000 items.',
    needs: ['key:test', 'control:accounts'],
    requests: { createRates: 2, createBatch: 2 },
    run: async (t) => {
      const [item] = await t.setup.batchItems(1)
      const twice = await create(t, [item, item])
      const items = await t.setup.batchItems(constants.batchMaxItems)
      const answer = await create(t, items)
      // One quote has fewer rates than that, and whether a rate can be used twice is not stated (choices 28).
      if (!isSuccess(twice) && refusesItems(answer)) {
        t.notJudged(`the target takes no batch that uses its rates again: ${summary(answer)}`)
      }
      expectResource(answer, 'batch').text('id')
      expectCost(answer, items)
    },
  }),
  active({
    id: 'BATCH-007',
    title: 'A batch that was created can be read, and has the cost and the items that it was created with.',
    section: endpoints,
    endpoint: reading,
    basis: 'table',
    sends: 'A batch created, read, bought and read again.',
    requests: { createRates: 1, createBatch: 1, buyBatch: 1, getBatch: 2 },
    run: async (t) => {
      const { standard } = t.profile.parcels
      const parcel = { ...standard, weight_oz: standard.weight_oz + 0.25, length: standard.length + 0.5 }
      const items = await t.setup.batchItems(3, { parcel })
      const made = await t.setup.works('The creation of a batch', create(t, items))
      const id = await t.setup.of('The batch', async () => expectResource(made, 'batch').text('id'))
      expectSameBatch(await t.call('getBatch', { id }), { id, items })
      await t.setup.works('The purchase of the batch', t.call('buyBatch', { id }))
      expectSameBatch(await t.call('getBatch', { id }), { id, items })
    },
  }),
  active({
    id: 'BATCH-008',
    title: 'A batch that was bought tells how much of it is done, from 0 to 100.',
    section: 'Resources and their fields',
    endpoint: reading,
    basis: 'table',
    sends: 'A batch created, bought and read.',
    requests: {},
    requestsOnce: requestsToBuy,
    run: async (t) => {
      const { reading: answer } = await t.setup.shared.boughtBatch()
      expectPercentage(processingIn(t, answer), answer)
    },
  }),
  active({
    id: 'BATCH-009',
    title: 'A batch that was bought tells how many seconds are left.',
    section: 'Resources and their fields',
    endpoint: reading,
    basis: 'table',
    sends: 'A batch created, bought and read.',
    requests: {},
    requestsOnce: requestsToBuy,
    run: async (t) => {
      const { reading: answer } = await t.setup.shared.boughtBatch()
      expectSecondsLeft(processingIn(t, answer), answer)
    },
  }),
  active({
    id: 'BATCH-013',
    title: 'Reading a batch that is not there is answered as not found.',
    section: endpoints,
    endpoint: reading,
    sends: 'A batch created, bought and read, then an id that nobody was given.',
    requests: { getBatch: 1 },
    requestsOnce: requestsToBuy,
    run: async (t) => {
      const { id, reading } = await t.setup.shared.boughtBatch()
      await t.setup.of('The batch', async () => expectAccepted(reading))
      expectError(await t.call('getBatch', { id: unknownIdLike(id, unknownIds.batch) }), 'BATCH.NOT_FOUND')
    },
  }),
]
