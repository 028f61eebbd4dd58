import type { Answer } from '../../http/answer.ts'
import { expectAnswer, expectNumberHeader, expectThat } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { needTime, seconds } from '../../target/need.ts'
import { findNextCalendarTurns, waitUntilInstant } from '../support/calendar-turns.ts'
import { unknownIds } from '../support/requests.ts'
import { rule } from '../support/rules-on.ts'
import { settleAll } from '../support/settle-all.ts'
import {
  countRequestsToExhaust,
  expectLimited,
  freezeClock,
  limitOf,
  remainingOf,
  resetOf,
} from './exhaustion.ts'

const enough = countRequestsToExhaust('buyBatch')

/** Rules about the windows of limits: how long they are, and when they end. */
export const windowRules: readonly Rule[] = [
  rule(
    'LIMIT-303',
    'Until the time that Retry-After and X-RateLimit-Reset give, only the endpoint whose limit is used up refuses requests.',
  )
    .on('buyBatch', {
      needs: ['key:test', 'load', needTime(seconds(62))],
      alone: true,
      ...enough,
      requests: { ...enough.requests, getWallet: 3, getBatch: 2 },
    })
    .judges('LIMITS-2', 'ERRORS-17', 'LIMITS-3', 'LIMITS-19', 'LIMITS-24')
    .by(async (t) => {
      const requestOthers = () => [
        t.call('getWallet', { takes429: true }),
        t.call('getBatch', { id: unknownIds.batch, takes429: true }),
      ]
      const before = await settleAll(requestOthers())
      if (before.some((each) => remainingOf(each) === 0))
        t.notJudged('other users of the key have used up its limits')
      const beyond = await expectLimited(t)
      for (const answer of await settleAll(requestOthers())) {
        expectAnswer(answer, answer.status !== 429, 'no limit on the wallet and on reading a batch')
      }
      await t.passTime(await readMsUntilReset(t, beyond))
      const answer = await t.call('buyBatch', { id: unknownIds.batch, takes429: true })
      expectAnswer(answer, answer.status !== 429, 'no limit any more once the window has reset')
    }),
  rule('LIMIT-304', 'A new window of a minute allows the full number of requests again.')
    .on('getWallet', { needs: ['key:test', needTime(seconds(61))] })
    .judges('LIMITS-3')
    .by(async (t) => {
      await freezeClock(t)
      const seen: number[] = []
      for (let count = 0; count < 4; count += 1) seen.push(remainingOf(await t.call('getWallet')))
      await t.passTime(seconds(61))
      const answer = await t.call('getWallet')
      const now = remainingOf(answer)
      // A new window may have begun between the first requests.
      const left = Math.min(...seen)
      if (!t.isOwnAccount && now <= left) t.notJudged('other users send requests with the same key')
      const due = t.isOwnAccount ? limitOf(answer) - 1 : left + 1
      expectThat(now >= due, {
        expected: `X-RateLimit-Remaining ${due} or more in the next window`,
        actual: `X-RateLimit-Remaining ${now}`,
        answer,
      })
    }),
  rule('LIMIT-305', 'The window of a limit resets within a minute of the request.')
    .on('getWallet', { requests: { getWallet: 8 } })
    .judges('LIMITS-3', 'LIMITS-24')
    .by(async (t) => {
      await expectResetAhead(t)
      if (!(await freezeClock(t))) return
      for (const turnMs of findNextCalendarTurns(await t.now())) {
        for (const instantMs of [turnMs - seconds(20), turnMs + seconds(70)]) {
          await waitUntilInstant(t, instantMs)
          await expectResetAhead(t)
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
      const readMsAhead = async (answer: Answer) => resetOf(answer) * 1_000 - (await t.now())
      let first = await t.setup.works('The wallet', t.call('getWallet'))
      if ((await readMsAhead(first)) < seconds(10)) {
        // If the window ends soon, the rule waits for the next one.
        await t.passTime(seconds(11))
        first = await t.setup.works('The wallet', t.call('getWallet'))
      }
      const left = await readMsAhead(first)
      await t.passTime(Math.max(0, Math.floor(left / 2)))
      const second = await t.setup.works('The wallet', t.call('getWallet'))
      const moved = resetOf(second) - resetOf(first)
      await t.passTime(Math.max(0, Math.ceil(left / 2)) + seconds(2))
      const last = await t.setup.works('The wallet', t.call('getWallet'))
      // With a sliding window, a later reset is right.
      const isAllBack = remainingOf(last) >= limitOf(last) - 1
      expectThat(Math.abs(moved) <= 1 || !isAllBack, {
        expected: `X-RateLimit-Reset ${resetOf(first)}, when the full limit was back`,
        actual: `X-RateLimit-Reset ${resetOf(second)}`,
        answer: second,
      })
    }),
]

/** Judges that the window of the wallet resets within a minute from now. */
async function expectResetAhead(t: RuleContext): Promise<void> {
  const answer = await t.call('getWallet')
  // This machine's clock may differ from the target's.
  if (!t.hasClock && answer.headers['date'] === undefined) t.notJudged('the target does not show its time')
  const inSeconds = resetOf(answer) - (await t.now()) / 1_000
  // The bounds leave room for rounding and for the time that requests take.
  expectThat(inSeconds > -5 && inSeconds <= 65, {
    expected: 'X-RateLimit-Reset from now to 60 seconds ahead',
    actual: `${Math.round(inSeconds)} seconds ahead`,
    answer,
  })
}

/** Returns the shorter wait of Retry-After and X-RateLimit-Reset in milliseconds, plus a second. Throws RuleBroken if one exceeds a window. */
async function readMsUntilReset(t: RuleContext, beyond: Answer): Promise<number> {
  const after = expectNumberHeader(beyond, 'Retry-After')
  expectThat(after <= 61, {
    expected: 'Retry-After of at most 60 seconds, a window',
    actual: `Retry-After ${after}`,
    answer: beyond,
  })
  // This machine's clock may differ from the target's.
  if (!t.hasClock && beyond.headers['date'] === undefined) return seconds(after + 1)
  const ahead = resetOf(beyond) * 1_000 - (await t.now())
  expectThat(ahead <= seconds(65), {
    expected: 'X-RateLimit-Reset at most 60 seconds ahead',
    actual: `${Math.round(ahead / 1_000)} seconds ahead`,
    answer: beyond,
  })
  return Math.max(0, Math.min(seconds(after), ahead)) + seconds(1)
}
