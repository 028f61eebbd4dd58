import { createHmac } from 'node:crypto'
import { changeSuccesses, errorOf, type Json } from '../../../../variations/json-responses.ts'
import {
  headerOf,
  jsonOf,
  type WireDelivery,
  type WireRequest,
  type WireResponse,
  withHeader,
  withSignedBody,
} from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { buildMutant, createMutantBuilder } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { SecretOwners } from '../../../proof/stateful/held-events.ts'
import { buildStatefulMutant } from '../../../proof/stateful/stateful.ts'
import type { RuleId } from '../../../rule.ts'

/** Creates the alteration of a deliberately broken service that changes the payload of webhook events and signs them again. */
export function changeEventPayload(change: (event: Json, data: Json) => Json | undefined): Alteration {
  return {
    webhook: (delivery) => {
      const json = jsonOf(delivery)
      if (!isObject(json)) return undefined
      const data = isObject(json['data']) ? { ...json['data'] } : {}
      const changed = change({ ...json }, data)
      return changed === undefined
        ? undefined
        : [withSignedBody(delivery, Buffer.from(JSON.stringify(changed)))]
    },
  }
}

const buildEventMutant = createMutantBuilder(changeEventPayload)

const changeEventData = (change: (data: Json) => Json): Alteration =>
  changeEventPayload((event, old) => ({ ...event, data: change(old) }))

const buildEventDataMutant = createMutantBuilder(changeEventData)

/** The fields in `data` of an event, with the rule about each and a wrong value. */
const dataFields: readonly (readonly [string, RuleId, unknown])[] = [
  ['carrier', 'HOOK-006', 'Pigeon'],
  ['service', 'HOOK-007', 'Other'],
  ['tracking_number', 'HOOK-008', '1'],
  ['rate_cents', 'HOOK-009', '1234'],
  ['label_url', 'HOOK-010', 'https://example.com/label.pdf'],
  ['created_at', 'HOOK-011', 1_893_456_000],
]

/** Creates mutants (broken services) that send another PR-Signature, or none if the function returns undefined. */
const buildSignatureMutant = createMutantBuilder(
  (change: (delivery: WireDelivery, signature: string) => string | undefined): Alteration => ({
    webhook: (delivery) => [
      withHeader(delivery, 'pr-signature', change(delivery, headerOf(delivery, 'pr-signature') ?? '')),
    ],
  }),
)

const computeHmac = (body: Buffer | string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Returns true if a response refuses the purchase of a label. */
export const isRefusedPurchase = (response: WireResponse, request: WireRequest): boolean =>
  request.operation === 'buyLabel' && errorOf(response) !== undefined

/**
 * Creates the alteration of a deliberately broken service that sends a webhook event about the label `id` after
 * responses for which `when` is true.
 */
export const emitWrongEvent = (
  event: string,
  id: string,
  when: (response: WireResponse, request: WireRequest) => boolean,
): Alteration => ({
  response: async (response, request, wire) => {
    if (!when(response, request)) return undefined
    const sent = { event, data: { id }, timestamp: new Date(0).toISOString() }
    await wire.emit(wire.accountOf(request), sent)
    return response
  },
})

export const webhookMutants: readonly Mutant[] = [
  buildMutant('no-webhooks', 'No event is ever sent.')
    .kills('HOOK-001', 'HOOK-002')
    .by({ webhook: () => [] }),
  buildMutant('no-live-webhooks', 'No events are sent for live purchases.')
    .kills('HOOK-002')
    .by({ webhook: (delivery) => (delivery.body.includes('"tracking_number":"9999') ? undefined : []) }),
  buildStatefulMutant(
    'no-event-for-rate-sold-before',
    'If a rate is bought twice, no event is sent for the second label.',
  )
    .kills('HOOK-032')
    .by(() => {
      const secretOwners = new SecretOwners()
      const sold = new Set<unknown>()
      const silent = new Set<string>()
      return {
        controlled: (request, response) => secretOwners.noteSecret(request, response),
        before: ({ operation, asked, account }) => {
          if (operation === 'buyLabel' && sold.has(asked['rate_id'])) silent.add(account)
          return undefined
        },
        after: ({ operation, asked, isGood }) => {
          if (operation === 'buyLabel' && isGood) sold.add(asked['rate_id'])
          return undefined
        },
        webhook: (delivery) => (silent.delete(secretOwners.findAccount(delivery)) ? [] : undefined),
      }
    }),
  buildMutant('form-encoded', 'Events are sent as form data.')
    .kills('HOOK-003')
    .by({
      webhook: (delivery) => {
        const body = Buffer.from(`payload=${encodeURIComponent(delivery.body.toString('utf8'))}`)
        return [withSignedBody(delivery, body)]
      },
    }),
  buildEventMutant('event-renamed', 'The event is named label_created.')
    .kills('HOOK-004')
    .by((event) => ({ ...event, event: 'label_created' })),
  buildEventMutant('event-unnamed', 'The event has no name.')
    .kills('HOOK-004')
    .by(({ event: _, ...rest }) => rest),
  buildEventMutant('event-flat', 'The event has the fields of the label outside of data.')
    .kills('HOOK-006', 'HOOK-008')
    .by((event, old) => ({ ...event, ...old, data: { id: old['id'] } })),
  buildEventDataMutant('event-with-other-id', 'The event has the tracking number in data.id.')
    .kills('HOOK-005', 'HOOK-001')
    .by((old) => ({ ...old, id: old['tracking_number'] })),
  ...dataFields.flatMap(([field, rule, wrong]) => [
    buildEventDataMutant(`event-without-${field.replaceAll('_', '-')}`, `The event has no data.${field}.`)
      .kills(rule)
      .by(({ [field]: _, ...rest }) => rest),
    buildEventDataMutant(
      `event-with-wrong-${field.replaceAll('_', '-')}`,
      `In events, data.${field} is ${JSON.stringify(wrong)}.`,
    )
      .kills(rule)
      .by((old) => ({ ...old, [field]: wrong })),
  ]),
  buildEventDataMutant(
    'event-sandbox-url',
    'The event of a live label has the label_url of a sandbox sample.',
  )
    .kills('HOOK-021')
    .by((old) => ({
      ...old,
      label_url: String(old['label_url'])
        .replace('/labels/', '/sandbox/labels/')
        .replace('/download', '.pdf'),
    })),
  buildEventDataMutant(
    'event-url-elsewhere',
    'The label_url in an event has the correct path but another host.',
  )
    .kills('HOOK-010', 'HOOK-021')
    .by((old) => ({ ...old, label_url: `https://elsewhere.example/other/v1/labels/${old['id']}/download` })),
  buildMutant('service-nowhere', 'Neither the label nor its event names the service of the carrier.')
    .kills('HOOK-007')
    .by({
      ...changeSuccesses('buyLabel', ({ service: _, ...rest }) => rest),
      ...changeEventData(({ service: _, ...rest }) => rest),
    }),
  buildEventMutant('event-without-timestamp', 'The event has no timestamp.')
    .kills('HOOK-012', 'HOOK-014')
    .by(({ timestamp: _, ...rest }) => rest),
  buildEventMutant('event-with-epoch', 'The timestamp of the event is a number of seconds since 1970.')
    .kills('HOOK-012')
    .by((event) => ({ ...event, timestamp: 1_893_456_000 })),
  buildEventDataMutant(
    'event-of-another-day',
    'The data.created_at of an event is on another day than the created_at of its label.',
  )
    .kills('HOOK-013')
    .by((old) => ({ ...old, created_at: '2001-01-01T00:00:00.000Z' })),
  buildEventMutant('event-from-the-past', 'The timestamp of the event is long before the label was created.')
    .kills('HOOK-014')
    .by((event) => ({ ...event, timestamp: '2001-01-01T00:00:00.000Z' })),
  buildEventMutant('event-from-the-future', 'The timestamp of the event is long after its delivery.')
    .kills('HOOK-014')
    .by((event) => ({ ...event, timestamp: '9999-01-01T00:00:00.000Z' })),
  buildMutant('created-in-1970', 'Labels have no created_at, and data.created_at is in 1970.')
    .kills('HOOK-024')
    .by({
      ...changeSuccesses('buyLabel', ({ created_at: _, ...rest }) => rest),
      ...changeEventData((old) => ({ ...old, created_at: '1970-01-01T00:00:00.000Z' })),
    }),
  buildSignatureMutant('unsigned', 'Events are not signed.')
    .kills('HOOK-015', 'HOOK-016')
    .by(() => undefined),
  buildSignatureMutant('signed-without-prefix', 'PR-Signature has no prefix sha256=.')
    .kills('HOOK-015', 'HOOK-016')
    .by((_, text) => text.replace('sha256=', '')),
  buildSignatureMutant('signed-with-sha1', 'PR-Signature is an HMAC-SHA1 instead of an HMAC-SHA256.')
    .kills('HOOK-015')
    .by(({ body, secret }) => `sha256=${createHmac('sha1', secret).update(body).digest('hex')}`),
  buildSignatureMutant('signed-with-other-secret', 'Events are signed with another secret.')
    .kills('HOOK-016', 'HOOK-020', 'HOOK-133')
    .by(({ body }) => computeHmac(body, 'another')),
  buildSignatureMutant('signed-other-bytes', 'PR-Signature is computed from other bytes than those sent.')
    .kills('HOOK-016')
    .by(({ body, secret }) =>
      computeHmac(JSON.stringify(JSON.parse(body.toString('utf8')), null, 2), secret),
    ),
  buildMutant('second-event', 'A purchase also sends an event label.purchased.')
    .kills('HOOK-017', 'HOOK-018')
    .by({
      webhook: (delivery) => {
        const json = jsonOf(delivery)
        if (!isObject(json)) return undefined
        return [
          delivery,
          withSignedBody(delivery, Buffer.from(JSON.stringify({ ...json, event: 'label.purchased' }))),
        ]
      },
    }),
  ...(
    [
      ['voidLabel', 'label.voided', 'x_1', 'HOOK-018'],
      ['createBatch', 'batch.created', 'x_1', 'HOOK-018'],
      ['buyBatch', 'batch.completed', 'bat_1', 'HOOK-022'],
    ] as const
  ).map(([operation, event, id, kills]) =>
    buildMutant(`event-on-${operation.toLowerCase()}`, `The service also sends an event ${event}.`)
      .kills(kills)
      .by(
        emitWrongEvent(event, id, ({ status }, request) => status < 300 && request.operation === operation),
      ),
  ),
  buildMutant('event-on-refresh', 'The service sends an event tracker.updated every four hours.')
    .kills('HOOK-022')
    .by({
      advanced: async (account, wire) => {
        if (wire.advancedMs(account) < 4 * 3_600_000) return false
        await wire.emit(account, { event: 'tracker.updated', data: { id: 'trk_1' } })
        return true
      },
    }),
  buildMutant('webhook-to-every-url', 'Events are sent to every webhook URL that was ever set.')
    .kills('HOOK-023')
    .by(() => {
      const urls: string[] = []
      return {
        controlRequest: (request) => {
          const json = jsonOf(request)
          if (request.path.endsWith('/webhook') && isObject(json)) urls.push(String(json['url']))
          return undefined
        },
        webhook: async (delivery) => {
          const { headers, body } = delivery
          for (const url of urls.slice(0, -1)) {
            await fetch(url, { method: 'POST', headers: { ...headers }, body: body.toString('utf8') })
          }
          return [delivery]
        },
      }
    }),
  buildMutant('event-for-refusal', 'A refused purchase sends an event.')
    .kills('HOOK-019')
    .by(emitWrongEvent('label.created', 'lbl_none', isRefusedPurchase)),
]
