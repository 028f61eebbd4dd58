import {
  describeAnswer,
  expectAccepted,
  expectError,
  expectResource,
  expectThat,
  isSuccess,
} from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { requestsToBuy } from '../../setup/shared-resources.ts'
import { hours } from '../../target/need.ts'
import { expectEventLabelExists } from '../support/event-ids.ts'
import { makeUnknownIdLike, unknownIds } from '../support/requests.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { readValuesByPath } from '../support/values-by-path.ts'
import { expectBatchUnchanged } from './batch-reading.ts'
import { createAndBuyBatch } from './bought-batch.ts'

/** Returns the completion percentage of a batch; undefined if the batch shows none, which is allowed after processing. */
async function readBatchProgress(
  t: RuleContext,
  id: string,
  key: 'test' | 'live' = 'test',
): Promise<number | undefined> {
  const answer = await t.call('getBatch', { id, key })
  if (!isSuccess(answer)) return undefined
  const told = expectResource(answer, 'batch').raw('estimated_completion_percentage')
  return typeof told === 'number' ? told : undefined
}

/**
 * Returns true if a batch is still processing. The specification does not say how long the processing takes, nor what
 * a batch shows when it is done (choices 43).
 */
async function isBatchProcessing(
  t: RuleContext,
  id: string,
  key: 'test' | 'live' = 'test',
): Promise<boolean> {
  const done = await readBatchProgress(t, id, key)
  return done !== undefined && done < 100
}

const notProcessing = 'after its purchase, the batch shows no progress below 100 %, so it may be done already'

/** Buys a batch twice, and checks that the second purchase is refused while the batch is processing. Throws RuleBroken. */
async function expectSecondPurchaseRefused(t: RuleContext, key: 'test' | 'live'): Promise<void> {
  if (t.hasClock) await t.account.clock.freeze()
  const { id } = await createAndBuyBatch(t, 4, key)
  if (!(await isBatchProcessing(t, id, key))) t.notJudged(notProcessing)
  const answer = await t.call('buyBatch', { id, key })
  // The processing of the batch may have ended just before the second purchase.
  if (isSuccess(answer) && !(await isBatchProcessing(t, id, key))) t.notJudged(notProcessing)
  expectError(answer, 'BATCH.ALREADY_PROCESSING')
}

const makeBatchPurchaseRule = rulesOn('buyBatch', {
  needs: ['control:accounts', 'control:clock', 'control:shipments'],
})

export const batchProcessingRules: readonly Rule[] = [
  rule('BATCH-010', 'Buying a batch is accepted.')
    .on('buyBatch')
    .judges('STATES-22', 'SERVICE-17', 'ENDPOINTS-88', 'ENDPOINTS-90')
    .by(async (t) => {
      const { id } = await t.setup.batch()
      const answer = await t.call('buyBatch', { id })
      expectAccepted(answer)
    }),
  rule('BATCH-011', 'Buying a batch that is already being processed is refused.')
    .on('buyBatch', { requests: { createRates: 1, createBatch: 1, buyBatch: 2, getBatch: 2 } })
    .judges('STATES-23', 'ENDPOINTS-92', 'ERRORS-74', 'ERRORS-75')
    .by((t) => expectSecondPurchaseRefused(t, 'test')),
  rule('BATCH-112', 'Buying a live batch that is already being processed is refused.')
    .on('buyBatch', {
      needs: ['control:accounts', 'control:wallet', 'control:clock'],
      requests: { createRates: 1, createBatch: 1, buyBatch: 2, getBatch: 2 },
    })
    .judges('STATES-23', 'ENDPOINTS-92', 'ERRORS-75')
    .by(async (t) => {
      await t.account.wallet.set({ balance_cents: 10_000_000, auto_reload: null })
      await expectSecondPurchaseRefused(t, 'live')
    }),
  rule('BATCH-012', 'Buying a batch that does not exist is refused as not found.')
    .on('buyBatch', { requests: { buyBatch: 1 }, requestsOnce: requestsToBuy })
    .judges('ENDPOINTS-91', 'ERRORS-72', 'ERRORS-73')
    .by(async (t) => {
      const { id } = await t.setup.shared.boughtBatch()
      const other = makeUnknownIdLike(id, unknownIds.batch)
      expectError(await t.call('buyBatch', { id: other }), 'BATCH.NOT_FOUND')
    }),
  rule(
    'BATCH-016',
    'Buying a batch that is already being processed changes neither its cost, nor its progress, nor the wallet.',
  )
    .on('buyBatch', { needs: ['control:accounts', 'control:wallet', 'control:clock'] })
    .judges('STATES-24')
    .by(async (t) => {
      await t.account.clock.freeze()
      await t.account.wallet.set({ balance_cents: 10_000_000, auto_reload: null })
      const { id } = await createAndBuyBatch(t, 4, 'live')
      if (!(await isBatchProcessing(t, id, 'live'))) t.notJudged(notProcessing)
      const readBatchAndWallet = async () => {
        const batch = expectResource(await t.call('getBatch', { id, key: 'live' }), 'batch')
        const wallet = await t.account.wallet.get()
        return JSON.stringify({
          total_cost_cents: batch.raw('total_cost_cents'),
          estimated_completion_percentage: batch.raw('estimated_completion_percentage'),
          balance_cents: wallet.integer('balance_cents'),
        })
      }
      const first = await t.setup.of('The batch', readBatchAndWallet)
      const before = await t.setup.of('The batch', readBatchAndWallet)
      if (first !== before)
        t.notJudged(
          'the batch changes although the clock is frozen, so the rule cannot tell what a second purchase changes',
        )
      const answer = await t.call('buyBatch', { id, key: 'live' })
      const after = await readBatchAndWallet()
      expectThat(after === before, {
        expected: `the batch and the wallet as they were: ${before}`,
        actual: after,
        answer,
      })
    }),
  makeBatchPurchaseRule(
    'BATCH-017',
    'Buying a batch starts its processing: its progress grows, or labels are made.',
  )
    .judges('STATES-22', 'SERVICE-17', 'ENDPOINTS-90')
    .by(async (t) => {
      const { id } = await t.setup.batch(3)
      const before = await readBatchProgress(t, id)
      const answer = await t.call('buyBatch', { id })
      await t.setup.of('The purchase of the batch', async () => expectAccepted(answer))
      const first = await readBatchProgress(t, id)
      await t.passTime(hours(24))
      const last = await readBatchProgress(t, id)
      const made = (await t.account.shipments.list()).length
      const told = new Set([before, first, last].filter((each) => each !== undefined))
      const hasMoved = (last === 100 && before !== 100) || told.size > 1
      expectThat(hasMoved || made > 0, {
        expected: 'progress or labels within a day',
        actual: `no label in the shipping history, and progress from ${before} and ${first} to ${last}`,
        answer,
      })
    }),
  rule('BATCH-018', 'The completion percentage of a batch is above 50 once all its labels are made.')
    .on('getBatch', { needs: ['control:accounts', 'control:clock', 'control:shipments'] })
    .judges('RESOURCES-97')
    .by(async (t) => {
      const { id } = await createAndBuyBatch(t, 3)
      await t.passTime(hours(24))
      const made = (await t.account.shipments.list()).length
      if (made < 3) t.notJudged(`only ${made} of 3 labels of the batch were made within a day`)
      const done = await readBatchProgress(t, id)
      if (done === undefined)
        return t.notJudged('the batch has no estimated_completion_percentage after it is done')
      expectThat(done > 50, {
        expected: 'estimated_completion_percentage above 50 once all labels are made',
        actual: `estimated_completion_percentage ${done}`,
      })
    }),
  rule('BATCH-019', 'Every label that a batch makes is in the shipping history.')
    .on('buyBatch', {
      needs: ['control:accounts', 'control:clock', 'control:webhook', 'control:shipments', 'inbox'],
      requests: { createRates: 1, createBatch: 1, buyBatch: 1, getLabel: 3 },
    })
    .judges('STATES-8', 'VERSIONING-9')
    .by(async (t) => {
      const inbox = await t.inbox()
      await createAndBuyBatch(t, 3)
      await t.passTime(hours(24))
      const made = new Set(inbox.all().flatMap(({ labelId }) => (labelId === undefined ? [] : [labelId])))
      if (made.size === 0)
        t.notJudged(
          'no webhook event of a label of the batch came within a day, so the rule knows none of its labels',
        )
      const history = [...readValuesByPath(await t.account.shipments.list()).values()]
      const missing = [...made].filter((id) => !history.includes(id))
      // If the id in an event belongs to no label, the failure is reported for the event, not for the shipping history.
      for (const id of missing) await expectEventLabelExists(t, id)
      expectThat(missing.length === 0, {
        expected: `shipments of ${[...made].join(', ')} in the shipping history`,
        actual: `no shipment of ${missing.join(', ')}`,
      })
    }),
  rule('BATCH-024', 'A batch can be read a day after its purchase, with its original cost and items.')
    .on('getBatch', { needs: ['control:accounts', 'control:clock'] })
    .judges('ENDPOINTS-95', 'RESOURCES-92')
    .by(async (t) => {
      const items = await t.setup.batchItems(3)
      const made = await t.setup.works('The creation of a batch', t.call('createBatch', { body: { items } }))
      const id = await t.setup.of('The batch', async () => expectResource(made, 'batch').text('id'))
      await t.setup.works('The purchase of the batch', t.call('buyBatch', { id }))
      await t.passTime(hours(24))
      expectBatchUnchanged(await t.call('getBatch', { id }), { id, items })
    }),
  makeBatchPurchaseRule('BATCH-025', 'A batch of 120 items makes 120 labels.')
    .judges('SERVICE-15')
    .by(async (t) => {
      const items = await t.setup.batchItems(120)
      const answer = await t.call('createBatch', { body: { items } })
      // A batch of this size uses each rate many times, and the specification does not say whether it may (choices 28).
      if (!isSuccess(answer))
        t.notJudged(`the target refused a batch of 120 items: ${describeAnswer(answer)}`)
      const id = await t.setup.of('The batch', async () => expectResource(answer, 'batch').text('id'))
      await t.setup.works('The purchase of the batch', t.call('buyBatch', { id }))
      await t.passTime(hours(24))
      const made = (await t.account.shipments.list()).length
      expectThat(made >= items.length, {
        expected: '120 shipments within a day',
        actual: `${made} shipments`,
      })
    }),
]
