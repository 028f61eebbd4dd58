import { createHmac } from 'node:crypto'
import { isObject } from '../../fields.ts'
import type { RuleId } from '../../rule.ts'
import type { Alteration, Mutant } from '../mutant.ts'
import { headerOf, jsonOf, type WireDelivery, withHeader, withJson, withSignedBody } from '../wire.ts'
import { answers, errorOf, type Json, mutant, successJson } from './builders.ts'

/** Changes the payload of events, signed again as it is then. */
function payload(change: (event: Json, data: Json) => Json | undefined): Alteration {
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

const data = (change: (data: Json) => Json): Alteration =>
  payload((event, old) => ({ ...event, data: change(old) }))

const dataFields: readonly (readonly [string, RuleId, unknown])[] = [
  ['carrier', 'HOOK-006', 'Pigeon'],
  ['service', 'HOOK-007', 'Other'],
  ['tracking_number', 'HOOK-008', '1'],
  ['rate_cents', 'HOOK-009', '1234'],
  ['label_url', 'HOOK-010', 'https://example.com/label.pdf'],
  ['created_at', 'HOOK-011', 1_893_456_000],
]

const signature = (
  id: string,
  deviation: string,
  kills: Mutant['kills'],
  change: (delivery: WireDelivery, signature: string) => string | undefined,
): Mutant =>
  mutant(id, deviation, kills, {
    webhook: (delivery) => [
      withHeader(delivery, 'pr-signature', change(delivery, headerOf(delivery, 'pr-signature') ?? '')),
    ],
  })

const hmac = (body: Buffer | string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

const labelOf = (delivery: WireDelivery): string => {
  const json = jsonOf(delivery)
  const inner = isObject(json) ? json['data'] : undefined
  return isObject(inner) ? String(inner['id']) : ''
}

/** Sends with the attempt before it what should come at its own time. */
function tooEarly(attempt: number, rule: RuleId, delay: string): Mutant {
  return {
    id: `attempt-${attempt}-too-early`,
    deviation: `Attempt ${attempt} comes together with the one before it, not ${delay} later.`,
    kills: [rule],
    open: () => {
      const counts = new Map<string, number>()
      return {
        webhook: (delivery) => {
          const count = (counts.get(labelOf(delivery)) ?? 0) + 1
          counts.set(labelOf(delivery), count)
          if (count === attempt - 1) return [delivery, delivery]
          return count === attempt ? [] : undefined
        },
      }
    },
  }
}

/** Lets the service believe that an attempt succeeded, so that it makes no further one. */
function givesUp(attempt: number, kills: Mutant['kills']): Mutant {
  return {
    id: `gives-up-after-${attempt}`,
    deviation: `After ${attempt} of five attempts there are no more.`,
    kills,
    open: () => {
      const counts = new Map<string, number>()
      return {
        reply: (_, delivery) => {
          const count = (counts.get(labelOf(delivery)) ?? 0) + 1
          counts.set(labelOf(delivery), count)
          return count === attempt ? 200 : undefined
        },
      }
    },
  }
}

const treating = (id: string, deviation: string, rule: RuleId, from: number, to: number): Mutant =>
  mutant(id, deviation, [rule], { reply: (status) => (status === from ? to : undefined) })

const deliveries = (change: (list: readonly Readonly<Json>[]) => readonly unknown[]): Alteration =>
  answers('listDeliveries', (json) => ({
    ...json,
    deliveries: change(Array.isArray(json['deliveries']) ? json['deliveries'].filter(isObject) : []),
  }))

const eachDelivery = (change: (entry: Json) => Json): Alteration =>
  deliveries((list) => list.map((entry) => change({ ...entry })))

export const webhookMutants: readonly Mutant[] = [
  mutant('no-webhooks', 'No event is ever sent.', ['HOOK-001', 'HOOK-002'], { webhook: () => [] }),
  mutant('no-live-webhooks', 'Live purchases have no event.', ['HOOK-002'], {
    webhook: (delivery) => (delivery.body.includes('"tracking_number":"9999') ? undefined : []),
  }),
  mutant('form-encoded', 'Events are sent as forms.', ['HOOK-003'], {
    webhook: (delivery) => {
      const body = Buffer.from(`payload=${encodeURIComponent(delivery.body.toString('utf8'))}`)
      return [withSignedBody(delivery, body)]
    },
  }),
  mutant(
    'event-renamed',
    'The event is named label_created.',
    ['HOOK-004'],
    payload((event) => ({ ...event, event: 'label_created' })),
  ),
  mutant(
    'event-unnamed',
    'The event has no name.',
    ['HOOK-004'],
    payload(({ event: _, ...rest }) => rest),
  ),
  mutant(
    'event-flat',
    'The fields of the label stand beside the name of the event.',
    ['HOOK-006', 'HOOK-008'],
    payload((event, old) => ({ ...event, ...old, data: { id: old['id'] } })),
  ),
  mutant(
    'event-with-other-id',
    'The event has the tracking number as the id.',
    ['HOOK-005', 'HOOK-001'],
    data((old) => ({ ...old, id: old['tracking_number'] })),
  ),
  ...dataFields.flatMap(([field, rule, wrong]) => [
    mutant(
      `event-without-${field.replaceAll('_', '-')}`,
      `The event has no data.${field}.`,
      [rule],
      data(({ [field]: _, ...rest }) => rest),
    ),
    mutant(
      `event-with-wrong-${field.replaceAll('_', '-')}`,
      `data.${field} is ${JSON.stringify(wrong)}.`,
      [rule],
      data((old) => ({ ...old, [field]: wrong })),
    ),
  ]),
  mutant(
    'event-sandbox-url',
    'The event has the label_url of the sandbox sample.',
    ['HOOK-010'],
    data((old) => ({
      ...old,
      label_url: String(old['label_url'])
        .replace('/labels/', '/sandbox/labels/')
        .replace('/download', '.pdf'),
    })),
  ),
  mutant(
    'event-without-timestamp',
    'The event has no timestamp.',
    ['HOOK-012', 'HOOK-014'],
    payload(({ timestamp: _, ...rest }) => rest),
  ),
  mutant(
    'event-with-epoch',
    'The timestamp of the event is seconds since 1970.',
    ['HOOK-012'],
    payload((event) => ({ ...event, timestamp: 1_893_456_000 })),
  ),
  mutant(
    'event-of-another-day',
    'The event tells another day of creation than the label.',
    ['HOOK-013'],
    data((old) => ({ ...old, created_at: '2001-01-01T00:00:00.000Z' })),
  ),
  mutant(
    'event-from-the-past',
    'The event is stamped long before its label.',
    ['HOOK-014'],
    payload((event) => ({ ...event, timestamp: '2001-01-01T00:00:00.000Z' })),
  ),
  signature('unsigned', 'Events are not signed.', ['HOOK-015', 'HOOK-016'], () => undefined),
  signature('signed-without-prefix', 'The signature has no prefix.', ['HOOK-015', 'HOOK-016'], (_, text) =>
    text.replace('sha256=', ''),
  ),
  signature('signed-in-capitals', 'The signature is in capitals.', ['HOOK-015', 'HOOK-016'], (_, text) =>
    text.toUpperCase().replace('SHA256=', 'sha256='),
  ),
  signature(
    'signed-in-base64',
    'The signature is in base64.',
    ['HOOK-015'],
    (_, text) => `sha256=${Buffer.from(text.slice(7), 'hex').toString('base64')}`,
  ),
  signature(
    'signed-with-sha1',
    'The signature is a SHA-1.',
    ['HOOK-015'],
    ({ body, secret }) => `sha256=${createHmac('sha1', secret).update(body).digest('hex')}`,
  ),
  signature(
    'signed-with-other-secret',
    'Events are signed with another secret.',
    ['HOOK-016', 'HOOK-020', 'HOOK-133'],
    ({ body }) => hmac(body, 'another'),
  ),
  signature('signed-data-alone', 'Only the data of an event is signed.', ['HOOK-016'], ({ body, secret }) =>
    hmac(JSON.stringify(JSON.parse(body.toString('utf8')).data), secret),
  ),
  signature(
    'signed-other-bytes',
    'What is signed is not what is sent, but written anew.',
    ['HOOK-016'],
    ({ body, secret }) => hmac(JSON.stringify(JSON.parse(body.toString('utf8')), null, 2), secret),
  ),
  {
    id: 'signed-once',
    deviation: 'Only the first attempt is signed right.',
    kills: ['HOOK-133'],
    open: () => {
      const seen = new Set<string>()
      return {
        webhook: (delivery) => {
          if (!seen.has(labelOf(delivery))) {
            seen.add(labelOf(delivery))
            return undefined
          }
          return [withHeader(delivery, 'pr-signature', hmac(delivery.body, 'another'))]
        },
      }
    },
  },
  mutant('second-event', 'A purchase sends label.purchased, too.', ['HOOK-017', 'HOOK-018'], {
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
      ['voidLabel', 'label.voided'],
      ['registerTracker', 'tracker.created'],
      ['createBatch', 'batch.created'],
      ['validateAddress', 'address.validated'],
    ] as const
  ).map(([operation, event]) =>
    mutant(`event-on-${operation.toLowerCase()}`, `There is an event ${event}, too.`, ['HOOK-018'], {
      response: async (response, request, wire) => {
        if (request.operation !== operation || response.status > 299) return undefined
        await wire.emit(wire.accountOf(request), {
          event,
          data: { id: 'x_1' },
          timestamp: new Date(0).toISOString(),
        })
        return response
      },
    }),
  ),
  mutant('event-for-refusal', 'A purchase that is refused has an event.', ['HOOK-019'], {
    response: async (response, request, wire) => {
      if (request.operation !== 'buyLabel' || errorOf(response) === undefined) return undefined
      const event = { event: 'label.created', data: { id: 'lbl_none' }, timestamp: new Date(0).toISOString() }
      await wire.emit(wire.accountOf(request), event)
      return response
    },
  }),
  tooEarly(2, 'HOOK-102', '5 minutes'),
  tooEarly(3, 'HOOK-103', '30 minutes'),
  tooEarly(4, 'HOOK-104', '2 hours'),
  tooEarly(5, 'HOOK-105', '24 hours'),
  givesUp(1, [
    'HOOK-102',
    'HOOK-103',
    'HOOK-104',
    'HOOK-105',
    'HOOK-111',
    'HOOK-112',
    'HOOK-113',
    'HOOK-133',
  ]),
  givesUp(2, ['HOOK-103', 'HOOK-104', 'HOOK-105']),
  givesUp(3, ['HOOK-104', 'HOOK-105']),
  givesUp(4, ['HOOK-105']),
  {
    id: 'sixth-attempt',
    deviation: 'There is a sixth attempt.',
    kills: ['HOOK-106'],
    open: () => {
      let last: unknown
      return {
        webhook: (delivery) => {
          last = jsonOf(delivery)
          return undefined
        },
        advanced: async (account, wire) => {
          // Well after the fifth.
          if (wire.advancedMs(account) < 60 * 3_600_000) return false
          await wire.emit(account, last)
          return true
        },
      }
    },
  },
  treating('server-error-as-success', 'A 500 of the receiver is taken for success.', 'HOOK-111', 500, 200),
  treating('not-found-as-success', 'A 404 of the receiver is taken for success.', 'HOOK-112', 404, 200),
  treating('redirect-as-success', 'A redirect of the receiver is taken for success.', 'HOOK-113', 302, 200),
  treating('only-200-succeeds', 'Nothing but 200 is success: 201 is retried.', 'HOOK-122', 201, 500),
  treating('no-content-fails', 'A 204 of the receiver is retried.', 'HOOK-123', 204, 500),
  treating('success-retried', 'A delivery is made again although it succeeded.', 'HOOK-121', 200, 500),
  treating('success-goes-on', 'A success does not end the retries.', 'HOOK-131', 200, 500),
  {
    id: 'attempts-with-other-id',
    deviation: 'A later attempt has another id in data.id.',
    kills: ['HOOK-132'],
    open: () => {
      const seen = new Set<string>()
      return payload((event, old) => {
        const id = String(old['id'])
        if (!seen.has(id)) {
          seen.add(id)
          return undefined
        }
        return { ...event, data: { ...old, id: `${id}-2` } }
      })
    },
  },
  mutant('log-missing', 'Deliveries cannot be listed.', ['LOG-001'], {
    response: (response, { operation }) =>
      operation === 'listDeliveries' && successJson(response) !== undefined
        ? withJson(response, { count: 0 })
        : undefined,
  }),
  mutant(
    'log-empty',
    'The log is always empty.',
    ['LOG-002', 'LOG-003', 'LOG-005', 'LOG-009'],
    deliveries(() => []),
  ),
  mutant(
    'log-without-response-code',
    'The log keeps back what the receiver answered.',
    ['LOG-003'],
    eachDelivery((entry) => ({ ...entry, response_code: null })),
  ),
  mutant(
    'log-with-200',
    'The log says 200 whatever the receiver answered.',
    ['LOG-003'],
    eachDelivery((entry) => ({ ...entry, response_code: 200 })),
  ),
  mutant(
    'log-counts-one',
    'The log counts one attempt at most.',
    ['LOG-004'],
    eachDelivery((entry) => ({ ...entry, attempts: 1 })),
  ),
  mutant(
    'log-without-attempts',
    'The log does not count attempts.',
    ['LOG-004'],
    eachDelivery(({ attempts: _, ...rest }) => rest),
  ),
  mutant(
    'log-without-times',
    'The log has no timestamps.',
    ['LOG-005'],
    eachDelivery((entry) =>
      Object.fromEntries(Object.entries(entry).filter(([name]) => !name.endsWith('_at'))),
    ),
  ),
  mutant(
    'log-all-succeeded',
    'Every delivery in the log has succeeded.',
    ['LOG-006', 'LOG-007'],
    eachDelivery((entry) => ({ ...entry, status: 'succeeded' })),
  ),
  mutant(
    'log-pending-forever',
    'A delivery that has failed for good is pending in the log.',
    ['LOG-007'],
    eachDelivery((entry) => ({
      ...entry,
      status: entry['status'] === 'failed' ? 'pending' : entry['status'],
    })),
  ),
  mutant(
    'log-without-status',
    'The log has no status.',
    ['LOG-006', 'LOG-007'],
    eachDelivery(({ status: _, ...rest }) => rest),
  ),
  mutant(
    'log-of-49',
    'The log has 49 deliveries at most.',
    ['LOG-008'],
    deliveries((list) => list.slice(0, 49)),
  ),
  mutant(
    'log-of-51',
    'The log has more than 50 deliveries.',
    ['LOG-008'],
    deliveries((list) => (list.length >= 50 ? [...list, { ...list[0] }] : list)),
  ),
]
