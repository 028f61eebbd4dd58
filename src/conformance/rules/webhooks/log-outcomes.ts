import { expectThat } from '../../http/expect.ts'
import { showValue } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { placesIn } from '../support/places.ts'
import { rule } from '../support/rules-on.ts'
import {
  buyLabelWithFailingReceiver,
  causeOfMissedAttempt,
  createTimePasser,
  expectAttempt,
  windowOf,
} from './attempts.ts'
import { buyAndAwaitDelivery } from './first-delivery.ts'
import { haveDifferentMarks, marksIn } from './log-marks.ts'
import { causeOfMore, hasNumber, isSameNumber, maxReads, readLogUntil } from './log-reading.ts'

const isolatedInbox = ['control:accounts', 'control:webhook', 'inbox'] as const

/** Rules about log entries of deliveries that neither succeed nor fail at once. */
export const logOutcomeRules: readonly Rule[] = [
  rule('LOG-012', 'A retried delivery has the response code of its last attempt in the log.')
    .on('listDeliveries', {
      needs: [...isolatedInbox, 'control:clock'],
      requests: { createRates: 1, buyLabel: 1, listDeliveries: 2 * maxReads },
    })
    .judges('RESOURCES-109', 'EVENTS-38')
    .by(async (t) => {
      const { before, after, answer } = await readLogEntriesAfterRetry(t)
      await t.setup.of('The log after the first attempt', async () =>
        expectThat(hasNumber(before, 418), {
          expected: 'the response code 418 somewhere in the entry',
          actual: `the entry ${showValue(before)}`,
        }),
      )
      expectThat(hasNumber(after, 202), {
        expected: 'the response code 202 somewhere in the entry',
        actual: `the entry ${showValue(after)}`,
        answer,
      })
    }),
  rule(
    'LOG-013',
    'A delivery that succeeds after a failure has another status in the log than before, and than a failed one.',
  )
    .on('listDeliveries', {
      needs: [...isolatedInbox, 'control:clock'],
      requests: { createRates: 2, buyLabel: 2, listDeliveries: 3 * maxReads },
    })
    .judges('RESOURCES-108', 'EVENTS-38')
    .by(async (t) => {
      const { inbox, before, after, answer } = await readLogEntriesAfterRetry(t)
      expectThat(isMarkedOtherwise(after, before), {
        expected: 'another status after the success than before it',
        actual: [before, after],
        answer,
      })
      inbox.respond(() => ({ status: 418 }))
      const { label } = await buyAndAwaitDelivery(t, inbox)
      await createTimePasser(t)(windowOf(5).toMs)
      const came = await inbox.waitFor(label.id, 5)
      const hasBothOutcomes = ([one, other]: readonly unknown[]): boolean =>
        haveDifferentMarks(marksIn(one), marksIn(other))
      const failed = await readLogUntil(t, hasBothOutcomes)
      expectThat(hasBothOutcomes(failed.entries), {
        expected: 'two deliveries with different statuses, one succeeded and one failed',
        actual: `the entries ${showValue(failed.entries)}`,
        answer: failed.answer,
        cause: causeOfMore(failed.entries, 2) ?? causeOfMissedAttempt(5, came.length),
      })
    }),
  rule('LOG-014', 'A delivery that got no response has no response code of a success in the log.')
    .on('listDeliveries', {
      needs: isolatedInbox,
      requests: { createRates: 2, buyLabel: 2, listDeliveries: 2 * maxReads },
    })
    .judges('RESOURCES-109', 'EVENTS-38')
    .by(async (t) => {
      const { inbox } = await buyLabelWithFailingReceiver(t, { status: 418 })
      const [known] = (await readLogUntil(t, ([entry]) => hasNumber(entry, 418))).entries
      const codes = [...placesIn(known)]
        .filter(([, value]) => isSameNumber(value, 418))
        .map(([place]) => place)
      await t.setup.of('The log after a response', async () =>
        expectThat(codes.length > 0, {
          expected: 'the response code 418 somewhere in the log',
          actual: `the entries ${showValue(known)}`,
        }),
      )
      inbox.respond(() => ({ cut: true }))
      await buyAndAwaitDelivery(t, inbox)
      // Each entry will have one attempt.
      const { entries, answer } = await readLogUntil(
        t,
        (list) => list.length === 2 && list.every((entry) => hasNumber(entry, 1)),
      )
      const told = entries.flatMap((entry) => codes.map((place) => placesIn(entry).get(place)))
      expectThat(entries.length === 2 && !told.some(isSuccessCode), {
        expected: 'two deliveries, none with a 2xx',
        actual: `the entries ${showValue(entries)}`,
        answer,
      })
    }),
]

/** Returns the log entry of a delivery after a first attempt that got 418 and a second one that got 202. */
async function readLogEntriesAfterRetry(t: RuleContext) {
  const { inbox, label, passTo } = await buyLabelWithFailingReceiver(t, { status: 418 })
  const [before] = (await readLogUntil(t, ([entry]) => hasNumber(entry, 418))).entries
  inbox.respond(() => ({ status: 202 }))
  await t.setup.of('The second attempt', () => expectAttempt(2, { inbox, labelIds: [label.id], passTo }))
  const { entries, answer } = await readLogUntil(
    t,
    ([entry]) => hasNumber(entry, 202) && isMarkedOtherwise(entry, before),
  )
  return { inbox, before, after: entries[0], answer }
}

/** Returns whether two log entries have different marks. A mark that only one entry has is a difference. */
function isMarkedOtherwise(some: unknown, other: unknown): boolean {
  return JSON.stringify([...marksIn(some)]) !== JSON.stringify([...marksIn(other)])
}

const isSuccessCode = (value: unknown): boolean => /^2\d\d$/.test(String(value))
