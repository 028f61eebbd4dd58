import type { Rule } from '../../rule.ts'
import type { RuleContext, RuleInbox } from '../../rule-context.ts'
import type { BoughtLabel, QuotedRate } from '../../setup.ts'
import { minutes } from '../../target/need.ts'
import { expectResource, expectTaken, expectThat } from '../../wire/expect.ts'
import { fieldsOf, isObject } from '../../wire/fields.ts'
import { named } from '../../wire/show.ts'
import { downloadOf, expectPdf } from '../downloads/downloads.ts'
import { active } from '../support/active.ts'
import { expectBalance, fillWallet, ownMoney } from '../support/own-money.ts'
import { voidLabel } from '../voids/voids.ts'
import { told } from '../webhooks/event-payload.ts'
import { deliveryOf } from '../webhooks/first-delivery.ts'
import { expectAsBought, expectOfRate } from './labels.ts'

const buying = 'POST /v1/labels'
const ownInbox = ['control:accounts', 'control:webhook', 'control:clock', 'inbox'] as const

/** The carriers that a quote is bought of: four are supported. */
const mostCarriers = 4
/** What is bought of a quote whose every rate is. */
const mostRates = 20

/** The cheapest rate of each carrier that quotes: a service may treat one of them otherwise than the rest. */
async function ratesOfEach(t: RuleContext, key: 'test' | 'live' = 'test'): Promise<readonly QuotedRate[]> {
  return cheapestOfEach(await t.setup.rates({ key }))
}

function cheapestOfEach(quoted: readonly QuotedRate[]): readonly QuotedRate[] {
  const rates = [...quoted].sort((a, b) => a.rateCents - b.rateCents)
  const carriers = [...new Set(rates.map(({ carrier }) => carrier))].slice(0, mostCarriers)
  return carriers.flatMap((carrier) => rates.find((each) => each.carrier === carrier) ?? [])
}

/** Buys these rates one after the other. */
async function buyEach(
  t: RuleContext,
  rates: readonly QuotedRate[],
  key: 'test' | 'live' = 'test',
): Promise<readonly BoughtLabel[]> {
  const labels: BoughtLabel[] = []
  for (const rate of rates) labels.push(await t.setup.labelOf(rate, { key }))
  return labels
}

/** Each label has its event, which tells of it and of no other. */
async function expectEventOfEach(
  t: RuleContext,
  inbox: RuleInbox,
  labels: readonly BoughtLabel[],
): Promise<void> {
  for (const label of labels) {
    const { json } = await deliveryOf(t, inbox, label)
    const data = fieldsOf(json, 'the event').object('data')
    for (const [, , expectTold] of told) expectTold(data, label)
  }
}

/** In the ten minutes after, nothing comes but one event for each of the labels. */
async function expectNoOther(
  t: RuleContext,
  inbox: RuleInbox,
  labels: readonly BoughtLabel[],
): Promise<void> {
  await t.passTime(minutes(10))
  const own = new Set(labels.map(({ id }) => `label.created of ${id}`))
  // The same delivery may come twice; another event may not.
  const others = inbox
    .all()
    .map(({ json, labelId }) => `${isObject(json) ? json['event'] : 'no event'} of ${labelId}`)
    .filter((each) => !own.has(each))
  expectThat(others.length === 0, {
    expected: `${labels.length} events, label.created of each label that was bought`,
    actual: `also ${[...new Set(others)].join(', ')}`,
  })
}

/** What holds for the cheapest rate holds for the label of every carrier. */
export const eachCarrierRules: readonly Rule[] = [
  active({
    id: 'LABEL-016',
    title:
      'A sandbox label of each carrier that quotes is of its rate, simulated, and reads as it was bought.',
    section: 'Resources and their fields',
    endpoint: buying,
    basis: 'derived',
    sends: 'A purchase of one rate of each carrier in a quote, and the labels read.',
    requests: { createRates: 1, buyLabel: mostCarriers, getLabel: mostCarriers },
    run: async (t) => {
      for (const rate of await ratesOfEach(t)) {
        const answer = await t.call('buyLabel', { body: { rate_id: rate.id } })
        const label = expectResource(answer, 'label')
        expectOfRate(label, { rate, answer, mayBeFree: true })
        expectThat(label.raw('sandbox') === true, {
          expected: `sandbox true on a label of ${rate.carrier}`,
          actual: named('sandbox', label.raw('sandbox')),
          answer,
        })
        label.text('tracking_number', { pattern: /^9999/, described: 'a text that begins with 9999' })
        expectAsBought(label, await t.call('getLabel', { id: label.text('id') }))
      }
    },
  }),
  active({
    id: 'PDF-007',
    title: 'The PDF of a label of each carrier that quotes is served at its download.',
    section: 'Endpoints',
    endpoint: 'GET /v1/labels/{id}/download',
    basis: 'derived',
    sends: 'A purchase of one rate of each carrier in a quote, and the downloads of their labels.',
    requests: { createRates: 1, buyLabel: mostCarriers, other: mostCarriers },
    run: async (t) => {
      for (const rate of await ratesOfEach(t)) {
        const { id } = await t.setup.labelOf(rate)
        expectPdf(t, await t.send({ method: 'GET', path: downloadOf(id), key: 'test' }))
      }
    },
  }),
  active({
    id: 'VOID-008',
    title: 'A label of each carrier that quotes can be voided.',
    section: 'States and transitions',
    endpoint: 'DELETE /v1/labels/{id}',
    basis: 'derived',
    sends: 'A purchase of one rate of each carrier in a quote, and the voids of their labels.',
    requests: { createRates: 1, buyLabel: mostCarriers, voidLabel: mostCarriers },
    run: async (t) => {
      for (const rate of await ratesOfEach(t))
        expectTaken(await voidLabel(t, (await t.setup.labelOf(rate)).id))
    },
  }),
  active({
    id: 'WALLET-012',
    title: 'A live label of each carrier that quotes is taken from the wallet at the price of its rate.',
    section: 'States and transitions',
    endpoint: buying,
    basis: 'derived',
    sends: 'A live purchase of one rate of each carrier in a quote, and the wallet after each.',
    needs: ownMoney,
    requests: { createRates: 1, buyLabel: mostCarriers },
    run: async (t) => {
      let due = await fillWallet(t)
      for (const rate of await ratesOfEach(t, 'live')) {
        const answer = await t.call('buyLabel', { body: { rate_id: rate.id }, key: 'live' })
        const label = expectResource(answer, 'label')
        expectOfRate(label, { rate, answer })
        due -= rate.rateCents
        await expectBalance(t, due, answer)
        const left = label.integer('wallet_balance_after_cents')
        expectThat(left === due, {
          expected: `wallet_balance_after_cents ${due} after a label of ${rate.carrier}`,
          actual: `wallet_balance_after_cents ${left}`,
          answer,
        })
      }
    },
  }),
]

/** Events of labels that are not the cheapest. */
export const eachEventRules: readonly Rule[] = [
  active({
    id: 'HOOK-028',
    title: 'A label of each carrier that quotes is followed by its event.',
    section: 'Events',
    endpoint: buying,
    basis: 'derived',
    sends: 'A purchase of one rate of each carrier in a quote, and of the dearest.',
    needs: ['key:test', 'inbox'],
    requests: { createRates: 1, buyLabel: mostCarriers + 1 },
    run: async (t) => {
      const inbox = await t.inbox()
      const rates = await t.setup.rates()
      const dearest = rates.reduce((most, each) => (each.rateCents > most.rateCents ? each : most))
      const labels = await buyEach(t, [...new Set([...cheapestOfEach(rates), dearest])])
      for (const label of labels) await deliveryOf(t, inbox, label)
    },
  }),
  active({
    id: 'HOOK-029',
    title: 'Each label of a quote has one event, whatever its carrier and its service.',
    section: 'Events',
    endpoint: null,
    basis: 'derived',
    sends: 'A purchase of every rate of a quote, and what comes in the ten minutes after them.',
    needs: ownInbox,
    requests: { createRates: 1, buyLabel: mostRates },
    run: async (t) => {
      const inbox = await t.inbox()
      const labels = await buyEach(t, (await t.setup.rates()).slice(0, mostRates))
      await expectEventOfEach(t, inbox, labels)
      await expectNoOther(t, inbox, labels)
    },
  }),
  active({
    id: 'HOOK-030',
    title: 'A live label of each carrier that quotes has one event.',
    section: 'Events',
    endpoint: null,
    basis: 'derived',
    sends:
      'A live purchase of one rate of each carrier in a quote, and what comes in the ten minutes after them.',
    needs: [...ownInbox, 'control:wallet'],
    requests: { createRates: 1, buyLabel: mostCarriers },
    run: async (t) => {
      await fillWallet(t)
      const inbox = await t.inbox()
      const labels = await buyEach(t, await ratesOfEach(t, 'live'), 'live')
      await expectEventOfEach(t, inbox, labels)
      await expectNoOther(t, inbox, labels)
    },
  }),
]
