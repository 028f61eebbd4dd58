import type { CallRequest } from '../../call-request.ts'
import type { Answer } from '../../http/answer.ts'
import { expectAnswer, expectResource, expectThat, isSuccess } from '../../http/expect.ts'
import { type OperationName, operationNames, operationOf } from '../../http/operation.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { seconds } from '../../target/need.ts'
import { fillWallet, isolatedWallet } from '../support/money/isolated-wallet.ts'
import { makePlainRequest } from '../support/requests.ts'
import { rule } from '../support/rules-on.ts'
import { settleAll } from '../support/settle-all.ts'
import { findLimitInForce, freezeClock, limitOf, remainingOf, resetOf } from './exhaustion.ts'

const batchCrowd = 14
const labelCrowd = 64
const voidCrowd = 34
const crowds = [
  ['createBatch', batchCrowd],
  ['buyLabel', labelCrowd],
  ['voidLabel', voidCrowd],
] as const

/**
 * Sends live requests at once. Judges that exactly the number in the limit is served, and that a test key has a
 * separate limit. Returns the served responses; none if the limit was not exceeded.
 */
async function expectLimit(
  t: RuleContext,
  name: OperationName,
  requests: readonly CallRequest[],
): Promise<readonly Answer[]> {
  const { limit } = findLimitInForce(t, name)
  if (limit >= requests.length) return []
  const answers = await settleAll(
    requests.map((request) => t.call(name, { ...request, key: 'live', takes429: true })),
  )
  const served = answers.filter(({ status }) => status !== 429)
  // A request that is refused for another reason may not count.
  if (!served.every(isSuccess)) t.notJudged('some of the requests were refused')
  const { endpoint } = operationOf(name)
  expectThat(served.length === limit, {
    expected: `${limit} of ${requests.length} requests to ${endpoint} served`,
    actual: `${served.length} served`,
    answer: answers.at(-1),
  })
  const beside = await t.call(name, { ...makePlainRequest(t, name), takes429: true })
  expectAnswer(
    beside,
    beside.status !== 429,
    `no limit of ${endpoint} for a test key that has sent one request`,
  )
  return served
}

/** Rules about the limits of a second key, and of a live key that sends many requests at once. */
export const everyKeyRules: readonly Rule[] = [
  rule('LIMIT-314', 'At each endpoint, each key has its own limit, and its window ends within a minute.')
    .with({ needs: ['control:accounts', 'control:keys'] })
    .judges('LIMITS-1')
    .by(async (t) => {
      const isFrozen = await freezeClock(t)
      const { key: value } = await t.account.keys.create({ environment: 'test' })
      for (const name of operationNames) {
        const request = makePlainRequest(t, name)
        await t.call(name, request)
        const answer = await t.call(name, { ...request, key: { value } })
        const least = limitOf(answer) - 1
        expectThat(remainingOf(answer) >= least, {
          expected: `X-RateLimit-Remaining ${least} at ${operationOf(name).endpoint} for a key that has sent one request`,
          actual: `X-RateLimit-Remaining ${remainingOf(answer)}`,
          answer,
        })
        if (!isFrozen) continue
        const aheadMs = resetOf(answer) * 1_000 - (await t.now())
        expectThat(aheadMs > -1_000 && aheadMs <= seconds(61), {
          expected: `X-RateLimit-Reset of ${operationOf(name).endpoint} at most 60 seconds ahead`,
          actual: `${Math.round(aheadMs / 1_000)} seconds ahead`,
          answer,
        })
      }
    }),
  rule(
    'LIMIT-315',
    'If a live key sends more requests at once than its limit, exactly the limit succeeds, and a test key has a separate limit.',
  )
    .on('createBatch', {
      needs: [...isolatedWallet, 'control:clock', 'load'],
      alone: true,
      requests: { createRates: 20, ...Object.fromEntries(crowds.map(([name, count]) => [name, count + 2])) },
    })
    .judges('LIMITS-12')
    .by(async (t) => {
      await fillWallet(t)
      await freezeClock(t)
      const items = await t.setup.batchItems(batchCrowd + labelCrowd, { key: 'live' })
      const batches = items.slice(0, batchCrowd).map((item) => ({ body: { items: [item] } }))
      const made = await expectLimit(t, 'createBatch', batches)
      const rates = items.slice(batchCrowd).map(({ rate_id }) => ({ body: { rate_id } }))
      const bought = await expectLimit(t, 'buyLabel', rates)
      const labels = bought.map((answer) => ({ id: expectResource(answer, 'label').text('id') }))
      const voided = await expectLimit(t, 'voidLabel', labels.slice(0, voidCrowd))
      if (made.length + bought.length + voided.length === 0)
        t.notJudged('all limits are higher than the number of requests of this rule')
      await t.passTime(seconds(61))
      const answer = await t.call('createBatch', { ...batches[0], key: 'live', takes429: true })
      expectAnswer(answer, answer.status !== 429, 'no limit a minute later')
    }),
]
