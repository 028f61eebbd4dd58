import { expectThat } from '../../http/expect.ts'
import { showValue } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import { hours, minutes } from '../../target/need.ts'
import { rule } from '../support/rules-on.ts'
import { causeOfMissedAttempt } from './attempts.ts'
import { buyAndAwaitDelivery } from './first-delivery.ts'
import { causeOfTooManyEntries, entryHasNumber, maxReads, readLogUntil } from './log-reading.ts'
import { findStatusValues, haveDifferentStatusValues } from './log-statuses.ts'

const needs = ['control:accounts', 'control:webhook', 'inbox', 'control:clock'] as const

/** Rules about the status that the delivery log shows for deliveries that succeeded or failed. */
export const deliveryStatusRules: readonly Rule[] = [
  rule('LOG-006', 'A succeeded and a failed delivery have different statuses in the delivery log.')
    .on('listDeliveries', {
      needs,
      requests: { createRates: 2, buyLabel: 2, listDeliveries: maxReads },
    })
    .judges('RESOURCES-108', 'EVENTS-38')
    .by(async (t) => {
      const inbox = await t.inbox()
      const { label: good } = await buyAndAwaitDelivery(t, inbox)
      inbox.respond((_, labelId) => ({ status: labelId === good.id ? 200 : 500 }))
      const { label } = await buyAndAwaitDelivery(t, inbox)
      await t.passTime(hours(27))
      const came = await inbox.waitFor(label.id, 5)
      const hasBothOutcomes = ([one, other]: readonly unknown[]): boolean =>
        haveDifferentStatusValues(findStatusValues(one), findStatusValues(other))
      const { entries, answer } = await readLogUntil(t, hasBothOutcomes)
      expectThat(hasBothOutcomes(entries), {
        expected: 'a succeeded and a failed delivery with different statuses',
        actual: `the entries ${showValue(entries)}`,
        answer,
        cause: causeOfTooManyEntries(entries, 2) ?? causeOfMissedAttempt(5, came.length),
      })
    }),
  rule('LOG-007', 'A delivery whose five attempts failed is marked as failed in the delivery log.')
    .on('listDeliveries', {
      needs,
      requests: { createRates: 2, buyLabel: 2, listDeliveries: 3 * maxReads },
    })
    .judges('STATES-27', 'STATES-28', 'EVENTS-36')
    .by(async (t) => {
      const inbox = await t.inbox()
      const { label: good } = await buyAndAwaitDelivery(t, inbox)
      const [succeeded] = (await readLogUntil(t, ([entry]) => entryHasNumber(entry, 200))).entries
      inbox.respond((_, labelId) => ({ status: labelId === good.id ? 200 : 500 }))
      const { label } = await buyAndAwaitDelivery(t, inbox)
      const findFailedStatus = (list: readonly unknown[]): unknown =>
        list.find((entry) => entryHasNumber(entry, 500)) ??
        list.find((entry) => JSON.stringify(entry) !== JSON.stringify(succeeded))
      for (const passMs of [minutes(7), minutes(32), minutes(125)]) await t.passTime(passMs)
      await inbox.waitFor(label.id, 4)
      const before = await readLogUntil(t, (list) =>
        haveDifferentStatusValues(findStatusValues(succeeded), findStatusValues(findFailedStatus(list))),
      )
      const during = findFailedStatus(before.entries)
      await t.passTime(hours(25))
      const came = await inbox.waitFor(label.id, 5)
      const isMarkedAsFailed = (list: readonly unknown[]): boolean =>
        [during, succeeded].every((other) =>
          haveDifferentStatusValues(findStatusValues(other), findStatusValues(findFailedStatus(list))),
        )
      const { entries, answer } = await readLogUntil(t, isMarkedAsFailed)
      expectThat(isMarkedAsFailed(entries), {
        expected:
          'a status after the fifth attempt that differs from the status before it and from that of a success',
        actual: `${showValue(succeeded)} for the success, ${showValue(during)} before and ${showValue(findFailedStatus(entries))} after the fifth`,
        answer,
        cause: causeOfTooManyEntries(entries, 2) ?? causeOfMissedAttempt(5, came.length),
      })
    }),
]
