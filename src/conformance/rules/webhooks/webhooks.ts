import { expectAnswer, expectThat, isSuccess } from '../../http/expect.ts'
import { isObject } from '../../http/fields.ts'
import { expectList } from '../../http/lists.ts'
import { showValue } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import { hours, minutes } from '../../target/need.ts'
import { purchaseEventRules } from '../support/event-rules.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { computeSignature, expectSignatureOfBody } from './event-signature.ts'
import { buyAndAwaitDelivery } from './first-delivery.ts'

const makeOwnWebhookRule = rulesOn(null, {
  needs: ['control:accounts', 'control:webhook', 'control:clock', 'inbox'],
})

/** Requests that would set a webhook if the API had such endpoints. */
const webhookWrites = [
  ['POST', '/v1/webhooks'],
  ['PUT', '/v1/webhook'],
  ['POST', '/v1/webhook-endpoints'],
] as const

export const webhookRules: readonly Rule[] = [
  rule(purchaseEventRules.test.id, purchaseEventRules.test.title)
    .on('buyLabel', { finds: 'no-event', needs: ['key:test', 'inbox'] })
    .judges(...purchaseEventRules.test.judges)
    .by(async (t) => {
      await buyAndAwaitDelivery(t, await t.inbox())
    }),
  rule(purchaseEventRules.live.id, purchaseEventRules.live.title)
    .on('buyLabel', { finds: 'no-event', needs: ['key:live', 'inbox', 'spend'], charges: 1 })
    .judges(...purchaseEventRules.live.judges)
    .by(async (t) => {
      await buyAndAwaitDelivery(t, await t.inbox(), 'live')
    }),
  makeOwnWebhookRule('HOOK-017', 'One purchase sends one event.')
    .judges('EVENTS-1', 'EVENTS-4')
    .by(async (t) => {
      const inbox = await t.inbox()
      const { label } = await buyAndAwaitDelivery(t, inbox)
      await t.passTime(minutes(10))
      // The service may deliver a webhook event twice, but must not send another event.
      const events = new Set(
        inbox
          .all()
          .map(({ json, labelId }) => `${isObject(json) ? json['event'] : 'no event'} of ${labelId}`),
      )
      expectThat(events.size === 1 && [...events].every((each) => each.endsWith(` of ${label.id}`)), {
        expected: `one event, label.created of ${label.id}`,
        actual: [...events].join(', '),
      })
    }),
  makeOwnWebhookRule('HOOK-018', 'No other request than a purchase sends an event.')
    .judges('EVENTS-1', 'EVENTS-4')
    .by(async (t) => {
      const inbox = await t.inbox()
      const { label } = await buyAndAwaitDelivery(t, inbox)
      await t.call('validateAddress', { body: t.profile.addresses.commercial })
      await t.call('registerTracker', {
        body: { tracking_number: label.trackingNumber, carrier: label.carrier },
      })
      await t.call('voidLabel', { id: label.id })
      await t.setup.batch()
      await t.passTime(minutes(10))
      const others = inbox
        .all()
        .filter(({ labelId, json }) => labelId !== label.id || Object(json)['event'] !== 'label.created')
      expectThat(others.length === 0, {
        expected: 'no event besides that of the purchase',
        actual: `the additional events ${showValue(others.map(({ json }) => json))}`,
      })
    }),
  makeOwnWebhookRule('HOOK-019', 'A refused purchase sends no event.')
    .judges('EVENTS-5', 'ENDPOINTS-47')
    .by(async (t) => {
      const inbox = await t.inbox()
      const { label } = await buyAndAwaitDelivery(t, inbox)
      const quoted = await t.call('createRates', {
        body: t.setup.ratesBody({ to: t.profile.addresses.undeliverable }),
      })
      const [rate] = isSuccess(quoted) ? expectList(quoted, 'rates') : []
      if (rate === undefined) {
        return t.notJudged(
          'the target quotes nothing for the undeliverable address, so no purchase can be refused',
        )
      }
      const answer = await t.call('buyLabel', { body: { rate_id: Object(rate)['id'] } })
      await t.setup.of('The refusal', async () => expectAnswer(answer, answer.status === 422, '422'))
      await t.passTime(minutes(10))
      const others = inbox.all().filter(({ labelId }) => labelId !== label.id)
      expectThat(others.length === 0, {
        expected: 'no event for a purchase that was refused',
        actual: `the additional events ${showValue(others.map(({ json }) => json))}`,
        answer,
      })
    }),
  rule('HOOK-020', 'Setting the URL of a webhook issues a signing secret.')
    .with({ needs: ['control:webhook', 'inbox'] })
    .judges('EVENTS-7', 'EVENTS-25')
    .by(async (t) => {
      const inbox = await t.inbox()
      const { delivery } = await buyAndAwaitDelivery(t, inbox)
      expectThat((inbox.secret ?? '') !== '', {
        expected: 'a signing secret in the response that sets the URL',
        actual: 'no secret',
      })
      // The signature must depend on the secret, so another secret must give another signature.
      expectThat(computeSignature(delivery.body, `${inbox.secret}x`) !== delivery.headers['pr-signature'], {
        expected: 'a signature that depends on the secret',
        actual: 'the same signature for another secret',
      })
      expectSignatureOfBody(delivery, inbox.secret ?? '')
    }),
  rule('HOOK-022', 'All events are named label.created, even after a batch or a refreshed tracker.')
    .with({ needs: ['control:webhook', 'control:clock', 'inbox'] })
    .judges('EVENTS-1', 'EVENTS-4')
    .by(async (t) => {
      const inbox = await t.inbox()
      const { label } = await buyAndAwaitDelivery(t, inbox)
      const tracked = { tracking_number: label.trackingNumber, carrier: label.carrier }
      await t.setup.works('The tracker', t.call('registerTracker', { body: tracked }))
      const { id } = await t.setup.batch()
      await t.setup.works('The purchase of the batch', t.call('buyBatch', { id }))
      // The service polls carriers every four hours.
      await t.passTime(hours(5))
      const others = inbox.all().filter(({ json }) => Object(json)['event'] !== 'label.created')
      expectThat(others.length === 0, {
        expected: 'no event but label.created',
        actual: `the additional events ${showValue(others.map(({ json }) => json))}`,
      })
    }),
  makeOwnWebhookRule(
    'HOOK-023',
    'A client has one webhook URL: after another URL is set, the old URL gets no events.',
  )
    .judges('EVENTS-6')
    .by(async (t) => {
      const before = await t.inbox()
      const { label } = await buyAndAwaitDelivery(t, await t.inbox())
      await t.passTime(minutes(10))
      expectThat(before.all().length === 0, {
        expected: `no event for ${label.id} at ${before.url}`,
        actual: `events ${showValue(before.all().map(({ json }) => json))}`,
      })
    }),
  rule('HOOK-031', 'The webhook URL cannot be set through the API.')
    .with({
      // The rule runs only in an account made for it, as the request might change the webhook.
      needs: ['control:accounts'],
    })
    .judges('ENDPOINTS-5')
    .by(async (t) => {
      await t.setup.works('The delivery log', t.call('listDeliveries'))
      for (const [method, path] of webhookWrites) {
        const answer = await t.send({ method, path, body: { url: 'https://example.com/hook' }, key: 'test' })
        expectAnswer(answer, !isSuccess(answer), 'a refusal, because only the dashboard has this function')
      }
    }),
]
