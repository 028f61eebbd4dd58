import { describe } from 'vitest'
import {
  refusal,
  type ToldCase,
  type ToldHistory,
  testCases,
} from '../../../../../test/support/oracle-history.ts'
import { signatureOf } from '../../../rules/webhooks/event-signature.ts'
import type { Delivered } from '../../step.ts'
import { events } from './event-oracle.ts'

const label = {
  id: 'lbl_1',
  carrier: 'UPS',
  service: 'ground',
  tracking_number: '99991',
  rate_cents: 725,
}
const downloadOf = (id: unknown): string => `http://127.0.0.1/v1/labels/${id}/download`
const madeAt = '2031-03-04T09:30:00.000Z'

/** An event as it should be, answered with a failure, with something else in it. */
function event(
  data: Readonly<Record<string, unknown>> = {},
  more: Partial<Delivered> & { readonly payload?: object } = {},
): Delivered {
  const { payload, ...rest } = more
  const json = {
    event: 'label.created',
    data: { ...label, label_url: downloadOf(data['id'] ?? label.id), created_at: madeAt, ...data },
    timestamp: madeAt,
    ...payload,
  }
  const body = Buffer.from(JSON.stringify(json))
  return {
    method: 'POST',
    path: '/',
    headers: { 'pr-signature': signatureOf(body, 'secret 1') },
    body,
    json,
    labelId: json.data.id,
    attempt: 1,
    receivedAtMs: 0,
    client: 'a',
    webhook: 1,
    secret: 'secret 1',
    reply: { status: 500 },
    ...rest,
  }
}

const taken = event({}, { reply: { status: 200 } })
const failed = event()
const hooked = (told: ToldHistory) => told.control({ kind: 'webhook set', webhook: 1, secret: 'secret 1' })
const bought = (told: ToldHistory, ...deliveries: readonly Delivered[]) =>
  told.call('buyLabel', { answer: { status: 201, json: label }, deliveries })
/** Two labels of the sandbox, minutes apart, whose events were taken. */
const logged = (told: ToldHistory) => {
  const other = { ...label, id: 'lbl_2', tracking_number: '9999' }
  const answer = { status: 201, json: other }
  const came = { labelId: 'lbl_2', reply: { status: 200 } } as const
  return [
    hooked(told),
    bought(told, taken),
    wait(told, 300),
    told.call('buyLabel', { answer, deliveries: [event({ id: 'lbl_2', tracking_number: '9999' }, came)] }),
  ]
}
const log = (told: ToldHistory, times: number, ids: readonly string[], more = {}) =>
  Array.from({ length: times }, () =>
    told.call('listDeliveries', {
      answer: {
        json: {
          deliveries: ids.map((id) => ({
            label: id,
            attempts: 1,
            response_code: 200,
            created_at: madeAt,
            ...more,
          })),
        },
      },
    }),
  )
const sample = 'http://127.0.0.1/v1/sandbox/labels/lbl_1.pdf'
/** One delivery that has failed for good, and one that has succeeded. */
const ended = (told: ToldHistory) => [
  hooked(told),
  told.call('buyLabel', {
    answer: { status: 201, json: { ...label, id: 'lbl_2' } },
    deliveries: [event({ id: 'lbl_2' }, { labelId: 'lbl_2', reply: { status: 200 } })],
  }),
  bought(told, failed),
  wait(told, 100_000, failed, failed, failed, failed),
]
const later = '2031-03-05T13:16:40.000Z'
const takenLater = event(
  { id: 'lbl_2', created_at: later },
  { labelId: 'lbl_2', reply: { status: 200 }, payload: { timestamp: later } },
)
/** The log of both, read twice. */
const bothIn = (told: ToldHistory, failedIs: string, succeededIs: string, times = 2) =>
  Array.from({ length: times }, () =>
    told.call('listDeliveries', {
      answer: {
        json: {
          deliveries: [
            { label: 'lbl_2', attempts: 1, response_code: 200, status: succeededIs, created_at: madeAt },
            { label: 'lbl_1', attempts: 5, response_code: 500, status: failedIs, created_at: madeAt },
          ],
        },
      },
    }),
  )
/** A purchase that tells when its label was made. */
const buysAt = (told: ToldHistory, created_at: string) => [
  hooked(told),
  told.call('buyLabel', { answer: { status: 201, json: { ...label, created_at } }, deliveries: [taken] }),
]
const wait = (told: ToldHistory, seconds: number, ...deliveries: readonly Delivered[]) =>
  told.advance(seconds, { deliveries })
const end = (told: ToldHistory) => told.control({ kind: 'end' })
const fault = (told: ToldHistory) =>
  told.control({ kind: 'fault added', fault: { target: 'webhook', mode: 'drop', times: 1 } })

/** A purchase while a webhook is set, with what comes at once. */
const buys = (told: ToldHistory, ...deliveries: readonly Delivered[]) => [
  hooked(told),
  bought(told, ...deliveries),
]
const minutes = 60
const hours = 3_600

const cases: readonly ToldCase[] = [
  ['an event that is taken', undefined, (told) => [...buys(told, taken), end(told)]],
  ['no event in the end', 'EVENTS-2', (told) => [...buys(told), end(told)]],
  ['no event when time has passed', 'EVENTS-30', (told) => [...buys(told), wait(told, 120)]],
  [
    'an event of another kind',
    'EVENTS-9',
    (told) => buys(told, event({}, { payload: { event: 'label.voided' } })),
  ],
  ['another carrier', 'EVENTS-13', (told) => buys(told, event({ carrier: 'DHL' }))],
  ['another service', 'EVENTS-14', (told) => buys(told, event({ service: 'air' }))],
  ['another number', 'EVENTS-15', (told) => buys(told, event({ tracking_number: '2' }))],
  ['another price', 'EVENTS-16', (told) => buys(told, event({ rate_cents: 726 }))],
  [
    'the address of another label',
    'EVENTS-17',
    (told) => buys(told, event({ label_url: downloadOf('lbl_2') })),
  ],
  ['a sample for a sandbox label', undefined, (told) => buys(told, event({ label_url: sample }))],
  ['the id elsewhere', 'EVENTS-10', (told) => buys(told, event({ id: 'x' }, { labelId: 'lbl_1' }))],
  ['no timestamp', 'EVENTS-20', (told) => buys(told, event({}, { payload: { timestamp: 'soon' } }))],
  ['a signature by another secret', 'EVENTS-24', (told) => buys(told, event({}, { secret: 'secret 2' }))],
  ['at the other client', 'EVENTS-6', (told) => buys(told, event({}, { client: 'b' }))],
  [
    'another created_at the second time',
    'EVENTS-12',
    (told) => [...buys(told, failed), wait(told, 330, event({ created_at: '2031-03-04T09:35:00.000Z' }))],
  ],
  [
    'an event of a refusal',
    'EVENTS-5',
    (told) => [
      hooked(told),
      told.call('buyLabel', { answer: refusal(404, 'RATE.NOT_FOUND'), deliveries: [failed] }),
    ],
  ],
  [
    'an event of nothing',
    'EVENTS-4',
    (told) => [hooked(told), told.call('getWallet', { deliveries: [failed] })],
  ],
  [
    'five attempts in one move',
    undefined,
    (told) => [
      ...buys(told, failed),
      wait(told, 100_000, failed, failed, failed, failed),
      wait(told, 100_000),
    ],
  ],
  [
    'five attempts, each counted from the first',
    undefined,
    (told) => [
      ...buys(told, failed),
      wait(told, 5 * minutes, failed),
      wait(told, 25 * minutes, failed),
      wait(told, 90 * minutes, failed),
      wait(told, 22 * hours, failed),
      wait(told, 99 * hours),
    ],
  ],
  ['no second attempt', 'EVENTS-31', (told) => [...buys(told, failed), wait(told, 500)]],
  ['a second attempt not yet due', undefined, (told) => [...buys(told, failed), wait(told, 300)]],
  [
    'no third attempt',
    'EVENTS-32',
    (told) => [...buys(told, failed), wait(told, 300, failed), wait(told, 32 * minutes)],
  ],
  [
    'no fourth attempt',
    'EVENTS-33',
    (told) => [...buys(told, failed), wait(told, 4 * hours, failed, failed)],
  ],
  [
    'no fifth attempt',
    'EVENTS-34',
    (told) => [...buys(told, failed), wait(told, 100_000, failed, failed, failed)],
  ],
  [
    'a sixth and a seventh attempt',
    'EVENTS-29',
    (told) => [
      ...buys(told, failed),
      wait(told, 100_000, failed, failed, failed, failed),
      wait(told, 100_000, failed),
      wait(told, 100_000, failed),
    ],
  ],
  [
    'one that comes twice',
    undefined,
    (told) => [...buys(told, taken), wait(told, 300, taken), wait(told, 999)],
  ],
  [
    'more and more after it was taken',
    'EVENTS-35',
    (told) => [...buys(told, taken), wait(told, 300, taken), wait(told, 1_800, taken)],
  ],
  [
    'a created_at that the purchase did not tell',
    'EVENTS-19',
    (told) => buysAt(told, '2031-03-04T09:20:00.000Z'),
  ],
  ['the created_at that the purchase told', undefined, (told) => buysAt(told, madeAt)],
  [
    'times in the basic format of ISO 8601',
    undefined,
    (told) =>
      buys(told, event({ created_at: '20310304T093000Z' }, { payload: { timestamp: '20310304T093000Z' } })),
  ],
  [
    'another created_at the second time, in the basic format',
    'EVENTS-12',
    (told) => [
      ...buys(told, event({ created_at: '20310304T093000Z' })),
      wait(told, 330, event({ created_at: '20310304T093500Z' })),
    ],
  ],
  [
    'a timestamp of long before the purchase',
    'EVENTS-21',
    (told) => buys(told, event({}, { payload: { timestamp: '2031-03-04T08:30:00.000Z' } })),
  ],
  ['a log that has what came', undefined, (told) => [...logged(told), ...log(told, 2, ['lbl_1', 'lbl_2'])]],
  ['a log that lacks the earlier one', 'EVENTS-37', (told) => [...logged(told), ...log(told, 2, ['lbl_2'])]],
  ['a log that lacks it once', undefined, (told) => [...logged(told), ...log(told, 1, ['lbl_2'])]],
  ['a log that names no labels', undefined, (told) => [...logged(told), ...log(told, 2, ['x', 'y'])]],
  [
    'a log that has lost what was in it',
    'EVENTS-37',
    (told) => [...logged(told), ...log(told, 1, ['lbl_1', 'lbl_2']), ...log(told, 2, [])],
  ],
  [
    'more attempts in the log than came',
    'RESOURCES-110',
    (told) => [...logged(told), ...log(told, 1, ['lbl_1'], { attempts: 2 })],
  ],
  [
    'another response code in the log than was given',
    'RESOURCES-109',
    (told) => [...logged(told), ...log(told, 1, ['lbl_1'], { response_code: 500 })],
  ],
  [
    'a log that calls what failed as it does what succeeded',
    'EVENTS-36',
    (told) => [...ended(told), ...bothIn(told, 'ended', 'ended')],
  ],
  [
    'a log that calls what succeeded as it does what failed',
    'RESOURCES-108',
    (told) => [
      ...buys(told, failed),
      wait(told, 100_000, failed, failed, failed, failed),
      told.call('buyLabel', {
        answer: { status: 201, json: { ...label, id: 'lbl_2' } },
        deliveries: [takenLater],
      }),
      ...bothIn(told, 'ended', 'ended'),
    ],
  ],
  [
    'a log that tells what failed from what succeeded',
    undefined,
    (told) => [...ended(told), ...bothIn(told, 'failed', 'delivered')],
  ],
  [
    'a log that is late by a reading',
    undefined,
    (told) => [...ended(told), ...bothIn(told, 'due', 'due', 1)],
  ],
  [
    'a log of what came at the beginning of a long move',
    undefined,
    (told) => [hooked(told), told.call('buyBatch'), wait(told, 200_000, taken), ...log(told, 2, ['lbl_1'])],
  ],
  [
    'a log without times',
    'RESOURCES-111',
    (told) => [...logged(told), ...log(told, 2, ['lbl_1'], { created_at: 'just now' })],
  ],
  [
    'a log with times of another year',
    'RESOURCES-111',
    (told) => [...logged(told), ...log(told, 2, ['lbl_1'], { created_at: '2021-03-04T09:30:00.000Z' })],
  ],
  [
    'a log with times of the day before',
    'RESOURCES-111',
    (told) => [...logged(told), ...log(told, 2, ['lbl_1'], { created_at: '2031-03-03T09:30:00.000Z' })],
  ],
  [
    'a log with the local time of another part of the world',
    undefined,
    (told) => [...logged(told), ...log(told, 2, ['lbl_1'], { created_at: '2031-03-03T20:30:00' })],
  ],
  [
    'no second attempt after the same URL was set again',
    'EVENTS-31',
    (told) => [...buys(told, failed), hooked(told), wait(told, 500)],
  ],
  [
    'no second attempt after another URL was set',
    undefined,
    (told) => [
      ...buys(told, failed),
      told.control({ kind: 'webhook set', webhook: 2, secret: 'secret 2' }),
      wait(told, 500),
    ],
  ],
  [
    'a log that names a delivery of the other client',
    'EVENTS-37',
    (told) => [
      ...logged(told),
      told.call('listDeliveries', {
        client: 'b',
        answer: { json: { deliveries: [{ label: 'lbl_1', attempts: 1, created_at: madeAt }] } },
      }),
    ],
  ],
  ['a fault of the webhook', undefined, (told) => [...buys(told, failed), fault(told), wait(told, 500)]],
  [
    'a webhook that was cleared',
    undefined,
    (told) => [...buys(told, failed), told.control({ kind: 'webhook cleared' }), wait(told, 500)],
  ],
]

describe('the judge of events', () => testCases(events, cases))
