import type { CallRequest } from '../../call-request.ts'
import type { Answer } from '../../http/answer.ts'
import { expectAnswer, expectResource, expectThat, isSuccess } from '../../http/expect.ts'
import { type OperationName, operationNames, operationOf } from '../../http/operation.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { seconds } from '../../target/need.ts'
import { fillWallet, isolatedWallet } from '../support/money/isolated-wallet.ts'
import { makeWellFormedRequest } from '../support/requests.ts'
import { rule } from '../support/rules-on.ts'
import { settleAll } from '../support/settle-all.ts'
import {
  findLimitInForce,
  freezeClock,
  readLimitHeader,
  readRemainingHeader,
  readResetHeader,
} from './exhaustion.ts'

const batchesAtOnce = 14
const labelsAtOnce = 64
const voidsAtOnce = 34
const requestsAtOnceByOperation = [
  ['createBatch', batchesAtOnce],
  ['buyLabel', labelsAtOnce],
  ['voidLabel', voidsAtOnce],
] as const

/**
 * Sends live requests at once. Checks that the service accepts exactly as many as the rate limit allows, and that a
 * test key has a separate limit. Returns the accepted responses; none if the limit was not exceeded. Throws RuleBroken.
 */
async function expectExactLimit(
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
  // A service need not count a request that it refuses for another reason than the rate limit.
  if (!served.every(isSuccess))
    t.notJudged(
      'the target refused some requests for another reason than the rate limit, so it need not have counted them',
    )
  const { endpoint } = operationOf(name)
  expectThat(served.length === limit, {
    expected: `${limit} of ${requests.length} requests to ${endpoint} served`,
    actual: `${served.length} served`,
    answer: answers.at(-1),
  })
  const ofTestKey = await t.call(name, { ...makeWellFormedRequest(t, name), takes429: true })
  expectAnswer(
    ofTestKey,
    ofTestKey.status !== 429,
    `no 429 of ${endpoint} for a test key that has sent one request`,
  )
  return served
}

/** Rules about the rate limits of a second key, and of a live key that sends many requests at once. */
export const everyKeyRules: readonly Rule[] = [
  rule('LIMIT-314', 'At each endpoint, each key has its own rate limit, which resets within a minute.')
    .with({ needs: ['control:accounts', 'control:keys'] })
    .judges('LIMITS-1')
    .by(async (t) => {
      const isFrozen = await freezeClock(t)
      const { key: value } = await t.account.keys.create({ environment: 'test' })
      for (const name of operationNames) {
        const request = makeWellFormedRequest(t, name)
        await t.call(name, request)
        const answer = await t.call(name, { ...request, key: { value } })
        const least = readLimitHeader(answer) - 1
        expectThat(readRemainingHeader(answer) >= least, {
          expected: `X-RateLimit-Remaining ${least} at ${operationOf(name).endpoint} for a key that has sent one request`,
          actual: `X-RateLimit-Remaining ${readRemainingHeader(answer)}`,
          answer,
        })
        if (!isFrozen) continue
        const aheadMs = readResetHeader(answer) * 1_000 - (await t.now())
        expectThat(aheadMs > -1_000 && aheadMs <= seconds(61), {
          expected: `X-RateLimit-Reset of ${operationOf(name).endpoint} at most 60 seconds ahead`,
          actual: `${Math.round(aheadMs / 1_000)} seconds ahead`,
          answer,
        })
      }
    }),
  rule(
    'LIMIT-315',
    'If a live key sends more requests at once than its limit allows, exactly the limit is served, and a test key has a separate limit.',
  )
    .on('createBatch', {
      needs: [...isolatedWallet, 'control:clock', 'load'],
      alone: true,
      requests: {
        createRates: 20,
        ...Object.fromEntries(requestsAtOnceByOperation.map(([name, count]) => [name, count + 2])),
      },
    })
    .judges('LIMITS-12')
    .by(async (t) => {
      await fillWallet(t)
      await freezeClock(t)
      const items = await t.setup.batchItems(batchesAtOnce + labelsAtOnce, { key: 'live' })
      const batches = items.slice(0, batchesAtOnce).map((item) => ({ body: { items: [item] } }))
      const made = await expectExactLimit(t, 'createBatch', batches)
      const rates = items.slice(batchesAtOnce).map(({ rate_id }) => ({ body: { rate_id } }))
      const bought = await expectExactLimit(t, 'buyLabel', rates)
      const labels = bought.map((answer) => ({ id: expectResource(answer, 'label').text('id') }))
      const voided = await expectExactLimit(t, 'voidLabel', labels.slice(0, voidsAtOnce))
      if (made.length + bought.length + voided.length === 0)
        t.notJudged(
          'all rate limits of the target are higher than the number of requests that this rule sends',
        )
      await t.passTime(seconds(61))
      const answer = await t.call('createBatch', { ...batches[0], key: 'live', takes429: true })
      expectAnswer(answer, answer.status !== 429, 'no 429 a minute later')
    }),
]
