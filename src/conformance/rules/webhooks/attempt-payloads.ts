import { expectThat } from '../../http/expect.ts'
import { type Fields, fieldsOf } from '../../http/fields.ts'
import { showField } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Arrival } from '../../target/arrival.ts'
import { hours, minutes, needTime } from '../../target/need.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { expectTimestampBetween } from '../support/timestamps.ts'
import {
  attemptWindowOf,
  buyLabelWithFailingReceiver,
  causeOfMissedAttempt,
  createWaitFunction,
  expectAttempt,
} from './attempts.ts'
import { expectSignatureOfBody } from './event-signature.ts'
import { buyAndAwaitDelivery } from './first-delivery.ts'

const requests = { createRates: 1, buyLabel: 1 } as const
const secondAttemptNeed = needTime(attemptWindowOf(2).toMs)

/**
 * Buys a label, and returns the attempts to deliver its event, and the signing secret. Collects all five attempts, or only
 * two if the rule has to wait in real time.
 */
async function collectDeliveryAttempts(t: RuleContext) {
  const { inbox, label, passTo } = await buyLabelWithFailingReceiver(t)
  let came: readonly Arrival[] = inbox.arrivals(label.id)
  for (let attempt = 2; attempt <= (t.hasClock ? 5 : 2); attempt += 1) {
    came = await expectAttempt(attempt, { inbox, labelIds: [label.id], passTo })
  }
  return { came, secret: inbox.secret ?? '' }
}

const removeUrlQuery = (url: unknown): string => String(url).replace(/[?#].*/, '')

const makeRetryRule = rulesOn(null, { needs: ['key:test', 'inbox', secondAttemptNeed] })

export const attemptPayloadRules: readonly Rule[] = [
  rule('HOOK-132', 'Every attempt of a delivery is about the same label.')
    .with({ needs: ['control:accounts', 'control:webhook', 'control:clock', 'inbox'] })
    .judges('EVENTS-11')
    .by(async (t) => {
      const { inbox, label, passTo } = await buyLabelWithFailingReceiver(t)
      await passTo(attemptWindowOf(2).fromMs)
      const before = inbox.all().length
      for (let attempt = 2; attempt <= 5; attempt += 1) await passTo(attemptWindowOf(attempt).toMs)
      const ids = inbox.all().map(({ labelId }) => labelId)
      expectThat(ids.length > before && ids.every((id) => id === label.id), {
        expected: `every attempt for ${label.id}, including one after 5 minutes`,
        actual: ids.length === 0 ? 'no attempt' : `attempts for ${ids.join(', ')}`,
        cause: causeOfMissedAttempt(2, ids.length > before ? 2 : 1),
      })
    }),
  rule('HOOK-133', 'Every attempt of a delivery has a correct signature.')
    .with({ needs: ['key:test', 'inbox', 'secret', secondAttemptNeed] })
    .judges('EVENTS-24')
    .by(async (t) => {
      const { came, secret } = await collectDeliveryAttempts(t)
      for (const each of came) expectSignatureOfBody(each, secret)
    }),
  rule('HOOK-134', 'Every attempt of a delivery has the same label data as the first attempt.')
    .with({ needs: ['key:test', 'inbox', secondAttemptNeed] })
    .judges('EVENTS-12')
    .by(async (t) => {
      const [first, ...later] = (await collectDeliveryAttempts(t)).came.map(({ json }) =>
        fieldsOf(json, 'the event'),
      )
      for (const each of later) if (first !== undefined) expectSameLabelData(each, first)
    }),
  rule('HOOK-135', 'The timestamp of every attempt is the time of the first attempt or later.')
    .with({
      needs: ['key:test', 'inbox', secondAttemptNeed],
      // The rule reads the wallet if no other response has shown the target's time.
      requests: { ...requests, getWallet: 1 },
    })
    .judges('EVENTS-21')
    .by(async (t) => {
      const sinceMs = await t.now()
      const { came } = await collectDeliveryAttempts(t)
      const untilMs = await t.now()
      for (const { json } of came)
        expectTimestampBetween(fieldsOf(json, 'the event'), 'timestamp', { sinceMs, untilMs })
    }),
  makeRetryRule('HOOK-136', 'Each failed delivery is retried, whether other deliveries succeed or fail.')
    .judges('EVENTS-28', 'STATES-25')
    .by(async (t) => {
      const inbox = await t.inbox()
      inbox.respond(() => ({ status: 500 }))
      const labelIds = [
        (await buyAndAwaitDelivery(t, inbox)).label.id,
        (await buyAndAwaitDelivery(t, inbox)).label.id,
      ]
      inbox.respond((_, labelId) => ({ status: labelIds.includes(labelId ?? '') ? 500 : 200 }))
      await buyAndAwaitDelivery(t, inbox)
      await expectAttempt(2, { inbox, labelIds, passTo: createWaitFunction(t) })
    }),
  makeRetryRule('HOOK-137', 'A failed delivery is retried even if the label was voided.')
    .judges('EVENTS-28')
    .by(async (t) => {
      const { inbox, label, passTo } = await buyLabelWithFailingReceiver(t)
      await t.setup.works('The void', t.call('voidLabel', { id: label.id }))
      await expectAttempt(2, { inbox, labelIds: [label.id], passTo })
    }),
  rule('HOOK-138', 'After five failed attempts of a delivery, the event of the next label is sent.')
    .with({ needs: ['control:accounts', 'control:webhook', 'control:clock', 'inbox'] })
    .judges('EVENTS-2')
    .by(async (t) => {
      const { inbox } = await buyLabelWithFailingReceiver(t)
      await t.passTime(hours(27))
      inbox.respond(() => ({ status: 200 }))
      await buyAndAwaitDelivery(t, inbox)
    }),
]

/** Checks that a webhook event has the same label data as the first attempt. Throws RuleBroken. */
function expectSameLabelData(event: Fields, first: Fields): void {
  const expectSame = (name: string, some: unknown, other: unknown): void =>
    expectThat(some === other, {
      expected: `${name} ${JSON.stringify(other)} in every attempt`,
      actual: showField(name, some),
    })
  expectSame('event', event.raw('event'), 'label.created')
  const data = event.object('data')
  const told = first.object('data')
  for (const name of ['id', 'carrier', 'service', 'tracking_number', 'rate_cents'])
    expectSame(`data.${name}`, data.raw(name), told.raw(name))
  // The query of the URL may contain a signature that expires, so the query may change.
  expectSame('data.label_url', removeUrlQuery(data.raw('label_url')), removeUrlQuery(told.raw('label_url')))
  const apartMs = Math.abs(data.timestamp('created_at') - told.timestamp('created_at'))
  expectThat(apartMs <= minutes(1), {
    expected: `data.created_at ${told.text('created_at')}, as in the first attempt`,
    actual: `data.created_at ${data.text('created_at')}`,
  })
}
