import { expectThat } from '../../http/expect.ts'
import { type Fields, fieldsOf } from '../../http/fields.ts'
import { showField, showValue } from '../../http/show.ts'
import type { ActiveRule, Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged } from '../../section.ts'
import type { BoughtLabel } from '../../setup/prerequisites.ts'
import type { Arrival } from '../../target/arrival.ts'
import { expectWholeNumberPrice } from '../support/label-fields.ts'
import { rule } from '../support/rules-on.ts'
import { expectSignatureForm, expectSignatureOfBody } from './event-signature.ts'
import { buyAndAwaitDelivery } from './first-delivery.ts'

const requests = { createRates: 1, buyLabel: 1 } as const

/** A received webhook event, and the label from its purchase. */
interface ReceivedEvent {
  readonly label: BoughtLabel
  readonly delivery: Arrival
}

/** Creates a rule about the payload of a webhook event. */
export function makeEventRule(
  id: RuleId,
  judges: Judged,
  title: string,
  judge: (event: Fields, delivered: ReceivedEvent, t: RuleContext) => void | Promise<void>,
  more: ActiveRule['requests'] = {},
): Rule {
  return rule(id, title)
    .with({ needs: ['key:test', 'inbox'], requests: { ...requests, ...more } })
    .judges(...judges)
    .by(async (t) => {
      const delivered = await buyAndAwaitDelivery(t, await t.inbox())
      await judge(fieldsOf(delivered.delivery.json, 'the event'), delivered, t)
    })
}

/** Checks that a value of a webhook event is the expected one. Throws RuleBroken. */
const expectEventValue = (name: string, actual: unknown, expected: unknown): void =>
  expectThat(actual === expected, {
    expected: `${name} ${JSON.stringify(expected)}`,
    actual: showField(name, actual),
  })

/** Checks that a webhook event has the name `label.created`. Throws RuleBroken. */
export const expectEventName = (event: Fields): void =>
  expectEventValue('event', event.raw('event'), 'label.created')

/** For each field in `data` of a webhook event: the id of its rule, the statements, the title, and the function that checks the field. */
export const labelFieldRules: readonly (readonly [
  RuleId,
  Judged,
  string,
  (data: Fields, label: BoughtLabel) => void,
])[] = [
  [
    'HOOK-005',
    ['EVENTS-10'],
    'The event has the id of the label in data.id.',
    (data, label) => expectEventValue('data.id', data.raw('id'), label.id),
  ],
  [
    'HOOK-006',
    ['EVENTS-13'],
    "The event has the label's carrier in data.carrier.",
    (data, label) => expectEventValue('data.carrier', data.text('carrier'), label.carrier),
  ],
  [
    'HOOK-007',
    ['EVENTS-14'],
    "The event has the label's service in data.service.",
    (data, label) => expectEventValue('data.service', data.text('service'), label.fields.raw('service')),
  ],
  [
    'HOOK-008',
    ['EVENTS-15'],
    "The event has the label's tracking number in data.tracking_number.",
    (data, label) =>
      expectEventValue('data.tracking_number', data.raw('tracking_number'), label.trackingNumber),
  ],
  [
    'HOOK-009',
    ['EVENTS-16'],
    "The event has the label's price in whole cents in data.rate_cents.",
    (data, label) => {
      const price = data.integer('rate_cents')
      expectWholeNumberPrice(label.fields)
      expectEventValue('data.rate_cents', price, label.fields.raw('rate_cents'))
    },
  ],
]

/**
 * Returns the base URLs that a link in a webhook event may have: the base URL of the run, and that of the label's
 * `label_url`, as the service may use another host name for itself.
 */
function listBaseUrls(t: RuleContext, { labelUrl }: BoughtLabel): readonly string[] {
  const [own] = labelUrl.split('/v1/')
  return own === undefined || own === labelUrl ? [t.baseUrl] : [...new Set([t.baseUrl, own])]
}

/** Returns the URLs that the download of a label may have, as the id may be percent-encoded in the path. */
export const listDownloadUrls = (t: RuleContext, label: BoughtLabel): readonly string[] =>
  listBaseUrls(t, label).flatMap((base) => [
    ...new Set([label.id, encodeURIComponent(label.id)].map((id) => `${base}/v1/labels/${id}/download`)),
  ])

export const eventPayloadRules: readonly Rule[] = [
  makeEventRule(
    'HOOK-003',
    ['EVENTS-8'],
    'The body of an event is a JSON object.',
    (event, { delivery }, t) => {
      expectThat(Object.keys(event.value).length > 0, {
        expected: 'a JSON object that is not empty',
        actual: showValue(event.value),
      })
      t.observe('method of a webhook delivery', delivery.method)
    },
  ),
  makeEventRule(
    'HOOK-004',
    ['EVENTS-1', 'SERVICE-19', 'EVENTS-9'],
    'The event is named label.created.',
    (event) => expectEventName(event),
  ),
  ...labelFieldRules.map(([id, judges, title, expectField]) =>
    makeEventRule(id, judges, title, (event, { label }) => expectField(event.object('data'), label)),
  ),
  makeEventRule(
    'HOOK-010',
    ['EVENTS-17'],
    'The label_url in the event of a sandbox label is the download of the label, or a sandbox sample.',
    (event, { label }, t) => {
      const url = event.object('data').text('label_url')
      const downloads = listDownloadUrls(t, label)
      // Both URLs are right: the specification states one for webhook events, the other for all sandbox labels (choices 33).
      const samples = listBaseUrls(t, label).map((base) => `${base}/v1/sandbox/labels/`)
      expectThat(downloads.includes(url) || samples.some((place) => url.startsWith(place) && url !== place), {
        expected: `label_url ${[...downloads, ...samples.map((place) => `${place}…`)].join(' or ')}`,
        actual: `label_url ${url}`,
      })
    },
  ),
  makeEventRule(
    'HOOK-015',
    ['EVENTS-22', 'EVENTS-23'],
    'PR-Signature consists of sha256= and 64 lower-case hexadecimal digits.',
    (_, { delivery }) => expectSignatureForm(delivery),
  ),
  rule('HOOK-016', 'PR-Signature is the HMAC-SHA256 of the bytes of the body, keyed with the signing secret.')
    .with({ finds: 'wrong-signature', needs: ['key:test', 'inbox', 'secret'] })
    .judges('EVENTS-24', 'AUTHENTICATION-15', 'EVENTS-25')
    .by(async (t) => {
      const inbox = await t.inbox()
      const { delivery } = await buyAndAwaitDelivery(t, inbox)
      expectSignatureOfBody(delivery, inbox.secret ?? '')
    }),
]
