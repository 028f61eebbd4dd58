import type { Answer } from '../../http/answer.ts'
import { expectAnswer, expectNumberHeader, expectThat } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { needTime, seconds } from '../../target/need.ts'
import { findNewYearAndLeapDayMidnights, waitUntilInstant } from '../support/calendar-turns.ts'
import { unknownIds } from '../support/requests.ts'
import { rule } from '../support/rules-on.ts'
import { settleAll } from '../support/settle-all.ts'
import {
  countRequestsToExhaust,
  freezeClock,
  readLimitHeader,
  readRemainingHeader,
  readResetHeader,
  requireExhaustedLimit,
} from './exhaustion.ts'

const exhaustionRequests = countRequestsToExhaust('buyBatch')

/** Rules about the windows of rate limits: how long they are, and when they end. */
export const windowRules: readonly Rule[] = [
  rule(
    'LIMIT-303',
    'After one limit is used up, only that endpoint refuses requests, until the time in Retry-After and X-RateLimit-Reset.',
  )
    .on('buyBatch', {
      needs: ['key:test', 'load', needTime(seconds(62))],
      alone: true,
      ...exhaustionRequests,
      requests: { ...exhaustionRequests.requests, getWallet: 3, getBatch: 2 },
    })
    .judges('LIMITS-2', 'ERRORS-17', 'LIMITS-3', 'LIMITS-19', 'LIMITS-24')
    .by(async (t) => {
      const requestWalletAndBatch = () => [
        t.call('getWallet', { takes429: true }),
        t.call('getBatch', { id: unknownIds.batch, takes429: true }),
      ]
      const before = await settleAll(requestWalletAndBatch())
      if (before.some((each) => readRemainingHeader(each) === 0))
        t.notJudged(
          'other users of the same key have already used up its rate limit for the wallet or for batches',
        )
      const refusal = await requireExhaustedLimit(t)
      for (const answer of await settleAll(requestWalletAndBatch())) {
        expectAnswer(answer, answer.status !== 429, 'no 429 for reading the wallet or a batch')
      }
      await t.passTime(await readRetryDelayMs(t, refusal))
      const answer = await t.call('buyBatch', { id: unknownIds.batch, takes429: true })
      expectAnswer(answer, answer.status !== 429, 'no 429 once the window has reset')
    }),
  rule('LIMIT-304', 'A new window of a minute allows the full number of requests again.')
    .on('getWallet', { needs: ['key:test', needTime(seconds(61))] })
    .judges('LIMITS-3')
    .by(async (t) => {
      await freezeClock(t)
      const seen: number[] = []
      for (let count = 0; count < 4; count += 1) seen.push(readRemainingHeader(await t.call('getWallet')))
      await t.passTime(seconds(61))
      const answer = await t.call('getWallet')
      const now = readRemainingHeader(answer)
      // A new window may have begun between these requests, so the rule compares with the smallest number.
      const left = Math.min(...seen)
      if (!t.isOwnAccount && now <= left)
        t.notJudged(
          `X-RateLimit-Remaining was ${left} before and is ${now} in the new window, as other users may send requests with the same key`,
        )
      const due = t.isOwnAccount ? readLimitHeader(answer) - 1 : left + 1
      expectThat(now >= due, {
        expected: `X-RateLimit-Remaining ${due} or more in the next window`,
        actual: `X-RateLimit-Remaining ${now}`,
        answer,
      })
    }),
  rule('LIMIT-305', 'The rate limit resets within a minute of the request.')
    .on('getWallet', { requests: { getWallet: 8 } })
    .judges('LIMITS-3', 'LIMITS-24')
    .by(async (t) => {
      await expectResetWithinMinute(t)
      if (!(await freezeClock(t))) return
      for (const turnMs of findNewYearAndLeapDayMidnights(await t.now())) {
        for (const instantMs of [turnMs - seconds(20), turnMs + seconds(70)]) {
          await waitUntilInstant(t, instantMs)
          await expectResetWithinMinute(t)
        }
      }
    }),
  rule('LIMIT-309', 'X-RateLimit-Reset stays the same within a window.')
    .on('getWallet', {
      needs: ['key:test', 'control:accounts', 'control:clock'],
      alone: true,
      requests: { getWallet: 4 },
    })
    .judges('LIMITS-24')
    .by(async (t) => {
      await freezeClock(t)
      const readMsUntilReset = async (answer: Answer) => readResetHeader(answer) * 1_000 - (await t.now())
      let first = await t.setup.works('The wallet', t.call('getWallet'))
      if ((await readMsUntilReset(first)) < seconds(10)) {
        // If the window ends soon, the rule waits for the next window.
        await t.passTime(seconds(11))
        first = await t.setup.works('The wallet', t.call('getWallet'))
      }
      const left = await readMsUntilReset(first)
      await t.passTime(Math.max(0, Math.floor(left / 2)))
      const second = await t.setup.works('The wallet', t.call('getWallet'))
      const moved = readResetHeader(second) - readResetHeader(first)
      await t.passTime(Math.max(0, Math.ceil(left / 2)) + seconds(2))
      const last = await t.setup.works('The wallet', t.call('getWallet'))
      // If an earlier request still counts, the service has a sliding window, whose reset time may move.
      const isAllBack = readRemainingHeader(last) >= readLimitHeader(last) - 1
      expectThat(Math.abs(moved) <= 1 || !isAllBack, {
        expected: `X-RateLimit-Reset ${readResetHeader(first)}, as before`,
        actual: `X-RateLimit-Reset ${readResetHeader(second)}`,
        answer: second,
      })
    }),
]

/** Checks that the rate-limit window of the wallet resets within a minute from now. Throws RuleBroken. */
async function expectResetWithinMinute(t: RuleContext): Promise<void> {
  const answer = await t.call('getWallet')
  // Without a `Date` header, the rule knows only this machine's clock, which may differ from the target's clock.
  if (!t.hasClock && answer.headers['date'] === undefined)
    t.notJudged(
      'the response has no Date header with the time of the target, so it is unknown how far away the reset is',
    )
  const inSeconds = readResetHeader(answer) - (await t.now()) / 1_000
  // The bounds leave room for rounding and for the time that requests take.
  expectThat(inSeconds > -5 && inSeconds <= 65, {
    expected: 'X-RateLimit-Reset from now to 60 seconds ahead',
    actual: `${Math.round(inSeconds)} seconds ahead`,
    answer,
  })
}

/**
 * Returns how long to wait after a 429, in milliseconds: until Retry-After or X-RateLimit-Reset, whichever is earlier, plus
 * a second. Throws RuleBroken if one of the two is further ahead than a window.
 */
async function readRetryDelayMs(t: RuleContext, refusal: Answer): Promise<number> {
  const after = expectNumberHeader(refusal, 'Retry-After')
  expectThat(after <= 61, {
    expected: 'Retry-After of at most 60 seconds, the length of a window',
    actual: `Retry-After ${after}`,
    answer: refusal,
  })
  // Without a `Date` header, the rule knows only this machine's clock, which may differ from the target's clock.
  if (!t.hasClock && refusal.headers['date'] === undefined) return seconds(after + 1)
  const ahead = readResetHeader(refusal) * 1_000 - (await t.now())
  expectThat(ahead <= seconds(65), {
    expected: 'X-RateLimit-Reset at most 60 seconds ahead',
    actual: `${Math.round(ahead / 1_000)} seconds ahead`,
    answer: refusal,
  })
  return Math.max(0, Math.min(seconds(after), ahead)) + seconds(1)
}
