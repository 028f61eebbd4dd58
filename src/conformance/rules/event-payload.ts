import type { ActiveRule, Rule, RuleId } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import type { BoughtLabel } from '../setup.ts'
import type { Arrival } from '../target/inbox.ts'
import { expectThat } from '../wire/expect.ts'
import { type Fields, fieldsOf } from '../wire/fields.ts'
import { active } from './active.ts'
import { expectSigned } from './event-signature.ts'
import { firstDelivery } from './first-delivery.ts'

const section = 'Events'
const requests = { createRates: 1, buyLabel: 1 } as const

/** An event that came, and the purchase behind it. */
interface Delivered {
  readonly label: BoughtLabel
  readonly delivery: Arrival
}

/** A rule about the payload of one event. */
export function everyEvent(
  id: RuleId,
  title: string,
  judge: (event: Fields, delivered: Delivered, t: RuleContext) => void | Promise<void>,
  more: ActiveRule['requests'] = {},
): Rule {
  return active({
    id,
    title,
    section,
    endpoint: null,
    basis: 'table',
    sends: 'A purchase, whose event is looked at.',
    needs: ['key:test', 'inbox'],
    requests: { ...requests, ...more },
    run: async (t) => {
      const delivered = await firstDelivery(t, await t.inbox())
      await judge(fieldsOf(delivered.delivery.json, 'the event'), delivered, t)
    },
  })
}

const same = (actual: unknown, expected: unknown): void =>
  expectThat(actual === expected, { expected: JSON.stringify(expected), actual })

/** The service may call itself otherwise than we do: by the address that its labels have. */
function basesOf(t: RuleContext, { labelUrl }: BoughtLabel): readonly string[] {
  const [own] = labelUrl.split('/v1/')
  return own === undefined || own === labelUrl ? [t.baseUrl] : [...new Set([t.baseUrl, own])]
}

/** An id may be escaped in a path. */
const downloadsOf = (t: RuleContext, label: BoughtLabel): readonly string[] =>
  basesOf(t, label).flatMap((base) => [
    ...new Set([label.id, encodeURIComponent(label.id)].map((id) => `${base}/v1/labels/${id}/download`)),
  ])

export const eventPayloadRules: readonly Rule[] = [
  everyEvent('HOOK-003', 'An event comes as a JSON object.', (event, { delivery }, t) => {
    expectThat(Object.keys(event.value).length > 0, { expected: 'a JSON object', actual: event.value })
    t.observe('method of a webhook delivery', delivery.method)
  }),
  everyEvent('HOOK-004', 'The event is named label.created.', (event) =>
    same(event.raw('event'), 'label.created'),
  ),
  everyEvent('HOOK-005', 'The event has the id of the label in data.id.', (event, { label }) =>
    same(event.object('data').raw('id'), label.id),
  ),
  everyEvent('HOOK-006', "The event has the label's carrier in data.carrier.", (event, { label }) =>
    same(event.object('data').text('carrier'), label.carrier),
  ),
  everyEvent('HOOK-007', "The event has the label's service in data.service.", (event, { label }) =>
    same(event.object('data').text('service'), label.fields.raw('service')),
  ),
  everyEvent(
    'HOOK-008',
    "The event has the label's tracking number in data.tracking_number.",
    (event, { label }) => same(event.object('data').raw('tracking_number'), label.trackingNumber),
  ),
  everyEvent(
    'HOOK-009',
    "The event has the label's price in whole cents in data.rate_cents.",
    (event, { label }) => same(event.object('data').integer('rate_cents'), label.fields.raw('rate_cents')),
  ),
  everyEvent(
    'HOOK-010',
    'The label_url of an event of the sandbox is the download of the label, or a sample of the sandbox.',
    (event, { label }, t) => {
      const url = event.object('data').text('label_url')
      const downloads = downloadsOf(t, label)
      // Of the two places where it may lie the one is stated for events, the other for all labels of the sandbox.
      const samples = basesOf(t, label).map((base) => `${base}/v1/sandbox/labels/`)
      expectThat(downloads.includes(url) || samples.some((place) => url.startsWith(place) && url !== place), {
        expected: [...downloads, ...samples.map((place) => `${place}…`)].join(' or '),
        actual: url,
      })
    },
  ),
  everyEvent(
    'HOOK-015',
    'PR-Signature is sha256= and 64 lower-case hexadecimal digits.',
    (_, { delivery }) => {
      const signature = delivery.headers['pr-signature'] ?? 'no such header'
      expectThat(/^sha256=[0-9a-f]{64}$/.test(signature), {
        expected: 'sha256= and 64 lower-case hexadecimal digits',
        actual: signature.replace(/[0-9a-f]{48,}/i, '…'),
      })
    },
  ),
  active({
    id: 'HOOK-016',
    title: 'PR-Signature is the HMAC-SHA256 of the bytes of the payload, keyed with the signing secret.',
    section,
    endpoint: null,
    sends: 'A purchase, whose event is verified.',
    needs: ['key:test', 'inbox', 'secret'],
    requests,
    run: async (t) => {
      const inbox = await t.inbox()
      const { delivery } = await firstDelivery(t, inbox)
      expectSigned(delivery, inbox.secret ?? '')
    },
  }),
  active({
    id: 'HOOK-021',
    title: 'The label_url of the event of a live label is its download under /v1/labels/.',
    section,
    endpoint: null,
    basis: 'table',
    sends: 'A live purchase, whose event is looked at.',
    needs: ['key:live', 'inbox', 'spend'],
    charges: 1,
    requests,
    run: async (t) => {
      const { label, delivery } = await firstDelivery(t, await t.inbox(), 'live')
      const url = fieldsOf(delivery.json, 'the event').object('data').text('label_url')
      const downloads = downloadsOf(t, label)
      expectThat(downloads.includes(url), { expected: downloads.join(' or '), actual: url })
    },
  }),
]
