import { expectThat } from '../../http/expect.ts'
import { showValue } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { rule } from '../support/rules-on.ts'
import { readValuesByPath } from '../support/values-by-path.ts'
import {
  attemptWindowOf,
  buyLabelWithFailingReceiver,
  causeOfMissedAttempt,
  createWaitFunction,
  expectAttempt,
} from './attempts.ts'
import { buyAndAwaitDelivery } from './first-delivery.ts'
import { causeOfTooManyEntries, entryHasNumber, isSameNumber, maxReads, readLogUntil } from './log-reading.ts'
import { findStatusValues, haveDifferentStatusValues } from './log-statuses.ts'

const ownInboxNeeds = ['control:accounts', 'control:webhook', 'inbox'] as const

/** Rules about delivery log entries for webhook events that succeed at a later attempt, or get no response. */
export const logOutcomeRules: readonly Rule[] = [
  rule('LOG-012', 'The delivery log shows the response code of the last attempt of a retried delivery.')
    .on('listDeliveries', {
      needs: [...ownInboxNeeds, 'control:clock'],
      requests: { createRates: 1, buyLabel: 1, listDeliveries: 2 * maxReads },
    })
    .judges('RESOURCES-109', 'EVENTS-38')
    .by(async (t) => {
      const { before, after, answer } = await readLogEntriesAfterRetry(t)
      await t.setup.of('The log after the first attempt', async () =>
        expectThat(entryHasNumber(before, 418), {
          expected: 'the response code 418 somewhere in the entry',
          actual: `the entry ${showValue(before)}`,
        }),
      )
      expectThat(entryHasNumber(after, 202), {
        expected: 'the response code 202 somewhere in the entry',
        actual: `the entry ${showValue(after)}`,
        answer,
      })
    }),
  rule(
    'LOG-013',
    'In the delivery log, a delivery that succeeds at a retry has another status than before it, and than a failed delivery.',
  )
    .on('listDeliveries', {
      needs: [...ownInboxNeeds, 'control:clock'],
      requests: { createRates: 2, buyLabel: 2, listDeliveries: 3 * maxReads },
    })
    .judges('RESOURCES-108', 'EVENTS-38')
    .by(async (t) => {
      const { inbox, before, after, answer } = await readLogEntriesAfterRetry(t)
      expectThat(haveDifferentStatus(after, before), {
        expected: 'a status after the success that differs from the status before it',
        actual: [before, after],
        answer,
      })
      inbox.respond(() => ({ status: 418 }))
      const { label } = await buyAndAwaitDelivery(t, inbox)
      await createWaitFunction(t)(attemptWindowOf(5).toMs)
      const came = await inbox.waitFor(label.id, 5)
      const hasBothOutcomes = ([one, other]: readonly unknown[]): boolean =>
        haveDifferentStatusValues(findStatusValues(one), findStatusValues(other))
      const failed = await readLogUntil(t, hasBothOutcomes)
      expectThat(hasBothOutcomes(failed.entries), {
        expected: 'a succeeded and a failed delivery with different statuses',
        actual: `the entries ${showValue(failed.entries)}`,
        answer: failed.answer,
        cause: causeOfTooManyEntries(failed.entries, 2) ?? causeOfMissedAttempt(5, came.length),
      })
    }),
  rule('LOG-014', 'The delivery log shows no success code for a delivery that got no response.')
    .on('listDeliveries', {
      needs: ownInboxNeeds,
      requests: { createRates: 2, buyLabel: 2, listDeliveries: 2 * maxReads },
    })
    .judges('RESOURCES-109', 'EVENTS-38')
    .by(async (t) => {
      const { inbox } = await buyLabelWithFailingReceiver(t, { status: 418 })
      const [known] = (await readLogUntil(t, ([entry]) => entryHasNumber(entry, 418))).entries
      const codes = [...readValuesByPath(known)]
        .filter(([, value]) => isSameNumber(value, 418))
        .map(([path]) => path)
      await t.setup.of('The log after a response', async () =>
        expectThat(codes.length > 0, {
          expected: 'the response code 418 somewhere in the log',
          actual: `the entries ${showValue(known)}`,
        }),
      )
      inbox.respond(() => ({ cut: true }))
      await buyAndAwaitDelivery(t, inbox)
      // The rule reads the log until it has both deliveries, each with one attempt.
      const { entries, answer } = await readLogUntil(
        t,
        (list) => list.length === 2 && list.every((entry) => entryHasNumber(entry, 1)),
      )
      const told = entries.flatMap((entry) => codes.map((path) => readValuesByPath(entry).get(path)))
      expectThat(entries.length === 2 && !told.some(isSuccessCode), {
        expected: 'two deliveries, none with a 2xx response code',
        actual: `the entries ${showValue(entries)}`,
        answer,
      })
    }),
]

/** Replies 418 to the first attempt of a delivery and 202 to the second. Returns the log entries after each of the two attempts. */
async function readLogEntriesAfterRetry(t: RuleContext) {
  const { inbox, label, passTo } = await buyLabelWithFailingReceiver(t, { status: 418 })
  const [before] = (await readLogUntil(t, ([entry]) => entryHasNumber(entry, 418))).entries
  inbox.respond(() => ({ status: 202 }))
  await t.setup.of('The second attempt', () => expectAttempt(2, { inbox, labelIds: [label.id], passTo }))
  const { entries, answer } = await readLogUntil(
    t,
    ([entry]) => entryHasNumber(entry, 202) && haveDifferentStatus(entry, before),
  )
  return { inbox, before, after: entries[0], answer }
}

/** Returns true if two delivery log entries have different status values, or if one has a value that the other lacks. */
function haveDifferentStatus(entry: unknown, otherEntry: unknown): boolean {
  return JSON.stringify([...findStatusValues(entry)]) !== JSON.stringify([...findStatusValues(otherEntry)])
}

const isSuccessCode = (value: unknown): boolean => /^2\d\d$/.test(String(value))
