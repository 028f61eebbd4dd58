import { expectThat } from '../../http/expect.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { Judged } from '../../section.ts'
import type { Reply } from '../../target/arrival.ts'
import { hours, minutes, needTime } from '../../target/need.ts'
import { rule } from '../support/rules-on.ts'
import {
  attemptWindowOf,
  buyLabelWithFailingReceiver,
  buyLabelWithReplies,
  causeOfMissedAttempt,
  expectAttempt,
  listAttemptWindows,
} from './attempts.ts'

const retryRows: readonly (readonly [RuleId, Judged, number, string])[] = [
  ['HOOK-102', ['EVENTS-31'], 2, '5 minutes'],
  ['HOOK-103', ['EVENTS-32'], 3, '30 minutes'],
  ['HOOK-104', ['EVENTS-33'], 4, '2 hours'],
  ['HOOK-105', ['EVENTS-29', 'STATES-26', 'EVENTS-34', 'LIMITS-29'], 5, '24 hours'],
]

/** Replies of a webhook receiver that count as failures, with their description for rule titles. */
const failureReplies: readonly (readonly [RuleId, Judged, Reply, string])[] = [
  makeFailureReplyRow('HOOK-111', ['EVENTS-28', 'STATES-25'], 500, 'a server error'),
  makeFailureReplyRow('HOOK-112', ['EVENTS-28', 'STATES-25'], 404, 'not found'),
  makeFailureReplyRow('HOOK-113', ['EVENTS-28', 'STATES-25'], 302, 'a redirect'),
  makeFailureReplyRow('HOOK-114', ['EVENTS-28'], 400, 'a bad request'),
  makeFailureReplyRow('HOOK-115', ['EVENTS-28', 'STATES-25'], 401, 'as for a wrong signature'),
  makeFailureReplyRow('HOOK-116', ['EVENTS-28'], 410, 'gone'),
  makeFailureReplyRow('HOOK-117', ['EVENTS-28'], 429, 'too many requests'),
  makeFailureReplyRow('HOOK-118', ['EVENTS-28'], 503, 'unavailable'),
  makeFailureReplyRow('HOOK-119', ['EVENTS-28'], 307, 'a redirect that keeps the method'),
  ['HOOK-120', ['EVENTS-28', 'STATES-25'], { cut: true }, 'no response because the connection is cut'],
]

const successReplies: readonly (readonly [RuleId, Judged, number])[] = [
  ['HOOK-121', ['EVENTS-27', 'EVENTS-35'], 200],
  ['HOOK-122', ['EVENTS-27'], 201],
  ['HOOK-123', ['EVENTS-27'], 204],
  ['HOOK-124', ['EVENTS-27'], 202],
  ['HOOK-125', ['EVENTS-27'], 206],
]

export const retryRules: readonly Rule[] = [
  ...retryRows.map(([id, judges, attempt, delay]) =>
    rule(
      id,
      `Attempt ${attempt} of a failing delivery is made ${delay} after the attempt before it or after the first.`,
    )
      .with({ finds: 'no-attempt', needs: ['key:test', 'inbox', needTime(attemptWindowOf(attempt).toMs)] })
      .judges(...judges)
      .by(async (t) => {
        const { inbox, label, passTo } = await buyLabelWithFailingReceiver(t)
        for (let each = 2; each < attempt; each += 1) await passTo(attemptWindowOf(each).toMs)
        await expectAttempt(attempt, { inbox, labelIds: [label.id], passTo })
      }),
  ),
  rule('HOOK-106', 'A delivery that always fails gets exactly five attempts.')
    .with({ needs: ['control:clock', 'inbox'] })
    .judges('EVENTS-29', 'STATES-26', 'STATES-27', 'LIMITS-29')
    .by(async (t) => {
      const { passTo, countSpansWithAttempt } = await buyLabelWithFailingReceiver(t)
      await passTo(minutes(1))
      // A service may send a delivery attempt twice within a minute, which counts as one attempt.
      const ends = listAttemptWindows(2).flatMap(({ fromMs, toMs }) => [fromMs, toMs + minutes(1)])
      const made = 1 + (await countSpansWithAttempt(ends))
      await t.setup.of('Five attempts', async () =>
        expectThat(made >= 5, {
          expected: '5 attempts',
          actual: `attempts at ${made} times`,
          cause: causeOfMissedAttempt(5, made),
        }),
      )
      expectThat(made === 5, { expected: '5 attempts', actual: `attempts at ${made} times` })
      const further = await countSpansWithAttempt([attemptWindowOf(5).toMs + hours(72)])
      expectThat(further === 0, {
        expected: 'no attempt after the fifth attempt',
        actual: 'another attempt in the three days after it',
      })
    }),
  ...failureReplies.map(([id, judges, reply, what]) =>
    rule(id, `A delivery attempt that gets ${what} is retried.`)
      .with({ needs: ['key:test', 'inbox', needTime(attemptWindowOf(2).toMs)] })
      .judges(...judges)
      .by(async (t) => {
        const { inbox, label, passTo } = await buyLabelWithFailingReceiver(t, reply)
        await expectAttempt(2, { inbox, labelIds: [label.id], passTo })
      }),
  ),
  ...successReplies.map(([id, judges, status]) =>
    rule(id, `A delivery that gets ${status} has succeeded, and is not retried.`)
      .with({ needs: ['control:clock', 'inbox'] })
      .judges(...judges)
      .by(async (t) => {
        const { countAttemptsIn } = await buyLabelWithReplies(t, () => ({ status }))
        const found = await countAttemptsIn(listAttemptWindows(2))
        expectThat(found === 0, {
          expected: 'no retry: an earlier attempt got 2xx',
          actual: `${found} arrivals`,
        })
      }),
  ),
  rule('HOOK-131', 'A retry that succeeds ends the retries of its delivery.')
    .with({ needs: ['control:clock', 'inbox'] })
    .judges('EVENTS-35')
    .by(async (t) => {
      let isUp = false
      const { passTo, countAttemptsIn } = await buyLabelWithReplies(t, () => ({ status: isUp ? 200 : 500 }))
      await passTo(attemptWindowOf(2).fromMs)
      isUp = true
      await t.setup.of('The second attempt', async () => {
        const made = await countAttemptsIn([attemptWindowOf(2)])
        expectThat(made > 0, {
          expected: 'an attempt after 5 minutes',
          actual: 'no attempt after 5 minutes',
          cause: causeOfMissedAttempt(2, 1 + made),
        })
      })
      const found = await countAttemptsIn(listAttemptWindows(3))
      expectThat(found === 0, {
        expected: 'no retry: an earlier attempt got 2xx',
        actual: `${found} arrivals`,
      })
    }),
]

function makeFailureReplyRow(
  id: RuleId,
  judges: Judged,
  status: number,
  what: string,
): readonly [RuleId, Judged, Reply, string] {
  return [id, judges, { status }, `${status} (${what})`]
}
