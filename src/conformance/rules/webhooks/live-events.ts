import { expectAnswer, expectThat, isSuccess } from '../../http/expect.ts'
import { fieldsOf } from '../../http/fields.ts'
import { showValue } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { minutes } from '../../target/need.ts'
import { rule } from '../support/rules-on.ts'
import { expectTimestampNow } from '../support/timestamps.ts'
import { expectEventName, labelFieldRules, listDownloadUrls } from './event-payload.ts'
import { expectSignatureForm, expectSignatureOfBody } from './event-signature.ts'
import { buyAndAwaitDelivery } from './first-delivery.ts'

const ownInboxNeeds = ['control:accounts', 'control:webhook', 'control:clock', 'inbox'] as const

/** Rules about the webhook events of live purchases. */
export const liveEventRules: readonly Rule[] = [
  rule(
    'HOOK-021',
    'The event of a live label is complete and signed, and its label_url is the download under /v1/labels/.',
  )
    .with({
      needs: ['key:live', 'inbox', 'spend'],
      charges: 1,
      // The rule reads the wallet if no other response has shown the target's time.
      requests: { createRates: 1, buyLabel: 1, getWallet: 1 },
    })
    .judges('EVENTS-17', 'AUTHENTICATION-15')
    .by(async (t) => {
      const inbox = await t.inbox()
      const { label, delivery } = await buyAndAwaitDelivery(t, inbox, 'live')
      const event = fieldsOf(delivery.json, 'the event')
      const data = event.object('data')
      expectEventName(event)
      for (const [, , , expectField] of labelFieldRules) expectField(data, label)
      const downloads = listDownloadUrls(t, label)
      const url = data.text('label_url')
      expectThat(downloads.includes(url), {
        expected: `label_url ${downloads.join(' or ')}`,
        actual: `label_url ${url}`,
      })
      await expectTimestampNow(t, event, 'timestamp')
      await expectTimestampNow(t, data, 'created_at')
      expectSignatureForm(delivery)
      if (inbox.secret !== undefined) expectSignatureOfBody(delivery, inbox.secret)
    }),
  rule('HOOK-026', 'A purchase that the wallet cannot pay for sends no event.')
    .with({ needs: [...ownInboxNeeds, 'control:wallet', 'key:live', 'spend'], charges: 1 })
    .judges('EVENTS-5')
    .by((t) =>
      expectNoEventOfFailedPurchase(t, async () => {
        await t.account.wallet.set({ balance_cents: 1, auto_reload: null })
      }),
    ),
  rule('HOOK-027', 'A purchase that fails unexpectedly sends no event.')
    .with({ needs: [...ownInboxNeeds, 'control:faults', 'key:live', 'spend'], charges: 1 })
    .judges('EVENTS-5')
    .by((t) =>
      expectNoEventOfFailedPurchase(t, async () => {
        await t.account.faults.add({ target: 'label_creation', mode: 'error' })
      }),
    ),
]

/**
 * Buys a label, calls `makeFail` so that purchases fail, and tries to buy another label. Checks that only the first
 * purchase sends a webhook event. Throws RuleBroken.
 */
async function expectNoEventOfFailedPurchase(t: RuleContext, makeFail: () => Promise<void>): Promise<void> {
  const inbox = await t.inbox()
  const { label } = await buyAndAwaitDelivery(t, inbox, 'live')
  const rate = await t.setup.rate({ key: 'live', minCents: 2 })
  await makeFail()
  const answer = await t.call('buyLabel', { body: { rate_id: rate.id }, key: 'live' })
  await t.setup.of('The refusal', async () =>
    expectAnswer(answer, !isSuccess(answer), 'a refusal of the purchase'),
  )
  await t.passTime(minutes(10))
  const others = inbox.all().filter(({ labelId }) => labelId !== label.id)
  expectThat(others.length === 0, {
    expected: 'no event for a purchase that was refused',
    actual: `events ${showValue(others.map(({ json }) => json))}`,
    answer,
  })
}
