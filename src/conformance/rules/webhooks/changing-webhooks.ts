import type { Answer } from '../../http/answer.ts'
import { expectThat } from '../../http/expect.ts'
import { fieldsOf, readTimestamp } from '../../http/fields.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext, RuleInbox } from '../../rule-context.ts'
import { hours, minutes, seconds } from '../../target/need.ts'
import { findNewYearAndLeapDayMidnights, waitUntilInstant } from '../support/calendar-turns.ts'
import { fillWallet } from '../support/money/isolated-wallet.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { expectOneOfInstants, isOneOfInstants } from '../support/timestamps.ts'
import { expectAttemptSchedule, freezeClockBetweenFullMinutes } from './attempt-schedule.ts'
import { createWaitFunction } from './attempts.ts'
import { expectSignatureOfBody } from './event-signature.ts'
import { awaitDelivery, buyAndAwaitDelivery } from './first-delivery.ts'
import { logEntryValuesOf, readDeliveryLog } from './log-reading.ts'

const ownWebhookNeeds = ['control:accounts', 'control:webhook', 'control:clock', 'inbox'] as const

const makeWalletWebhookRule = rulesOn(null, { needs: [...ownWebhookNeeds, 'control:wallet'] })
const makeOwnWebhookRule = rulesOn(null, { needs: ownWebhookNeeds })

/** Rules about webhook deliveries for purchases of every kind, during a fault, and while the webhook changes. */
export const changingWebhookRules: readonly Rule[] = [
  makeWalletWebhookRule(
    'HOOK-107',
    'Failed deliveries for test labels, live labels and batches are retried in exactly the second in which a retry is due.',
  )
    .judges('EVENTS-33')
    .by(async (t) => {
      await fillWallet(t)
      const inbox = await t.inbox()
      inbox.respond(() => ({ status: 500 }))
      await freezeClockBetweenFullMinutes(t)
      const ids = [
        (await buyAndAwaitDelivery(t, inbox)).label.id,
        (await buyAndAwaitDelivery(t, inbox, 'live')).label.id,
      ]
      const { id } = await t.setup.batch(2)
      await t.setup.works('The purchase of the batch', t.call('buyBatch', { id }))
      const pass = createWaitFunction(t)
      const listLabelIds = () => new Set([...ids, ...inbox.all().flatMap(({ labelId }) => labelId ?? [])])
      let spreadMs = 0
      while (spreadMs < seconds(5) && listLabelIds().size < ids.length + 2) {
        spreadMs += 100
        await pass(spreadMs)
      }
      await expectAttemptSchedule(inbox, { ids: [...listLabelIds()], spreadMs, pass })
    }),
  makeOwnWebhookRule(
    'HOOK-108',
    'After all five attempts of a delivery have failed, the next failing delivery also gets five attempts.',
  )
    .judges('EVENTS-29', 'LIMITS-29')
    .by(async (t) => {
      const inbox = await t.inbox()
      inbox.respond(() => ({ status: 500 }))
      await buyAndAwaitDelivery(t, inbox)
      await t.passTime(hours(30))
      await freezeClockBetweenFullMinutes(t)
      const ids = [(await buyAndAwaitDelivery(t, inbox)).label.id]
      await expectAttemptSchedule(inbox, { ids, spreadMs: 0, pass: createWaitFunction(t) })
    }),
  rule('HOOK-139', 'A delivery whose first attempts are lost is retried, and arrives after the fault ends.')
    .with({ needs: [...ownWebhookNeeds, 'control:faults'] })
    .judges('EVENTS-28')
    .by(async (t) => {
      const inbox = await t.inbox()
      await t.account.clock.freeze()
      await t.account.faults.add({ target: 'webhook', mode: 'drop', times: 2 })
      const label = await t.setup.label()
      await t.passTime(seconds(1))
      if (inbox.arrivals(label.id).length > 0)
        t.notJudged(
          'the control protocol accepted a fault that drops two webhook attempts, but one of them still arrived',
        )
      // The third delivery attempt is due now, whichever attempt its delay counts from.
      await t.passTime(minutes(41))
      const arrivals = await inbox.waitFor(label.id)
      expectThat(arrivals.length > 0, {
        expected: 'the third attempt, after two that were dropped',
        actual: 'no attempt within 41 minutes',
        cause: { kind: 'no-attempt', attempt: 2 },
      })
      await t.account.faults.clear()
      await t.account.faults.add({ target: 'webhook', mode: 'bad_signature', times: 1 })
      inbox.respond((attempt) => ({ status: attempt === 1 ? 401 : 200 }))
      const other = await t.setup.label()
      await t.setup.of('The first attempt', () => awaitDelivery(t, inbox, other))
      await t.passTime(minutes(6) + seconds(5))
      const attempts = await inbox.waitFor(other.id, 2)
      // The last arrival is the second delivery attempt, as a service may send each attempt twice.
      const second = attempts.length > 1 ? attempts.at(-1) : undefined
      expectThat(second !== undefined, {
        expected: 'a second attempt, after one that was refused with 401',
        actual: 'no second attempt',
        cause: { kind: 'no-attempt', attempt: 2 },
      })
      if (second !== undefined && inbox.secret !== undefined) expectSignatureOfBody(second, inbox.secret)
    }),
  makeOwnWebhookRule(
    'HOOK-033',
    'Events go to the webhook URL that is set at the purchase, even if the URL was often changed or cleared before.',
  )
    .judges('EVENTS-6')
    .by(async (t) => {
      const first = await t.inbox()
      await buyAndAwaitDelivery(t, first)
      const second = await t.inbox()
      for (let count = 0; count < 2; count += 1) await buyAndAwaitDelivery(t, second)
      await t.account.webhook.set(first.url)
      for (let count = 0; count < 2; count += 1) await buyAndAwaitDelivery(t, first)
      await t.account.webhook.clear()
      const unheard = await t.setup.label()
      await t.passTime(minutes(10))
      const stray = [first, second].find((inbox) => inbox.arrivals(unheard.id).length > 0)
      expectThat(stray === undefined, {
        expected: `no event of ${unheard.id}, as no webhook URL was set`,
        actual: `an event at ${stray?.url}`,
      })
      const secret = await t.account.webhook.set(first.url)
      const { delivery } = await buyAndAwaitDelivery(t, first)
      expectSignatureOfBody(delivery, secret)
      const astray = second.all().length
      await t.passTime(minutes(10))
      expectThat(second.all().length === astray, {
        expected: `no more events at ${second.url}`,
        actual: `${second.all().length - astray} events at ${second.url}`,
      })
    }),
  makeWalletWebhookRule(
    'HOOK-034',
    'Around midnight at New Year and on leap days, the times in events and in the delivery log are exact to the second.',
  )
    .judges('EVENTS-18')
    .by(async (t) => {
      const inbox = await t.inbox()
      await t.account.clock.freeze()
      await fillWallet(t)
      const turns = findNewYearAndLeapDayMidnights(await t.now())
      for (const turnMs of turns) {
        await waitUntilInstant(t, turnMs - minutes(3))
        inbox.respond((attempt) => ({ status: attempt === 1 ? 500 : 200 }))
        const key = turnMs === turns[1] ? 'live' : 'test'
        const early = await expectEventTimes(t, inbox, key)
        await waitUntilInstant(t, turnMs + seconds(253))
        inbox.respond(() => ({ status: 200 }))
        const late = await expectEventTimes(t, inbox, key)
        const { entries, answer } = await readDeliveryLog(t, key)
        const told = [
          [early.id, [early.boughtMs, early.boughtMs + minutes(5)]],
          [late.id, [late.boughtMs]],
        ] as const
        for (const [id, momentsMs] of told) expectLoggedTimes({ entries, answer, id, momentsMs })
      }
    }),
]

/** Buys a label with a frozen clock, and checks that the times in its webhook event are exact to the second. Throws RuleBroken. */
async function expectEventTimes(t: RuleContext, inbox: RuleInbox, key: 'test' | 'live') {
  const boughtMs = await t.now()
  const [rate] = await t.setup.rates({ key })
  if (rate === undefined) return t.notJudged('the target quoted no rate, so the rule had nothing to buy')
  const label = await t.setup.labelOf(rate, { key })
  const event = fieldsOf((await awaitDelivery(t, inbox, label)).json, 'the event')
  expectOneOfInstants(event, 'timestamp', [boughtMs])
  expectOneOfInstants(event.object('data'), 'created_at', [boughtMs])
  return { id: label.id, boughtMs }
}

/** Checks that the delivery log entries of a label have only the times of its purchase and its attempts, to the second. Throws RuleBroken. */
function expectLoggedTimes({
  entries,
  answer,
  id,
  momentsMs,
}: {
  readonly entries: readonly unknown[]
  readonly answer: Answer
  readonly id: string
  readonly momentsMs: readonly number[]
}): void {
  const own = entries.filter((entry) => logEntryValuesOf(entry).some((value) => value === id))
  const lastMs = Math.max(...momentsMs)
  // A time that is days ahead is ignored: it may be the time when the service will delete the log entry.
  const isTimeNearDelivery = (value: unknown): boolean => {
    const toldMs = /T\d/.test(String(value)) ? readTimestamp(value) : undefined
    return toldMs !== undefined && toldMs < lastMs + hours(48)
  }
  const wrong = own
    .flatMap(logEntryValuesOf)
    .filter(isTimeNearDelivery)
    .find((value) => !isOneOfInstants(value, momentsMs))
  expectThat(wrong === undefined, {
    expected: `no time in the entries of ${id} but ${momentsMs.map((each) => new Date(each).toISOString()).join(' and ')}`,
    actual: String(wrong),
    answer,
  })
}
