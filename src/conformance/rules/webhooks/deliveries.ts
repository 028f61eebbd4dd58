import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import { createBrokenRuleCause } from '../../http/cause.ts'
import { expectThat } from '../../http/expect.ts'
import { readTimestamp } from '../../http/fields.ts'
import { showValue } from '../../http/show.ts'
import { plural } from '../../plural.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours, minutes } from '../../target/need.ts'
import { makeResponseRule } from '../support/active.ts'
import { oneEventRule } from '../support/event-ids.ts'
import { buyLabelOfRate, requestRateIds } from '../support/limit-requests.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { settleAll } from '../support/settle-all.ts'
import { readValuesByPath } from '../support/values-by-path.ts'
import { causeOfMissedAttempt } from './attempts.ts'
import { deliveryStatusRules } from './delivery-status.ts'
import { buyAndAwaitDelivery } from './first-delivery.ts'
import {
  causeOfTooManyEntries,
  entryHasNumber,
  findLabelIds,
  isSameNumber,
  logEntryValuesOf,
  maxReads,
  ownLogRule,
  readDeliveryLog,
  readLogEntries,
  readLogOfOnePurchase,
  readLogUntil,
} from './log-reading.ts'

const endpoint = 'GET /v1/webhooks/deliveries'
const requests = { createRates: 1, buyLabel: 1, listDeliveries: maxReads } as const
const ownInboxNeeds = ['control:accounts', 'control:webhook', 'inbox'] as const

/** The options of rules that a purchase adds one entry to the delivery log. */
const loggedOnce = {
  finds: 'empty-log',
  requests: { ...requests, listDeliveries: maxReads + 1 },
} as const

/** Checks that a purchase adds an entry to the delivery log, read with a key of the same environment. Throws RuleBroken. */
const expectPurchaseLogged =
  (key: 'test' | 'live') =>
  async (t: RuleContext): Promise<void> => {
    const inbox = await t.inbox()
    const before = await readDeliveryLog(t, key)
    await buyAndAwaitDelivery(t, inbox, key)
    const hasNewEntry = (list: readonly unknown[]): boolean => list.length > before.entries.length
    const { entries, answer } = await readLogUntil(t, hasNewEntry, key)
    expectThat(entries.length === before.entries.length + 1, {
      expected: `${before.entries.length + 1} deliveries`,
      actual: `${entries.length} deliveries`,
      answer,
      cause: causeOfTooManyEntries(entries, 1),
    })
  }

const makeLogRule = rulesOn('listDeliveries', { needs: ownInboxNeeds, requests })

export const deliveryRules: readonly Rule[] = [
  rule('LOG-001', 'Webhook deliveries can be listed.')
    .on('listDeliveries')
    .judges('ENDPOINTS-100', 'ENDPOINTS-101')
    .by(async (t) => {
      await readDeliveryLog(t)
    }),
  rule('LOG-002', 'A purchase adds a delivery to the delivery log.')
    .on('listDeliveries', { ...loggedOnce, needs: ownInboxNeeds })
    .judges('EVENTS-37')
    .by(expectPurchaseLogged('test')),
  rule('LOG-015', 'A live purchase adds a delivery to the delivery log that a live key reads.')
    .on('listDeliveries', { ...loggedOnce, needs: [...ownInboxNeeds, 'key:live', 'spend'], charges: 1 })
    .judges('EVENTS-37')
    .by(expectPurchaseLogged('live')),
  rule(ownLogRule.id, ownLogRule.title)
    .on('listDeliveries', { needs: ownInboxNeeds, requests })
    .judges(...ownLogRule.judges)
    .by(async (t) => {
      const { label } = await buyAndAwaitDelivery(t, await t.inbox())
      const { entries, answer } = await readLogUntil(t, ({ length }) => length > 0)
      const others = new Set(findLabelIds(entries))
      others.delete(label.id)
      expectThat(others.size === 0, {
        expected: `no delivery but that of ${label.id}, the one label that the client has bought`,
        actual: `deliveries of ${plural(others.size, 'other label')}, such as ${[...others][0]}`,
        answer,
      })
    }),
  makeLogRule('LOG-003', 'A delivery in the delivery log has the response code of the webhook receiver.')
    .judges('RESOURCES-109', 'EVENTS-38')
    .by(async (t) => {
      const { entry, answer } = await readLogOfOnePurchase(t, 418, (each) => entryHasNumber(each, 418))
      expectThat(entryHasNumber(entry, 418), {
        expected: 'the response code 418 somewhere in the entry',
        actual: `the entry ${showValue(entry)}`,
        answer,
      })
    }),
  rule('LOG-004', 'The delivery log shows how many attempts of a delivery were made.')
    .on('listDeliveries', {
      needs: [...ownInboxNeeds, 'control:clock'],
      requests: { ...requests, listDeliveries: 2 * maxReads },
    })
    .judges('RESOURCES-110', 'EVENTS-38')
    .by(async (t) => {
      const inbox = await t.inbox()
      inbox.respond(() => ({ status: 503 }))
      const { label } = await buyAndAwaitDelivery(t, inbox)
      // At this time, the third delivery attempt was made and the fourth was not, whichever attempt the delays count from.
      await t.passTime(minutes(7))
      await inbox.waitFor(label.id, 2)
      const second = await readLogUntil(t, ([entry]) => entryHasNumber(entry, 2))
      const twos = [...readValuesByPath(second.entries[0])].filter(([, value]) => isSameNumber(value, 2))
      await t.passTime(minutes(32))
      const came = await inbox.waitFor(label.id, 3)
      const hasCountedThirdAttempt = ([entry]: readonly unknown[]): boolean =>
        twos.some(([path]) => isSameNumber(readValuesByPath(entry).get(path), 3))
      const { entries, answer } = await readLogUntil(t, hasCountedThirdAttempt)
      expectThat(hasCountedThirdAttempt(entries), {
        expected: 'an entry that counts 3 attempts where it counted 2 before',
        actual: `${showValue(second.entries[0])} before, and then ${showValue(entries[0])}`,
        answer,
        cause: causeOfTooManyEntries(entries, 1) ?? causeOfMissedAttempt(3, came.length),
      })
    }),
  rule('LOG-005', 'A delivery in the delivery log has a timestamp of the day of the delivery.')
    .on('listDeliveries', {
      needs: ownInboxNeeds,
      // The rule reads the wallet if no other response has shown the target's time.
      requests: { ...requests, getWallet: 1 },
    })
    .judges('RESOURCES-111', 'EVENTS-38')
    .by(async (t) => {
      const now = await t.now()
      const hasTime = (each: unknown): boolean =>
        logEntryValuesOf(each).some(
          (value) => Math.abs((readTimestamp(value) ?? Number.NaN) - now) <= hours(24),
        )
      const { entry, answer } = await readLogOfOnePurchase(t, 200, hasTime)
      expectThat(hasTime(entry), {
        expected: `an ISO 8601 timestamp of about ${new Date(now).toISOString()} somewhere in the entry`,
        actual: `the entry ${showValue(entry)}`,
        answer,
      })
    }),
  ...deliveryStatusRules,
  rule('LOG-008', 'The delivery log has exactly the last 50 deliveries.')
    .on('listDeliveries', {
      needs: [...ownInboxNeeds, 'control:clock'],
      requests: { createRates: 14, buyLabel: 53, listDeliveries: 2 * maxReads },
    })
    .judges('EVENTS-37', 'ENDPOINTS-101', 'LIMITS-30')
    .by(async (t) => {
      const inbox = await t.inbox()
      const { label: first } = await buyAndAwaitDelivery(t, inbox)
      // Time passes so that the timestamps of this log entry differ from those of later entries.
      await t.passTime(minutes(2))
      const early = await readLogUntil(t, ({ length }) => length === 1)
      const [lastRate = '', ...rates] = await requestRateIds(t, 52)
      await settleAll(rates.map((rate) => buyLabelOfRate(t, rate)))
      const last = await buyLabelOfRate(t, lastRate)
      await inbox.waitFor(last)
      const isFirstDelivery = (entry: unknown): boolean =>
        logEntryValuesOf(entry).includes(first.id) ||
        JSON.stringify(entry) === JSON.stringify(early.entries[0])
      const hasLastDelivery = (list: readonly unknown[]): boolean =>
        findLabelIds(list).length === 0 || findLabelIds(list).includes(last)
      const { entries, answer } = await readLogUntil(
        t,
        (list) =>
          list.length === constants.deliveryLogSize && !list.some(isFirstDelivery) && hasLastDelivery(list),
      )
      const told = new Set(inbox.all().map(({ labelId }) => labelId)).size
      // If events of fewer than 50 labels came, the log cannot have 50 deliveries. The missing events are the cause.
      if (entries.length < constants.deliveryLogSize && told < constants.deliveryLogSize) {
        await t.setup.of('The events of 53 purchases', async () =>
          expectThat(false, {
            expected: 'an event for each purchase',
            actual: `events of ${plural(told, 'label')}`,
            answer,
            cause: createBrokenRuleCause(oneEventRule),
          }),
        )
      }
      expectThat(entries.length === constants.deliveryLogSize, {
        expected: `the last ${constants.deliveryLogSize} deliveries`,
        actual: `${entries.length} deliveries`,
        answer,
      })
      expectThat(!entries.some(isFirstDelivery), {
        expected: 'a log without the first delivery',
        actual: 'the log still has the first delivery',
        answer,
        cause: causeOfTooManyEntries(early.entries, 1),
      })
      expectThat(hasLastDelivery(entries), {
        expected: 'a log with the newest delivery',
        actual: 'no entry of the newest delivery',
        answer,
      })
    }),
  rule('LOG-009', 'A delivery to the webhook URL of the run is in the delivery log of the account.')
    .on('listDeliveries', { finds: 'empty-log', needs: ['key:test', 'inbox'], requests })
    .judges('EVENTS-37')
    .by(async (t) => {
      const { label } = await buyAndAwaitDelivery(t, await t.inbox())
      // A delivery log that does not show label ids must at least have an entry.
      const hasLabel = (list: readonly unknown[]): boolean =>
        findLabelIds(list).length === 0 ? list.length > 0 : findLabelIds(list).includes(label.id)
      const { entries, answer } = await readLogUntil(t, hasLabel)
      expectThat(hasLabel(entries), {
        expected: `a delivery about ${label.id}`,
        actual: `the entries ${showValue(entries.slice(0, 3))}`,
        answer,
      })
    }),
  makeResponseRule({
    id: 'LOG-011',
    judges: ['EVENTS-37', 'LIMITS-30'],
    title: 'The delivery log never lists more than 50 deliveries.',
    endpoint,
    about: 'Every delivery log that has at least one delivery.',
    provokedBy: ['LOG-002', 'LOG-009'],
    createCheck: () => (answer) => {
      const entries = answer.operation === 'listDeliveries' ? readLogEntries(answer) : []
      if (entries.length === 0) return 'ignored'
      expectThat(entries.length <= constants.deliveryLogSize, {
        expected: `at most ${constants.deliveryLogSize} deliveries`,
        actual: `${entries.length} deliveries`,
        answer,
      })
      return 'judged'
    },
  }),
  makeLogRule('LOG-010', 'The dashboard lists the same deliveries as the log, with their response codes.')
    .judges('EVENTS-39')
    .by(async (t) => {
      const { entry } = await readLogOfOnePurchase(t, 418, (each) => entryHasNumber(each, 418))
      await t.setup.of('The log', async () =>
        expectThat(entryHasNumber(entry, 418), {
          expected: 'the response code 418 somewhere in the entry',
          actual: `the entry ${showValue(entry)}`,
        }),
      )
      const shown = await t.account.webhook.deliveries()
      expectThat(shown.length === 1 && entryHasNumber(shown[0], 418), {
        expected: 'one delivery that got 418 from its receiver',
        actual: `the deliveries ${showValue(shown)}`,
      })
    }),
]
