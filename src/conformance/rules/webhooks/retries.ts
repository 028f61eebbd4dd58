import { expectThat } from '../../http/expect.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { Judged } from '../../section.ts'
import type { Reply } from '../../target/arrival.ts'
import { hours, minutes, needTime } from '../../target/need.ts'
import { rule } from '../support/rules-on.ts'
import {
  buyLabelWithFailingReceiver,
  buyLabelWithReplies,
  causeOfMissedAttempt,
  expectAttempt,
  windowOf,
  windowsFrom,
} from './attempts.ts'

const retries: readonly (readonly [RuleId, Judged, number, string])[] = [
  ['HOOK-102', ['EVENTS-31'], 2, '5 minutes'],
  ['HOOK-103', ['EVENTS-32'], 3, '30 minutes'],
  ['HOOK-104', ['EVENTS-33'], 4, '2 hours'],
  ['HOOK-105', ['EVENTS-29', 'STATES-26', 'EVENTS-34', 'LIMITS-29'], 5, '24 hours'],
]

/** Replies of a receiver that count as failures, with their description in the rule titles. */
const failures: readonly (readonly [RuleId, Judged, Reply, string])[] = [
  makeFailureRow('HOOK-111', ['EVENTS-28', 'STATES-25'], 500, 'a server error'),
  makeFailureRow('HOOK-112', ['EVENTS-28', 'STATES-25'], 404, 'not found'),
  makeFailureRow('HOOK-113', ['EVENTS-28', 'STATES-25'], 302, 'a redirect'),
  makeFailureRow('HOOK-114', ['EVENTS-28'], 400, 'a bad request'),
  makeFailureRow('HOOK-115', ['EVENTS-28', 'STATES-25'], 401, 'as for a wrong signature'),
  makeFailureRow('HOOK-116', ['EVENTS-28'], 410, 'gone'),
  makeFailureRow('HOOK-117', ['EVENTS-28'], 429, 'too many requests'),
  makeFailureRow('HOOK-118', ['EVENTS-28'], 503, 'unavailable'),
  makeFailureRow('HOOK-119', ['EVENTS-28'], 307, 'a redirect that keeps the method'),
  ['HOOK-120', ['EVENTS-28', 'STATES-25'], { cut: true }, 'no response because the connection is cut'],
]

const successes: readonly (readonly [RuleId, Judged, number])[] = [
  ['HOOK-121', ['EVENTS-27', 'EVENTS-35'], 200],
  ['HOOK-122', ['EVENTS-27'], 201],
  ['HOOK-123', ['EVENTS-27'], 204],
  ['HOOK-124', ['EVENTS-27'], 202],
  ['HOOK-125', ['EVENTS-27'], 206],
]

export const retryRules: readonly Rule[] = [
  ...retries.map(([id, judges, attempt, delay]) =>
    rule(id, `Attempt ${attempt} of a delivery that fails comes ${delay} later.`)
      .with({ finds: 'no-attempt', needs: ['key:test', 'inbox', needTime(windowOf(attempt).toMs)] })
      .judges(...judges)
      .by(async (t) => {
        const { inbox, label, passTo } = await buyLabelWithFailingReceiver(t)
        for (let each = 2; each < attempt; each += 1) await passTo(windowOf(each).toMs)
        await expectAttempt(attempt, { inbox, labelIds: [label.id], passTo })
      }),
  ),
  rule('HOOK-106', 'A delivery that always fails has exactly five attempts.')
    .with({ needs: ['control:clock', 'inbox'] })
    .judges('EVENTS-29', 'STATES-26', 'STATES-27', 'LIMITS-29')
    .by(async (t) => {
      const { passTo, countSpans } = await buyLabelWithFailingReceiver(t)
      await passTo(minutes(1))
      // The service may send an attempt twice within a minute. It then counts once.
      const ends = windowsFrom(2).flatMap(({ fromMs, toMs }) => [fromMs, toMs + minutes(1)])
      const made = 1 + (await countSpans(ends))
      await t.setup.of('Five attempts', async () =>
        expectThat(made >= 5, {
          expected: '5 attempts',
          actual: `attempts at ${made} times`,
          cause: causeOfMissedAttempt(5, made),
        }),
      )
      expectThat(made === 5, { expected: '5 attempts', actual: `attempts at ${made} times` })
      const further = await countSpans([windowOf(5).toMs + hours(72)])
      expectThat(further === 0, {
        expected: 'no attempt after the fifth',
        actual: 'another in the three days after it',
      })
    }),
  ...failures.map(([id, judges, reply, what]) =>
    rule(id, `An attempt that gets ${what} is retried.`)
      .with({ needs: ['key:test', 'inbox', needTime(windowOf(2).toMs)] })
      .judges(...judges)
      .by(async (t) => {
        const { inbox, label, passTo } = await buyLabelWithFailingReceiver(t, reply)
        await expectAttempt(2, { inbox, labelIds: [label.id], passTo })
      }),
  ),
  ...successes.map(([id, judges, status]) =>
    rule(id, `A delivery that gets ${status} has succeeded, and is not retried.`)
      .with({ needs: ['control:clock', 'inbox'] })
      .judges(...judges)
      .by(async (t) => {
        const { countIn } = await buyLabelWithReplies(t, () => ({ status }))
        const found = await countIn(windowsFrom(2))
        expectThat(found === 0, {
          expected: 'no retry: an earlier attempt got 2xx',
          actual: `${found} arrivals`,
        })
      }),
  ),
  rule('HOOK-131', 'An attempt that succeeds ends the retries.')
    .with({ needs: ['control:clock', 'inbox'] })
    .judges('EVENTS-35')
    .by(async (t) => {
      let isUp = false
      const { passTo, countIn } = await buyLabelWithReplies(t, () => ({ status: isUp ? 200 : 500 }))
      await passTo(windowOf(2).fromMs)
      isUp = true
      await t.setup.of('The second attempt', async () => {
        const made = await countIn([windowOf(2)])
        expectThat(made > 0, {
          expected: 'an attempt after 5 minutes',
          actual: 'no attempt then',
          cause: causeOfMissedAttempt(2, 1 + made),
        })
      })
      const found = await countIn(windowsFrom(3))
      expectThat(found === 0, {
        expected: 'no retry: an earlier attempt got 2xx',
        actual: `${found} arrivals`,
      })
    }),
]

function makeFailureRow(
  id: RuleId,
  judges: Judged,
  status: number,
  what: string,
): readonly [RuleId, Judged, Reply, string] {
  return [id, judges, { status }, `${status} (${what})`]
}
