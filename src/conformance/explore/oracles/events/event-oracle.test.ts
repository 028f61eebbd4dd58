import { describe } from 'vitest'
import {
  type OracleCase,
  type OracleHistory,
  refusal,
  testCases,
} from '../../../../../test/support/conformance/oracle-history.ts'
import { computeSignature } from '../../../rules/webhooks/event-signature.ts'
import type { Delivery } from '../../step.ts'
import { events } from './event-oracle.ts'

const label = {
  id: 'lbl_1',
  carrier: 'UPS',
  service: 'ground',
  tracking_number: '99991',
  rate_cents: 725,
}
const downloadUrlOf = (id: unknown): string => `http://127.0.0.1/v1/labels/${id}/download`
const madeAt = '2031-03-04T09:30:00.000Z'

/** Creates the delivery of an event with changed data. The receiver replies with a failure. */
function newEvent(
  data: Readonly<Record<string, unknown>> = {},
  more: Partial<Delivery> & { readonly payload?: object } = {},
): Delivery {
  const { payload, ...rest } = more
  const json = {
    event: 'label.created',
    data: { ...label, label_url: downloadUrlOf(data['id'] ?? label.id), created_at: madeAt, ...data },
    timestamp: madeAt,
    ...payload,
  }
  const body = Buffer.from(JSON.stringify(json))
  return {
    method: 'POST',
    path: '/',
    headers: { 'pr-signature': computeSignature(body, 'secret 1') },
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

const taken = newEvent({}, { reply: { status: 200 } })
const failed = newEvent()
const addHook = (history: OracleHistory) =>
  history.control({ kind: 'webhook set', webhook: 1, secret: 'secret 1' })
const addBuy = (history: OracleHistory, ...deliveries: readonly Delivery[]) =>
  history.call('buyLabel', { answer: { status: 201, json: label }, deliveries })
/** Adds two sandbox labels, minutes apart, whose events got a 2xx. */
const addTwoBuys = (history: OracleHistory) => {
  const other = { ...label, id: 'lbl_2', tracking_number: '9999' }
  const answer = { status: 201, json: other }
  const came = { labelId: 'lbl_2', reply: { status: 200 } } as const
  return [
    addHook(history),
    addBuy(history, taken),
    addWait(history, 300),
    history.call('buyLabel', {
      answer,
      deliveries: [newEvent({ id: 'lbl_2', tracking_number: '9999' }, came)],
    }),
  ]
}
const addLogReads = (history: OracleHistory, times: number, ids: readonly string[], more = {}) =>
  Array.from({ length: times }, () =>
    history.call('listDeliveries', {
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
/** Adds a delivery that failed five times, and one that succeeded. */
const addTwoOutcomes = (history: OracleHistory) => [
  addHook(history),
  history.call('buyLabel', {
    answer: { status: 201, json: { ...label, id: 'lbl_2' } },
    deliveries: [newEvent({ id: 'lbl_2' }, { labelId: 'lbl_2', reply: { status: 200 } })],
  }),
  addBuy(history, failed),
  addWait(history, 100_000, failed, failed, failed, failed),
]
const later = '2031-03-05T13:16:40.000Z'
const takenLater = newEvent(
  { id: 'lbl_2', created_at: later },
  { labelId: 'lbl_2', reply: { status: 200 }, payload: { timestamp: later } },
)
/** Adds two readings of the log with both deliveries. */
const addBothReads = (history: OracleHistory, failedIs: string, succeededIs: string, times = 2) =>
  Array.from({ length: times }, () =>
    history.call('listDeliveries', {
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
/** Adds a purchase whose response has created_at. */
const addBuyAt = (history: OracleHistory, created_at: string) => [
  addHook(history),
  history.call('buyLabel', { answer: { status: 201, json: { ...label, created_at } }, deliveries: [taken] }),
]
const addWait = (history: OracleHistory, seconds: number, ...deliveries: readonly Delivery[]) =>
  history.advance(seconds, { deliveries })
const addEnd = (history: OracleHistory) => history.control({ kind: 'end' })
const addFault = (history: OracleHistory) =>
  history.control({ kind: 'fault added', fault: { target: 'webhook', mode: 'drop', times: 1 } })

/** Adds a purchase while a webhook is set, with its first deliveries. */
const addHookedBuy = (history: OracleHistory, ...deliveries: readonly Delivery[]) => [
  addHook(history),
  addBuy(history, ...deliveries),
]
const minutes = 60
const hours = 3_600

const cases: readonly OracleCase[] = [
  ['an event that gets a 2xx', undefined, (history) => [...addHookedBuy(history, taken), addEnd(history)]],
  ['no event in the end', 'EVENTS-2', (history) => [...addHookedBuy(history), addEnd(history)]],
  [
    'no event when time has passed',
    'EVENTS-30',
    (history) => [...addHookedBuy(history), addWait(history, 120)],
  ],
  [
    'an event of another kind',
    'EVENTS-9',
    (history) => addHookedBuy(history, newEvent({}, { payload: { event: 'label.voided' } })),
  ],
  ['another carrier', 'EVENTS-13', (history) => addHookedBuy(history, newEvent({ carrier: 'DHL' }))],
  ['another service', 'EVENTS-14', (history) => addHookedBuy(history, newEvent({ service: 'air' }))],
  ['another number', 'EVENTS-15', (history) => addHookedBuy(history, newEvent({ tracking_number: '2' }))],
  ['another price', 'EVENTS-16', (history) => addHookedBuy(history, newEvent({ rate_cents: 726 }))],
  [
    'the address of another label',
    'EVENTS-17',
    (history) => addHookedBuy(history, newEvent({ label_url: downloadUrlOf('lbl_2') })),
  ],
  [
    'a sample for a sandbox label',
    undefined,
    (history) => addHookedBuy(history, newEvent({ label_url: sample })),
  ],
  [
    'the id elsewhere',
    'EVENTS-10',
    (history) => addHookedBuy(history, newEvent({ id: 'x' }, { labelId: 'lbl_1' })),
  ],
  [
    'no timestamp',
    'EVENTS-20',
    (history) => addHookedBuy(history, newEvent({}, { payload: { timestamp: 'soon' } })),
  ],
  [
    'a signature by another secret',
    'EVENTS-24',
    (history) => addHookedBuy(history, newEvent({}, { secret: 'secret 2' })),
  ],
  ['at the other client', 'EVENTS-6', (history) => addHookedBuy(history, newEvent({}, { client: 'b' }))],
  [
    'another created_at the second time',
    'EVENTS-12',
    (history) => [
      ...addHookedBuy(history, failed),
      addWait(history, 330, newEvent({ created_at: '2031-03-04T09:35:00.000Z' })),
    ],
  ],
  [
    'an event of a refusal',
    'EVENTS-5',
    (history) => [
      addHook(history),
      history.call('buyLabel', { answer: refusal(404, 'RATE.NOT_FOUND'), deliveries: [failed] }),
    ],
  ],
  [
    'an event of an unknown label',
    'EVENTS-4',
    (history) => [addHook(history), history.call('getWallet', { deliveries: [failed] })],
  ],
  [
    'five attempts in one advance',
    undefined,
    (history) => [
      ...addHookedBuy(history, failed),
      addWait(history, 100_000, failed, failed, failed, failed),
      addWait(history, 100_000),
    ],
  ],
  [
    'five attempts, each counted from the first',
    undefined,
    (history) => [
      ...addHookedBuy(history, failed),
      addWait(history, 5 * minutes, failed),
      addWait(history, 25 * minutes, failed),
      addWait(history, 90 * minutes, failed),
      addWait(history, 22 * hours, failed),
      addWait(history, 99 * hours),
    ],
  ],
  ['no second attempt', 'EVENTS-31', (history) => [...addHookedBuy(history, failed), addWait(history, 500)]],
  [
    'a second attempt not yet due',
    undefined,
    (history) => [...addHookedBuy(history, failed), addWait(history, 300)],
  ],
  [
    'no third attempt',
    'EVENTS-32',
    (history) => [
      ...addHookedBuy(history, failed),
      addWait(history, 300, failed),
      addWait(history, 32 * minutes),
    ],
  ],
  [
    'no fourth attempt',
    'EVENTS-33',
    (history) => [...addHookedBuy(history, failed), addWait(history, 4 * hours, failed, failed)],
  ],
  [
    'no fifth attempt',
    'EVENTS-34',
    (history) => [...addHookedBuy(history, failed), addWait(history, 100_000, failed, failed, failed)],
  ],
  [
    'a sixth and a seventh attempt',
    'EVENTS-29',
    (history) => [
      ...addHookedBuy(history, failed),
      addWait(history, 100_000, failed, failed, failed, failed),
      addWait(history, 100_000, failed),
      addWait(history, 100_000, failed),
    ],
  ],
  [
    'an attempt that arrives twice',
    undefined,
    (history) => [...addHookedBuy(history, taken), addWait(history, 300, taken), addWait(history, 999)],
  ],
  [
    'repeated attempts after a 2xx',
    'EVENTS-35',
    (history) => [
      ...addHookedBuy(history, taken),
      addWait(history, 300, taken),
      addWait(history, 1_800, taken),
    ],
  ],
  [
    "another created_at than the purchase's",
    'EVENTS-19',
    (history) => addBuyAt(history, '2031-03-04T09:20:00.000Z'),
  ],
  ["the purchase's created_at", undefined, (history) => addBuyAt(history, madeAt)],
  [
    'times in the basic format of ISO 8601',
    undefined,
    (history) =>
      addHookedBuy(
        history,
        newEvent({ created_at: '20310304T093000Z' }, { payload: { timestamp: '20310304T093000Z' } }),
      ),
  ],
  [
    'another created_at the second time, in the basic format',
    'EVENTS-12',
    (history) => [
      ...addHookedBuy(history, newEvent({ created_at: '20310304T093000Z' })),
      addWait(history, 330, newEvent({ created_at: '20310304T093500Z' })),
    ],
  ],
  [
    'a timestamp of long before the purchase',
    'EVENTS-21',
    (history) => addHookedBuy(history, newEvent({}, { payload: { timestamp: '2031-03-04T08:30:00.000Z' } })),
  ],
  [
    'a log with all deliveries',
    undefined,
    (history) => [...addTwoBuys(history), ...addLogReads(history, 2, ['lbl_1', 'lbl_2'])],
  ],
  [
    'a log that lacks the earlier one',
    'EVENTS-37',
    (history) => [...addTwoBuys(history), ...addLogReads(history, 2, ['lbl_2'])],
  ],
  [
    'a log that lacks a delivery once',
    undefined,
    (history) => [...addTwoBuys(history), ...addLogReads(history, 1, ['lbl_2'])],
  ],
  [
    'a log that names no labels',
    undefined,
    (history) => [...addTwoBuys(history), ...addLogReads(history, 2, ['x', 'y'])],
  ],
  [
    'a log without a delivery that it had before',
    'EVENTS-37',
    (history) => [
      ...addTwoBuys(history),
      ...addLogReads(history, 1, ['lbl_1', 'lbl_2']),
      ...addLogReads(history, 2, []),
    ],
  ],
  [
    'more attempts in the log than arrived',
    'RESOURCES-110',
    (history) => [...addTwoBuys(history), ...addLogReads(history, 1, ['lbl_1'], { attempts: 2 })],
  ],
  [
    'a wrong response code in the log',
    'RESOURCES-109',
    (history) => [...addTwoBuys(history), ...addLogReads(history, 1, ['lbl_1'], { response_code: 500 })],
  ],
  [
    'a log with the status of a success for a failure',
    'EVENTS-36',
    (history) => [...addTwoOutcomes(history), ...addBothReads(history, 'ended', 'ended')],
  ],
  [
    'a log with the status of a failure for a success',
    'RESOURCES-108',
    (history) => [
      ...addHookedBuy(history, failed),
      addWait(history, 100_000, failed, failed, failed, failed),
      history.call('buyLabel', {
        answer: { status: 201, json: { ...label, id: 'lbl_2' } },
        deliveries: [takenLater],
      }),
      ...addBothReads(history, 'ended', 'ended'),
    ],
  ],
  [
    'a log with different statuses for failure and success',
    undefined,
    (history) => [...addTwoOutcomes(history), ...addBothReads(history, 'failed', 'delivered')],
  ],
  [
    'a log that is late by a reading',
    undefined,
    (history) => [...addTwoOutcomes(history), ...addBothReads(history, 'due', 'due', 1)],
  ],
  [
    'a log of a delivery at the start of a long advance',
    undefined,
    (history) => [
      addHook(history),
      history.call('buyBatch'),
      addWait(history, 200_000, taken),
      ...addLogReads(history, 2, ['lbl_1']),
    ],
  ],
  [
    'a log without times',
    'RESOURCES-111',
    (history) => [...addTwoBuys(history), ...addLogReads(history, 2, ['lbl_1'], { created_at: 'just now' })],
  ],
  [
    'a log with times of another year',
    'RESOURCES-111',
    (history) => [
      ...addTwoBuys(history),
      ...addLogReads(history, 2, ['lbl_1'], { created_at: '2021-03-04T09:30:00.000Z' }),
    ],
  ],
  [
    'a log with times of the day before',
    'RESOURCES-111',
    (history) => [
      ...addTwoBuys(history),
      ...addLogReads(history, 2, ['lbl_1'], { created_at: '2031-03-03T09:30:00.000Z' }),
    ],
  ],
  [
    'a log with the local time of another part of the world',
    undefined,
    (history) => [
      ...addTwoBuys(history),
      ...addLogReads(history, 2, ['lbl_1'], { created_at: '2031-03-03T20:30:00' }),
    ],
  ],
  [
    'no second attempt after the same URL was set again',
    'EVENTS-31',
    (history) => [...addHookedBuy(history, failed), addHook(history), addWait(history, 500)],
  ],
  [
    'no second attempt after another URL was set',
    undefined,
    (history) => [
      ...addHookedBuy(history, failed),
      history.control({ kind: 'webhook set', webhook: 2, secret: 'secret 2' }),
      addWait(history, 500),
    ],
  ],
  [
    'a log that names a delivery of the other client',
    'EVENTS-37',
    (history) => [
      ...addTwoBuys(history),
      history.call('listDeliveries', {
        client: 'b',
        answer: { json: { deliveries: [{ label: 'lbl_1', attempts: 1, created_at: madeAt }] } },
      }),
    ],
  ],
  [
    'a fault of the webhook',
    undefined,
    (history) => [...addHookedBuy(history, failed), addFault(history), addWait(history, 500)],
  ],
  [
    'a webhook that was cleared',
    undefined,
    (history) => [
      ...addHookedBuy(history, failed),
      history.control({ kind: 'webhook cleared' }),
      addWait(history, 500),
    ],
  ],
]

describe('the event oracle', () => testCases(events, cases))
