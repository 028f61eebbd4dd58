import type { Rule } from '../../rule.ts'
import { seconds, wait } from '../../target/need.ts'
import type { Answer } from '../../wire/answer.ts'
import { expectThat, isSuccess, summary } from '../../wire/expect.ts'
import { expectNumberHeader } from '../../wire/header.ts'
import { active } from '../support/active.ts'
import { unknownIds } from '../support/requests.ts'
import { expectLimited, freeze, limitOf, remainingOf, requestsToExhaust, resetOf } from './exhaustion.ts'

const section = 'Limits'
const enough = requestsToExhaust('buyBatch')

/** Rules about the windows of limits: how long they are, and when they end. */
export const windowRules: readonly Rule[] = [
  active({
    id: 'LIMIT-301',
    title: 'A limit is per key: another key of the account still has all of its own.',
    section,
    endpoint: 'POST /v1/batches/{id}/buy',
    sends: 'Purchases of batches until they are limited, then one with another key.',
    needs: ['key:any-scope', 'load'],
    alone: true,
    ...enough,
    run: async (t) => {
      await expectLimited(t)
      const { key } = await t.account.keys.create({ environment: 'test' })
      const answer = await t.call('buyBatch', { id: unknownIds.batch, key: { value: key }, takes429: true })
      expectThat(answer.status !== 429, {
        expected: 'no limit for another key',
        actual: summary(answer),
        answer,
      })
    },
  }),
  active({
    id: 'LIMIT-302',
    title: 'A limit is per endpoint: the others still answer.',
    section,
    endpoint: 'POST /v1/batches/{id}/buy',
    basis: 'table',
    sends:
      'The wallet and a batch, purchases of batches until they are limited, then the wallet and the batch.',
    needs: ['key:test', 'load'],
    alone: true,
    ...enough,
    requests: { ...enough.requests, getWallet: 2, getBatch: 2 },
    run: async (t) => {
      const before = [await t.call('getWallet'), await t.call('getBatch', { id: unknownIds.batch })]
      if (before.some((each) => remainingOf(each) === 0)) t.notJudged('others have used up their limits')
      await expectLimited(t)
      const wallet = await t.call('getWallet', { takes429: true })
      expectThat(isSuccess(wallet), { expected: 'the wallet', actual: summary(wallet), answer: wallet })
      const batch = await t.call('getBatch', { id: unknownIds.batch, takes429: true })
      expectThat(batch.status !== 429, {
        expected: 'no limit on reading a batch',
        actual: summary(batch),
        answer: batch,
      })
    },
  }),
  active({
    id: 'LIMIT-303',
    title: 'After the seconds of Retry-After, requests are served again.',
    section,
    endpoint: 'POST /v1/batches/{id}/buy',
    sends: 'Purchases of batches until they are limited, and one more after Retry-After.',
    needs: ['key:test', 'load', wait(seconds(62))],
    alone: true,
    ...enough,
    run: async (t) => {
      const beyond = await expectLimited(t)
      const after = expectNumberHeader(beyond, 'Retry-After')
      // Rounding may make a difference of a second.
      expectThat(after <= 61, {
        expected: 'Retry-After of at most 60 seconds, a window',
        actual: `Retry-After ${after}`,
        answer: beyond,
      })
      await t.passTime(seconds(after + 1))
      const answer = await t.call('buyBatch', { id: unknownIds.batch, takes429: true })
      expectThat(answer.status !== 429, {
        expected: 'no limit any more once the window has reset',
        actual: summary(answer),
        answer,
      })
    },
  }),
  active({
    id: 'LIMIT-304',
    title: 'A new window of a minute has all its requests again.',
    section,
    endpoint: 'GET /v1/wallet',
    sends: 'The wallet four times, and once more 61 seconds later.',
    needs: ['key:test', wait(seconds(61))],
    requests: { getWallet: 5 },
    run: async (t) => {
      await freeze(t)
      const seen: number[] = []
      for (let count = 0; count < 4; count += 1) seen.push(remainingOf(await t.call('getWallet')))
      await t.passTime(seconds(61))
      const answer = await t.call('getWallet')
      const now = remainingOf(answer)
      // A new window may have begun between the first requests.
      const left = Math.min(...seen)
      if (!t.isOwnAccount && now <= left) t.notJudged('others use the same key')
      const due = t.isOwnAccount ? limitOf(answer) - 1 : left + 1
      expectThat(now >= due, {
        expected: `X-RateLimit-Remaining ${due} or more in the next window`,
        actual: `X-RateLimit-Remaining ${now}`,
        answer,
      })
    },
  }),
  active({
    id: 'LIMIT-305',
    title: 'The window of a limit resets within a minute of the request.',
    section,
    endpoint: 'GET /v1/wallet',
    sends: 'The wallet, of which the headers are looked at.',
    requests: { getWallet: 2 },
    run: async (t) => {
      const answer = await t.call('getWallet')
      // This machine's clock says nothing of the target's.
      if (!t.hasClock && answer.headers['date'] === undefined)
        t.notJudged('the target does not tell its time')
      const now = await t.now()
      const inSeconds = resetOf(answer) - now / 1_000
      // Some room for rounding and for the time that requests take.
      expectThat(inSeconds > -5 && inSeconds <= 65, {
        expected: 'X-RateLimit-Reset from now to 60 seconds ahead',
        actual: `${Math.round(inSeconds)} seconds ahead`,
        answer,
      })
    },
  }),
  active({
    id: 'LIMIT-306',
    title: 'At the limit, nothing is left in the window.',
    section,
    endpoint: 'POST /v1/batches/{id}/buy',
    basis: 'table',
    sends: 'Purchases of batches until they are limited.',
    needs: ['key:test', 'load'],
    alone: true,
    ...enough,
    run: async (t) => {
      const beyond = await expectLimited(t)
      expectThat(remainingOf(beyond) === 0, {
        expected: 'X-RateLimit-Remaining 0 with a 429',
        actual: `X-RateLimit-Remaining ${remainingOf(beyond)}`,
        answer: beyond,
      })
    },
  }),
  active({
    id: 'LIMIT-307',
    title: 'At the time of X-RateLimit-Reset, requests are served again.',
    section,
    endpoint: 'POST /v1/batches/{id}/buy',
    basis: 'table',
    sends: 'Purchases of batches until they are limited, and one more when the window has reset.',
    needs: ['key:test', 'load', wait(seconds(67))],
    alone: true,
    ...enough,
    requests: { ...enough.requests, getWallet: 1 },
    run: async (t) => {
      const beyond = await expectLimited(t)
      // This machine's clock says nothing of the target's.
      if (!t.hasClock && beyond.headers['date'] === undefined)
        t.notJudged('the target does not tell its time')
      const ahead = resetOf(beyond) * 1_000 - (await t.now())
      expectThat(ahead <= seconds(65), {
        expected: 'X-RateLimit-Reset at most 60 seconds ahead',
        actual: `${Math.round(ahead / 1_000)} seconds ahead`,
        answer: beyond,
      })
      await t.passTime(Math.max(0, ahead) + seconds(1))
      const answer = await t.call('buyBatch', { id: unknownIds.batch, takes429: true })
      expectThat(answer.status !== 429, {
        expected: 'no limit any more once the window has reset',
        actual: summary(answer),
        answer,
      })
    },
  }),
  active({
    id: 'LIMIT-308',
    title: 'A request that is refused does not put off the reset of its window.',
    section,
    endpoint: 'POST /v1/batches/{id}/buy',
    basis: 'derived',
    sends:
      'Purchases of batches until they are limited, one more two thirds of the way to the reset, and one after it.',
    needs: ['load', 'control:accounts', 'control:clock'],
    alone: true,
    ...enough,
    run: async (t) => {
      const beyond = await expectLimited(t)
      const ahead = Math.max(0, resetOf(beyond) * 1_000 - (await t.now()))
      const ask = () => t.call('buyBatch', { id: unknownIds.batch, takes429: true })
      await t.passTime(Math.floor(ahead * (2 / 3)))
      if ((await ask()).status !== 429) t.notJudged('requests are served again before the reset')
      await t.passTime(Math.ceil(ahead / 3) + seconds(2))
      const answer = await ask()
      expectThat(answer.status !== 429, {
        expected: 'no limit any more once the window has reset',
        actual: summary(answer),
        answer,
      })
    },
  }),
  active({
    id: 'LIMIT-309',
    title: 'X-RateLimit-Reset stands still within a window.',
    section,
    endpoint: 'GET /v1/wallet',
    basis: 'table',
    sends: 'The wallet, again half of the way to its reset, and after it.',
    needs: ['key:test', 'control:accounts', 'control:clock'],
    alone: true,
    requests: { getWallet: 4 },
    run: async (t) => {
      await freeze(t)
      const ahead = async (answer: Answer) => resetOf(answer) * 1_000 - (await t.now())
      let first = await t.setup.works('The wallet', t.call('getWallet'))
      if ((await ahead(first)) < seconds(10)) {
        // If the window ends soon, the rest is done in the next one.
        await t.passTime(seconds(11))
        first = await t.setup.works('The wallet', t.call('getWallet'))
      }
      const left = await ahead(first)
      await t.passTime(Math.max(0, Math.floor(left / 2)))
      const second = await t.setup.works('The wallet', t.call('getWallet'))
      const moved = resetOf(second) - resetOf(first)
      await t.passTime(Math.max(0, Math.ceil(left / 2)) + seconds(2))
      const last = await t.setup.works('The wallet', t.call('getWallet'))
      // With a sliding window, a later reset is right.
      const isAllBack = remainingOf(last) >= limitOf(last) - 1
      expectThat(Math.abs(moved) <= 1 || !isAllBack, {
        expected: `X-RateLimit-Reset ${resetOf(first)}, when all requests were there again`,
        actual: `X-RateLimit-Reset ${resetOf(second)}`,
        answer: second,
      })
    },
  }),
]
