import { describeAnswer, expectResource, expectThat, isSuccess } from '../../http/expect.ts'
import { fieldsOf, isObject } from '../../http/fields.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext, RuleInbox } from '../../rule-context.ts'
import type { BoughtLabel, QuotedRate } from '../../setup/prerequisites.ts'
import { minutes } from '../../target/need.ts'
import { findCheapestOfEachCarrier, requestCheapestOfEachCarrier } from '../support/each-carrier.ts'
import { fillWallet } from '../support/money/isolated-wallet.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { labelFieldRules } from './event-payload.ts'
import { awaitDelivery } from './first-delivery.ts'

const ownInboxNeeds = ['control:accounts', 'control:webhook', 'control:clock', 'inbox'] as const

/** How many rates of a response are bought at most. */
const maxRates = 20

/** Buys rates one after the other, and returns the labels. */
async function buyRates(
  t: RuleContext,
  rates: readonly QuotedRate[],
  key: 'test' | 'live' = 'test',
): Promise<readonly BoughtLabel[]> {
  const labels: BoughtLabel[] = []
  for (const rate of rates) labels.push(await t.setup.labelOf(rate, { key }))
  return labels
}

/** Checks that a webhook event was sent for each label, with the values of that label. Throws RuleBroken. */
async function expectEventOfEachLabel(
  t: RuleContext,
  inbox: RuleInbox,
  labels: readonly BoughtLabel[],
): Promise<void> {
  for (const label of labels) {
    const { json } = await awaitDelivery(t, inbox, label)
    const data = fieldsOf(json, 'the event').object('data')
    for (const [, , , expectField] of labelFieldRules) expectField(data, label)
  }
}

/** Waits ten minutes, and checks that only one webhook event came for each label. Throws RuleBroken. */
async function expectNoOtherEvents(
  t: RuleContext,
  inbox: RuleInbox,
  labels: readonly BoughtLabel[],
): Promise<void> {
  await t.passTime(minutes(10))
  const own = new Set(labels.map(({ id }) => `label.created of ${id}`))
  // The service may deliver a webhook event twice, but must not send another event.
  const others = inbox
    .all()
    .map(({ json, labelId }) => `${isObject(json) ? json['event'] : 'no event'} of ${labelId}`)
    .filter((each) => !own.has(each))
  expectThat(others.length === 0, {
    expected: `${labels.length} events, label.created of each label that was bought`,
    actual: `the additional events ${[...new Set(others)].join(', ')}`,
  })
}

const makePurchaseRule = rulesOn('buyLabel', { needs: ['key:test', 'inbox'] })

/** Rules that check that the service sends a webhook event for the label of every rate of a response. */
export const eachEventRules: readonly Rule[] = [
  makePurchaseRule('HOOK-028', 'The purchase of a label of each quoted carrier sends an event.')
    .judges('EVENTS-2')
    .by(async (t) => {
      const inbox = await t.inbox()
      const rates = await t.setup.rates()
      const dearest = rates.reduce((most, each) => (each.rateCents > most.rateCents ? each : most))
      const labels = await buyRates(t, [...new Set([...findCheapestOfEachCarrier(rates), dearest])])
      for (const label of labels) await awaitDelivery(t, inbox, label)
    }),
  makePurchaseRule('HOOK-032', 'If a rate is bought twice, an event is sent for each of the two labels.')
    .judges('EVENTS-2')
    .by(async (t) => {
      const inbox = await t.inbox()
      const rate = await t.setup.rate()
      const first = await t.setup.labelOf(rate)
      const answer = await t.call('buyLabel', { body: { rate_id: rate.id } })
      // The specification does not say whether a rate can be bought twice, nor whether that makes another label.
      if (!isSuccess(answer))
        t.notJudged(`the target refuses a second purchase of a rate (${describeAnswer(answer)})`)
      const fields = expectResource(answer, 'label')
      const id = fields.text('id')
      if (id === first.id) t.notJudged('the second purchase of a rate returns the same label')
      for (const label of [first, { id, fields, answer }]) await awaitDelivery(t, inbox, label)
    }),
  rule('HOOK-029', 'The purchase of each rate of a quote sends one event, whatever its carrier and service.')
    .with({ needs: ownInboxNeeds, requests: { createRates: 1, buyLabel: maxRates } })
    .judges('EVENTS-2', 'EVENTS-4')
    .by(async (t) => {
      const inbox = await t.inbox()
      const labels = await buyRates(t, (await t.setup.rates()).slice(0, maxRates))
      await expectEventOfEachLabel(t, inbox, labels)
      await expectNoOtherEvents(t, inbox, labels)
    }),
  rule('HOOK-030', 'The purchase of a live label of each quoted carrier sends one event.')
    .with({ needs: [...ownInboxNeeds, 'control:wallet'] })
    .judges('EVENTS-2', 'EVENTS-4')
    .by(async (t) => {
      await fillWallet(t)
      const inbox = await t.inbox()
      const labels = await buyRates(t, await requestCheapestOfEachCarrier(t, 'live'), 'live')
      await expectEventOfEachLabel(t, inbox, labels)
      await expectNoOtherEvents(t, inbox, labels)
    }),
]
