import type { Answer } from '../../http/answer.ts'
import { expectThat, isSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { seconds } from '../../target/need.ts'
import { makeUnknownIdLike, unknownIds } from '../support/requests.ts'
import { rule } from '../support/rules-on.ts'
import { freezeClock, readRemainingHeader, readResetHeader } from './exhaustion.ts'

/** Checks that the request of `askAnother` does not count against the rate limit of the requests of `ask`. Throws RuleBroken. */
async function expectSeparateCount(
  ask: () => Promise<Answer>,
  askAnother: () => Promise<Answer>,
  what: string,
): Promise<void> {
  const before = readRemainingHeader(await ask())
  await askAnother()
  const answer = await ask()
  const left = readRemainingHeader(answer)
  // If a new window began between the two requests of `ask`, more requests remain.
  expectThat(left >= before - 1, {
    expected: `X-RateLimit-Remaining ${before - 1}, one less than before, as ${what} must not count against this limit`,
    actual: `X-RateLimit-Remaining ${left}`,
    answer,
  })
}

/** Rules about requests that must have separate rate limits, and about requests in one window. */
export const separateLimitRules: readonly Rule[] = [
  rule('LIMIT-310', 'Endpoints with similar paths have separate limits, such as reading and voiding a label.')
    .with({ needs: ['control:accounts'], alone: true })
    .judges('LIMITS-2')
    .by(async (t) => {
      await freezeClock(t)
      const { id: label } = await t.setup.label()
      const { id: batch } = await t.setup.batch()
      const readLabel = () => t.call('getLabel', { id: label })
      await expectSeparateCount(readLabel, () => t.call('voidLabel', { id: label }), 'voids')
      const readBatch = () => t.call('getBatch', { id: batch })
      await expectSeparateCount(readBatch, () => t.call('buyBatch', { id: batch }), 'purchases of batches')
      await expectSeparateCount(
        () => t.call('getWallet'),
        () => t.call('listDeliveries'),
        'readings of the delivery log',
      )
    }),
  rule('LIMIT-311', 'The live key and the test key of a client have separate limits.')
    .on('getWallet', { needs: ['control:accounts'], alone: true })
    .judges('LIMITS-1')
    .by(async (t) => {
      await freezeClock(t)
      const readLiveWallet = () => t.call('getWallet', { key: 'live' })
      await expectSeparateCount(() => t.call('getWallet'), readLiveWallet, 'requests with the live key')
    }),
  rule('LIMIT-312', 'A refused request also reports how many requests remain in the window.')
    .on('getLabel', { needs: ['control:accounts', 'control:clock'], alone: true })
    .judges('LIMITS-22')
    .by(async (t) => {
      await freezeClock(t)
      const { id } = await t.setup.label()
      await t.setup.works('The label', t.call('getLabel', { id }))
      const before = readRemainingHeader(await t.setup.works('The label', t.call('getLabel', { id })))
      const answer = await t.call('getLabel', { id: makeUnknownIdLike(id, unknownIds.label) })
      const left = readRemainingHeader(answer)
      // The specification does not say whether a refused request counts against the limit (choices 11).
      expectThat(left <= before && left >= before - 1, {
        expected: `X-RateLimit-Remaining ${before} or ${before - 1}`,
        actual: `X-RateLimit-Remaining ${left}`,
        answer,
      })
    }),
  rule('LIMIT-313', 'A request counts against the limit until the window resets.')
    .on('getWallet', {
      needs: ['control:accounts', 'control:clock'],
      alone: true,
      requests: { getWallet: 6 },
    })
    .judges('LIMITS-22')
    .by(async (t) => {
      await freezeClock(t)
      const { answer: last, ahead } = await readWalletFourTimes(t)
      if (!isSuccess(last) || ahead < seconds(10))
        t.notJudged(
          'the wallet could not be read, or its rate-limit window resets within 10 seconds, which is too soon for this rule',
        )
      await t.passTime(ahead - seconds(5))
      const answer = await t.call('getWallet')
      const before = readRemainingHeader(last)
      // A service with a sliding window may no longer count the first of the four requests.
      expectThat(
        readRemainingHeader(answer) <= before || readResetHeader(answer) - readResetHeader(last) > 2,
        {
          expected: `X-RateLimit-Remaining ${before - 1}, in the same window`,
          actual: `X-RateLimit-Remaining ${readRemainingHeader(answer)}`,
          answer,
        },
      )
    }),
]

/** Reads the wallet four times. Returns the last response, and the milliseconds until the rate limit resets (`ahead`). */
async function readWalletFourTimes(t: RuleContext) {
  for (let count = 0; count < 3; count += 1) await t.setup.works('The wallet', t.call('getWallet'))
  const answer = await t.setup.works('The wallet', t.call('getWallet'))
  return { answer, ahead: readResetHeader(answer) * 1_000 - (await t.now()) }
}
