import { expectAccepted, expectError, expectResource, expectThat, isSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import { hours } from '../../target/need.ts'
import { rule } from '../support/rules-on.ts'
import { createAndBuyBatch } from './bought-batch.ts'

/** Rules about a second batch of an account, and about a batch that is bought long after its creation. */
export const secondBatchRules: readonly Rule[] = [
  rule('BATCH-026', 'The older of two batches shows its own cost when it is read.')
    .on('getBatch')
    .judges('RESOURCES-92')
    .by(async (t) => {
      const { id, totalCostCents } = await t.setup.batch(1)
      await t.setup.batch(3)
      const answer = await t.call('getBatch', { id })
      const read = expectResource(answer, 'batch')
      // The specification does not say whether the response to reading a batch has its cost.
      if (!read.has('total_cost_cents'))
        t.notJudged('the response to reading a batch has no total_cost_cents')
      read.expect('total_cost_cents', totalCostCents, { why: 'as at its creation' })
    }),
  rule('BATCH-027', 'A batch can be bought while another batch is processed.')
    .on('buyBatch')
    .judges('STATES-22')
    .by(async (t) => {
      if (t.isOwnAccount && t.hasClock) await t.account.clock.freeze()
      const { id } = await t.setup.batch()
      await createAndBuyBatch(t, 3)
      expectAccepted(await t.call('buyBatch', { id }))
    }),
  rule('BATCH-028', 'A batch can be bought two days after it was created.')
    .on('buyBatch', { needs: ['control:accounts', 'control:clock'] })
    .judges('STATES-22')
    .by(async (t) => {
      const { id } = await t.setup.batch()
      await t.passTime(hours(48))
      expectAccepted(await t.call('buyBatch', { id }))
    }),
  rule(
    'BATCH-031',
    'If two requests buy a batch at the same time, one request is refused because the batch is being processed.',
  )
    .on('buyBatch', {
      needs: ['control:accounts', 'control:clock'],
      requests: { createRates: 1, createBatch: 1, buyBatch: 2, getBatch: 1 },
    })
    .judges('STATES-23')
    .by(async (t) => {
      await t.account.clock.freeze()
      const { id } = await t.setup.batch(3)
      const answers = await Promise.all([t.call('buyBatch', { id }), t.call('buyBatch', { id })])
      const refused = answers.find((each) => !isSuccess(each))
      if (refused !== undefined) {
        expectError(refused, 'BATCH.ALREADY_PROCESSING')
        expectAccepted(answers.find(isSuccess) ?? refused)
        return
      }
      // If the batch is already finished, the service may accept both purchases, which the specification does not forbid.
      const read = expectResource(await t.call('getBatch', { id }), 'batch')
      const percent = read.raw('estimated_completion_percentage')
      if (typeof percent !== 'number' || percent >= 100)
        t.notJudged('both purchases were accepted, but the batch may have been done before the second')
      expectThat(false, {
        expected: '422 BATCH.ALREADY_PROCESSING for one of the two purchases',
        actual: `both purchases accepted, although the batch is ${percent} % done`,
        answer: answers[1],
      })
    }),
]
