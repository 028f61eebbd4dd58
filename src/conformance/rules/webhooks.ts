import { createHmac } from 'node:crypto'
import { expectThat } from '../expect.ts'
import { type Fields, fieldsOf, readTimestamp } from '../fields.ts'
import type { Arrival } from '../inbox.ts'
import type { Rule, RuleId } from '../rule.ts'
import type { RuleContext, RuleInbox } from '../rule-context.ts'
import type { BoughtLabel } from '../setup.ts'
import { active } from './active.ts'

const section = 'Events'
const requests = { createRates: 1, buyLabel: 1 } as const

/** Buys a label and waits for its event; throws where none comes. */
export async function firstDelivery(
  t: RuleContext,
  inbox: RuleInbox,
  key: 'test' | 'live' = 'test',
): Promise<{ readonly label: BoughtLabel; readonly delivery: Arrival }> {
  const label = await t.setup.label({ key })
  const [delivery] = await inbox.waitFor(label.id)
  expectThat(delivery !== undefined, {
    expected: `an event for ${label.id} at ${inbox.url}`,
    actual: `none, of ${inbox.all().length} that came`,
    answer: label.answer,
  })
  return { label, delivery }
}

/** A rule about the payload of one event. */
function everyEvent(
  id: RuleId,
  title: string,
  judge: (event: Fields, delivered: { readonly label: BoughtLabel; readonly delivery: Arrival }) => void,
): Rule {
  return active({
    id,
    title,
    section,
    endpoint: null,
    basis: 'table',
    sends: 'A purchase, whose event is looked at.',
    needs: ['key:test', 'inbox'],
    requests,
    run: async (t) => {
      const delivered = await firstDelivery(t, await t.inbox())
      judge(fieldsOf(delivered.delivery.json, 'the event'), delivered)
    },
  })
}

const same = (actual: unknown, expected: unknown): void =>
  expectThat(actual === expected, { expected: JSON.stringify(expected), actual })

export const webhookRules: readonly Rule[] = [
  active({
    id: 'HOOK-001',
    title: 'A label bought with a test key is followed by its event.',
    section,
    endpoint: 'POST /v1/labels',
    sends: 'A purchase with the test key.',
    needs: ['key:test', 'inbox'],
    requests,
    run: async (t) => {
      await firstDelivery(t, await t.inbox())
    },
  }),
  active({
    id: 'HOOK-002',
    title: 'A label bought with a live key is followed by its event.',
    section,
    endpoint: 'POST /v1/labels',
    sends: 'A purchase with the live key.',
    needs: ['key:live', 'inbox', 'spend'],
    charges: 1,
    requests,
    run: async (t) => {
      await firstDelivery(t, await t.inbox(), 'live')
    },
  }),
  everyEvent('HOOK-003', 'An event comes by POST, as JSON.', (event, { delivery }) => {
    same(delivery.method, 'POST')
    expectThat(Object.keys(event.value).length > 0, { expected: 'a JSON object', actual: event.value })
  }),
  everyEvent('HOOK-004', 'The event is named label.created.', (event) =>
    same(event.raw('event'), 'label.created'),
  ),
  everyEvent('HOOK-005', 'The event has the id of the label in data.id.', (event, { label }) =>
    same(event.object('data').raw('id'), label.id),
  ),
  everyEvent('HOOK-006', "The event has the label's carrier in data.carrier.", (event, { label }) =>
    same(event.object('data').raw('carrier'), label.fields.raw('carrier')),
  ),
  everyEvent('HOOK-007', "The event has the label's service in data.service.", (event, { label }) =>
    same(event.object('data').raw('service'), label.fields.raw('service')),
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
    'The label_url of an event is the download of the label under /v1/labels/.',
    (event, { label }) => {
      const url = event.object('data').text('label_url')
      const path = URL.canParse(url) ? decodeURIComponent(new URL(url).pathname) : ''
      expectThat(path.endsWith(`/v1/labels/${label.id}/download`), {
        expected: `…/v1/labels/${label.id}/download`,
        actual: url,
      })
    },
  ),
  everyEvent('HOOK-011', 'The event says when the label was created, as an ISO 8601 timestamp.', (event) => {
    event.object('data').timestamp('created_at')
  }),
  everyEvent('HOOK-012', 'The event says when it was delivered, as an ISO 8601 timestamp.', (event) => {
    event.timestamp('timestamp')
  }),
  everyEvent(
    'HOOK-013',
    'The event and the label agree on when the label was created.',
    (event, { label }) => {
      const told = event.object('data').timestamp('created_at')
      const own = readTimestamp(label.fields.raw('created_at'))
      // Two forms of an instant may differ in how fine they are.
      expectThat(own === undefined || Math.abs(own - told) <= 1_000, {
        expected: String(label.fields.raw('created_at')),
        actual: event.object('data').raw('created_at'),
      })
    },
  ),
  everyEvent('HOOK-014', 'An event is not stamped before its label was created.', (event) => {
    const created = event.object('data').timestamp('created_at')
    const stamped = event.timestamp('timestamp')
    expectThat(stamped >= created - 1_000, { expected: `from ${created} on`, actual: stamped })
  }),
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
    id: 'HOOK-017',
    title: 'One purchase has one event.',
    section,
    endpoint: null,
    sends: 'A purchase, and what comes in the ten minutes after it.',
    needs: ['control:webhook', 'control:clock', 'inbox'],
    requests,
    run: async (t) => {
      const inbox = await t.inbox()
      const { label } = await firstDelivery(t, inbox)
      await t.passTime(600_000)
      const bodies = new Set(inbox.all().map(({ body }) => body.toString('utf8')))
      const about = new Set(inbox.all().map(({ labelId }) => labelId))
      // The same delivery may come twice; another one may not.
      const events = [...bodies]
        .map((body) => JSON.parse(body))
        .map(({ event, data }) => [event, data?.id].join())
      expectThat(about.size === 1 && about.has(label.id) && new Set(events).size === 1, {
        expected: `one event, for ${label.id}`,
        actual: [...bodies],
      })
    },
  }),
  active({
    id: 'HOOK-018',
    title: 'Nothing but a purchase sends an event.',
    section,
    endpoint: null,
    sends: 'Rates, an address, a void, a tracker and a batch, and what comes in the ten minutes after them.',
    needs: ['control:webhook', 'control:clock', 'inbox'],
    requests: {
      ...requests,
      createRates: 2,
      validateAddress: 1,
      voidLabel: 1,
      registerTracker: 1,
      createBatch: 1,
    },
    run: async (t) => {
      const inbox = await t.inbox()
      const { label } = await firstDelivery(t, inbox)
      await t.call('validateAddress', { body: t.profile.addresses.commercial })
      await t.call('registerTracker', {
        body: { tracking_number: label.trackingNumber, carrier: label.carrier },
      })
      await t.call('voidLabel', { id: label.id })
      await t.setup.batch()
      await t.passTime(600_000)
      const others = inbox
        .all()
        .filter(({ labelId, json }) => labelId !== label.id || Object(json)['event'] !== 'label.created')
      expectThat(others.length === 0, {
        expected: 'no other event',
        actual: others.map(({ json }) => json),
      })
    },
  }),
  active({
    id: 'HOOK-019',
    title: 'A purchase that is refused has no event.',
    section,
    endpoint: null,
    basis: 'derived',
    sends: 'A purchase, one that is refused, and what comes in the ten minutes after it.',
    needs: ['control:webhook', 'control:clock', 'inbox'],
    requests: { createRates: 2, buyLabel: 2 },
    run: async (t) => {
      const inbox = await t.inbox()
      const { label } = await firstDelivery(t, inbox)
      const rate = await t.setup.rate({ to: t.profile.addresses.undeliverable })
      const answer = await t.call('buyLabel', { body: { rate_id: rate.id } })
      await t.setup.of('The refusal', async () =>
        expectThat(answer.status === 422, { expected: '422', actual: answer.status }),
      )
      await t.passTime(600_000)
      const others = inbox.all().filter(({ labelId }) => labelId !== label.id)
      expectThat(others.length === 0, {
        expected: 'no event',
        actual: others.map(({ json }) => json),
        answer,
      })
    },
  }),
  active({
    id: 'HOOK-020',
    title: 'Setting the URL of a webhook issues a signing secret.',
    section,
    endpoint: null,
    sends: 'Nothing to the service; the URL is set by the control protocol.',
    needs: ['control:webhook', 'inbox'],
    requests,
    run: async (t) => {
      const inbox = await t.inbox()
      const { delivery } = await firstDelivery(t, inbox)
      // A secret is one only where signatures depend on it.
      expectThat((inbox.secret ?? '').length >= 16, {
        expected: 'a secret of some length',
        actual: 'a short one',
      })
      expectThat(signatureOf(delivery.body, `${inbox.secret}x`) !== delivery.headers['pr-signature'], {
        expected: 'a signature that depends on the secret',
        actual: 'one that does not',
      })
      expectSigned(delivery, inbox.secret ?? '')
    },
  }),
]

export function signatureOf(body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

export function expectSigned(delivery: Arrival, secret: string): void {
  const expected = signatureOf(delivery.body, secret)
  expectThat(delivery.headers['pr-signature'] === expected, {
    expected: `the HMAC of the ${delivery.body.length} bytes that came`,
    actual: delivery.headers['pr-signature'] === undefined ? 'no signature' : 'another signature',
  })
}
