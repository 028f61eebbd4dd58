import { expectThat } from '../../http/expect.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { Reply } from '../../target/arrival.ts'
import { hours, minutes, wait } from '../../target/need.ts'
import { active } from '../support/active.ts'
import {
  expectAttempt,
  missedAttempt,
  openFailingReceiver,
  openReceiver,
  windowOf,
  windowsFrom,
} from './attempts.ts'

const section = 'Events'
const requests = { createRates: 1, buyLabel: 1 } as const

const retries: readonly (readonly [RuleId, number, string])[] = [
  ['HOOK-102', 2, '5 minutes'],
  ['HOOK-103', 3, '30 minutes'],
  ['HOOK-104', 4, '2 hours'],
  ['HOOK-105', 5, '24 hours'],
]

/** Replies of a receiver that are failures, with the words of their rules. */
const failures: readonly (readonly [RuleId, Reply, string])[] = [
  answered('HOOK-111', 500, 'a server error'),
  answered('HOOK-112', 404, 'not found'),
  answered('HOOK-113', 302, 'a redirect'),
  answered('HOOK-114', 400, 'a bad request'),
  answered('HOOK-115', 401, 'as a wrong signature should be'),
  answered('HOOK-116', 410, 'gone'),
  answered('HOOK-117', 429, 'too many requests'),
  answered('HOOK-118', 503, 'unavailable'),
  answered('HOOK-119', 307, 'a redirect that keeps the method'),
  ['HOOK-120', { cut: true }, 'not answered, the connection being cut,'],
]

const successes: readonly (readonly [RuleId, number])[] = [
  ['HOOK-121', 200],
  ['HOOK-122', 201],
  ['HOOK-123', 204],
  ['HOOK-124', 202],
  ['HOOK-125', 206],
]

export const retryRules: readonly Rule[] = [
  ...retries.map(([id, attempt, delay]) =>
    active({
      id,
      title: `Attempt ${attempt} of a delivery that fails comes ${delay} later.`,
      section,
      endpoint: null,
      basis: 'table',
      sends: `A purchase whose event is answered with 500, until attempt ${attempt} is due.`,
      finds: 'no-attempt',
      needs: ['key:test', 'inbox', wait(windowOf(attempt).toMs)],
      requests,
      run: async (t) => {
        const { inbox, label, passTo } = await openFailingReceiver(t)
        for (let each = 2; each < attempt; each += 1) await passTo(windowOf(each).toMs)
        await expectAttempt(attempt, { inbox, labelIds: [label.id], passTo })
      },
    }),
  ),
  active({
    id: 'HOOK-106',
    title: 'There are five attempts in total: none besides, and no sixth after them.',
    section,
    endpoint: null,
    sends: 'A purchase whose event is answered with 500, and three more days.',
    needs: ['control:clock', 'inbox'],
    requests,
    run: async (t) => {
      const { passTo, countSpans } = await openFailingReceiver(t)
      await passTo(minutes(1))
      // An attempt may come twice within a minute. It then counts once.
      const ends = windowsFrom(2).flatMap(({ fromMs, toMs }) => [fromMs, toMs + minutes(1)])
      const made = 1 + (await countSpans(ends))
      await t.setup.of('Five attempts', async () =>
        expectThat(made >= 5, {
          expected: '5 attempts',
          actual: `attempts at ${made} times`,
          cause: missedAttempt(5, made),
        }),
      )
      expectThat(made === 5, { expected: '5 attempts', actual: `attempts at ${made} times` })
      const further = await countSpans([windowOf(5).toMs + hours(72)])
      expectThat(further === 0, {
        expected: 'no attempt after the fifth',
        actual: 'another in the three days after it',
      })
    },
  }),
  ...failures.map(([id, reply, what]) =>
    active({
      id,
      title: `An attempt that is ${what} is made again.`,
      section,
      endpoint: null,
      sends: `A purchase whose event is ${what} and the six minutes after it.`,
      needs: ['key:test', 'inbox', wait(windowOf(2).toMs)],
      requests,
      run: async (t) => {
        const { inbox, label, passTo } = await openFailingReceiver(t, reply)
        await expectAttempt(2, { inbox, labelIds: [label.id], passTo })
      },
    }),
  ),
  ...successes.map(([id, status]) =>
    active({
      id,
      title: `A delivery that is answered with ${status} has succeeded, and is not made again.`,
      section,
      endpoint: null,
      sends: `A purchase whose event is answered with ${status}, and what comes when retries would.`,
      needs: ['control:clock', 'inbox'],
      requests,
      run: async (t) => {
        const { countIn } = await openReceiver(t, () => ({ status }))
        const found = await countIn(windowsFrom(2))
        expectThat(found === 0, {
          expected: 'no attempt when retries would come: the first was answered with 2xx',
          actual: `${found} arrivals`,
        })
      },
    }),
  ),
  active({
    id: 'HOOK-131',
    title: 'An attempt that succeeds ends the retries.',
    section,
    endpoint: null,
    basis: 'derived',
    sends:
      'A purchase whose event is answered with 500 and then with 200, and what comes when retries would.',
    needs: ['control:clock', 'inbox'],
    requests,
    run: async (t) => {
      let isUp = false
      const { passTo, countIn } = await openReceiver(t, () => ({ status: isUp ? 200 : 500 }))
      await passTo(windowOf(2).fromMs)
      isUp = true
      await t.setup.of('The second attempt', async () => {
        const made = await countIn([windowOf(2)])
        expectThat(made > 0, {
          expected: 'an attempt after 5 minutes',
          actual: 'no attempt then',
          cause: missedAttempt(2, 1 + made),
        })
      })
      const found = await countIn(windowsFrom(3))
      expectThat(found === 0, {
        expected: 'no attempt when retries would come: the first was answered with 2xx',
        actual: `${found} arrivals`,
      })
    },
  }),
]

function answered(id: RuleId, status: number, what: string): readonly [RuleId, Reply, string] {
  return [id, { status }, `answered with ${status}, ${what},`]
}
