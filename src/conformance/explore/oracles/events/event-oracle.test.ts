import { describe } from 'vitest'
import {
  buildRefusal,
  type OracleCase,
  type OracleHistory,
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

/** Creates the delivery of a webhook event with changed data. The receiver replies with a failure. */
function createDelivery(
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

const acceptedDelivery = createDelivery({}, { reply: { status: 200 } })
const failedDelivery = createDelivery()
const addWebhook = (history: OracleHistory) =>
  history.control({ kind: 'webhook set', webhook: 1, secret: 'secret 1' })
const addPurchase = (history: OracleHistory, ...deliveries: readonly Delivery[]) =>
  history.call('buyLabel', { answer: { status: 201, json: label }, deliveries })
/** Adds the purchases of two sandbox labels, minutes apart, whose webhook events got a 2xx reply. */
const addTwoPurchases = (history: OracleHistory) => {
  const other = { ...label, id: 'lbl_2', tracking_number: '9999' }
  const answer = { status: 201, json: other }
  const came = { labelId: 'lbl_2', reply: { status: 200 } } as const
  return [
    addWebhook(history),
    addPurchase(history, acceptedDelivery),
    advanceClock(history, 300),
    history.call('buyLabel', {
      answer,
      deliveries: [createDelivery({ id: 'lbl_2', tracking_number: '9999' }, came)],
    }),
  ]
}
const addLogReadings = (history: OracleHistory, times: number, ids: readonly string[], more = {}) =>
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
const sampleUrl = 'http://127.0.0.1/v1/sandbox/labels/lbl_1.pdf'
/** Adds two webhook events: one whose delivery failed five times, and one that was delivered. */
const addTwoOutcomes = (history: OracleHistory) => [
  addWebhook(history),
  history.call('buyLabel', {
    answer: { status: 201, json: { ...label, id: 'lbl_2' } },
    deliveries: [createDelivery({ id: 'lbl_2' }, { labelId: 'lbl_2', reply: { status: 200 } })],
  }),
  addPurchase(history, failedDelivery),
  advanceClock(history, 100_000, failedDelivery, failedDelivery, failedDelivery, failedDelivery),
]
const later = '2031-03-05T13:16:40.000Z'
const acceptedLaterDelivery = createDelivery(
  { id: 'lbl_2', created_at: later },
  { labelId: 'lbl_2', reply: { status: 200 }, payload: { timestamp: later } },
)
/** Adds readings of the delivery log. Each shows a failed and a successful delivery with these statuses. */
const addLogReadingsOfBothOutcomes = (
  history: OracleHistory,
  failedStatus: string,
  succeededStatus: string,
  times = 2,
) =>
  Array.from({ length: times }, () =>
    history.call('listDeliveries', {
      answer: {
        json: {
          deliveries: [
            { label: 'lbl_2', attempts: 1, response_code: 200, status: succeededStatus, created_at: madeAt },
            { label: 'lbl_1', attempts: 5, response_code: 500, status: failedStatus, created_at: madeAt },
          ],
        },
      },
    }),
  )
/** Adds a purchase whose response has `created_at`. */
const addPurchaseCreatedAt = (history: OracleHistory, created_at: string) => [
  addWebhook(history),
  history.call('buyLabel', {
    answer: { status: 201, json: { ...label, created_at } },
    deliveries: [acceptedDelivery],
  }),
]
const advanceClock = (history: OracleHistory, seconds: number, ...deliveries: readonly Delivery[]) =>
  history.advance(seconds, { deliveries })
const addWalkEnd = (history: OracleHistory) => history.control({ kind: 'end' })
const addWebhookFault = (history: OracleHistory) =>
  history.control({ kind: 'fault added', fault: { target: 'webhook', mode: 'drop', times: 1 } })

/** Adds a purchase while a webhook is set, with its first deliveries. */
const addPurchaseWithWebhook = (history: OracleHistory, ...deliveries: readonly Delivery[]) => [
  addWebhook(history),
  addPurchase(history, ...deliveries),
]
const minutes = 60
const hours = 3_600

const cases: readonly OracleCase[] = [
  [
    'a webhook event whose delivery gets a 2xx reply',
    undefined,
    (history) => [...addPurchaseWithWebhook(history, acceptedDelivery), addWalkEnd(history)],
  ],
  [
    'a purchase that has sent no event at the end of the walk',
    'EVENTS-2',
    (history) => [...addPurchaseWithWebhook(history), addWalkEnd(history)],
  ],
  [
    'a purchase that has sent no event two minutes later',
    'EVENTS-30',
    (history) => [...addPurchaseWithWebhook(history), advanceClock(history, 120)],
  ],
  [
    'an event of another kind than label.created',
    'EVENTS-9',
    (history) => addPurchaseWithWebhook(history, createDelivery({}, { payload: { event: 'label.voided' } })),
  ],
  [
    "an event with another carrier than the label's",
    'EVENTS-13',
    (history) => addPurchaseWithWebhook(history, createDelivery({ carrier: 'DHL' })),
  ],
  [
    "an event with another service than the label's",
    'EVENTS-14',
    (history) => addPurchaseWithWebhook(history, createDelivery({ service: 'air' })),
  ],
  [
    "an event with another tracking number than the label's",
    'EVENTS-15',
    (history) => addPurchaseWithWebhook(history, createDelivery({ tracking_number: '2' })),
  ],
  [
    "an event with another price than the label's",
    'EVENTS-16',
    (history) => addPurchaseWithWebhook(history, createDelivery({ rate_cents: 726 })),
  ],
  [
    'an event with the download URL of another label',
    'EVENTS-17',
    (history) => addPurchaseWithWebhook(history, createDelivery({ label_url: downloadUrlOf('lbl_2') })),
  ],
  [
    'an event with the sample URL for a sandbox label',
    undefined,
    (history) => addPurchaseWithWebhook(history, createDelivery({ label_url: sampleUrl })),
  ],
  [
    'an event that has no label id in data.id',
    'EVENTS-10',
    (history) => addPurchaseWithWebhook(history, createDelivery({ id: 'x' }, { labelId: 'lbl_1' })),
  ],
  [
    'an event whose timestamp is no time',
    'EVENTS-20',
    (history) => addPurchaseWithWebhook(history, createDelivery({}, { payload: { timestamp: 'soon' } })),
  ],
  [
    'an event that is signed with another secret',
    'EVENTS-24',
    (history) => addPurchaseWithWebhook(history, createDelivery({}, { secret: 'secret 2' })),
  ],
  [
    'an event that is sent to another client',
    'EVENTS-6',
    (history) => addPurchaseWithWebhook(history, createDelivery({}, { client: 'b' })),
  ],
  [
    'a second delivery attempt with another created_at than the first',
    'EVENTS-12',
    (history) => [
      ...addPurchaseWithWebhook(history, failedDelivery),
      advanceClock(history, 330, createDelivery({ created_at: '2031-03-04T09:35:00.000Z' })),
    ],
  ],
  [
    'an event about a refused purchase',
    'EVENTS-5',
    (history) => [
      addWebhook(history),
      history.call('buyLabel', { answer: buildRefusal(404, 'RATE.NOT_FOUND'), deliveries: [failedDelivery] }),
    ],
  ],
  [
    'an event about an unknown label',
    'EVENTS-4',
    (history) => [addWebhook(history), history.call('getWallet', { deliveries: [failedDelivery] })],
  ],
  [
    'five delivery attempts during one advance of the clock',
    undefined,
    (history) => [
      ...addPurchaseWithWebhook(history, failedDelivery),
      advanceClock(history, 100_000, failedDelivery, failedDelivery, failedDelivery, failedDelivery),
      advanceClock(history, 100_000),
    ],
  ],
  [
    'five delivery attempts whose delays all count from the first',
    undefined,
    (history) => [
      ...addPurchaseWithWebhook(history, failedDelivery),
      advanceClock(history, 5 * minutes, failedDelivery),
      advanceClock(history, 25 * minutes, failedDelivery),
      advanceClock(history, 90 * minutes, failedDelivery),
      advanceClock(history, 22 * hours, failedDelivery),
      advanceClock(history, 99 * hours),
    ],
  ],
  [
    'a failed delivery without a second attempt',
    'EVENTS-31',
    (history) => [...addPurchaseWithWebhook(history, failedDelivery), advanceClock(history, 500)],
  ],
  [
    'a failed delivery whose second attempt is not yet due',
    undefined,
    (history) => [...addPurchaseWithWebhook(history, failedDelivery), advanceClock(history, 300)],
  ],
  [
    'a failed delivery without a third attempt',
    'EVENTS-32',
    (history) => [
      ...addPurchaseWithWebhook(history, failedDelivery),
      advanceClock(history, 300, failedDelivery),
      advanceClock(history, 32 * minutes),
    ],
  ],
  [
    'a failed delivery without a fourth attempt',
    'EVENTS-33',
    (history) => [
      ...addPurchaseWithWebhook(history, failedDelivery),
      advanceClock(history, 4 * hours, failedDelivery, failedDelivery),
    ],
  ],
  [
    'a failed delivery without a fifth attempt',
    'EVENTS-34',
    (history) => [
      ...addPurchaseWithWebhook(history, failedDelivery),
      advanceClock(history, 100_000, failedDelivery, failedDelivery, failedDelivery),
    ],
  ],
  [
    'a sixth and a seventh delivery attempt',
    'EVENTS-29',
    (history) => [
      ...addPurchaseWithWebhook(history, failedDelivery),
      advanceClock(history, 100_000, failedDelivery, failedDelivery, failedDelivery, failedDelivery),
      advanceClock(history, 100_000, failedDelivery),
      advanceClock(history, 100_000, failedDelivery),
    ],
  ],
  [
    'a delivery attempt that arrives twice',
    undefined,
    (history) => [
      ...addPurchaseWithWebhook(history, acceptedDelivery),
      advanceClock(history, 300, acceptedDelivery),
      advanceClock(history, 999),
    ],
  ],
  [
    'several further delivery attempts after a 2xx reply',
    'EVENTS-35',
    (history) => [
      ...addPurchaseWithWebhook(history, acceptedDelivery),
      advanceClock(history, 300, acceptedDelivery),
      advanceClock(history, 1_800, acceptedDelivery),
    ],
  ],
  [
    'an event with another created_at than the response to the purchase',
    'EVENTS-19',
    (history) => addPurchaseCreatedAt(history, '2031-03-04T09:20:00.000Z'),
  ],
  [
    'an event with the created_at of the response to the purchase',
    undefined,
    (history) => addPurchaseCreatedAt(history, madeAt),
  ],
  [
    'an event with times in the basic format of ISO 8601',
    undefined,
    (history) =>
      addPurchaseWithWebhook(
        history,
        createDelivery({ created_at: '20310304T093000Z' }, { payload: { timestamp: '20310304T093000Z' } }),
      ),
  ],
  [
    'a second delivery attempt with another created_at, in the basic format of ISO 8601',
    'EVENTS-12',
    (history) => [
      ...addPurchaseWithWebhook(history, createDelivery({ created_at: '20310304T093000Z' })),
      advanceClock(history, 330, createDelivery({ created_at: '20310304T093500Z' })),
    ],
  ],
  [
    'an event with a timestamp long before the purchase',
    'EVENTS-21',
    (history) =>
      addPurchaseWithWebhook(
        history,
        createDelivery({}, { payload: { timestamp: '2031-03-04T08:30:00.000Z' } }),
      ),
  ],
  [
    'a delivery log with all deliveries',
    undefined,
    (history) => [...addTwoPurchases(history), ...addLogReadings(history, 2, ['lbl_1', 'lbl_2'])],
  ],
  [
    'a delivery log that lacks the earlier of two deliveries',
    'EVENTS-37',
    (history) => [...addTwoPurchases(history), ...addLogReadings(history, 2, ['lbl_2'])],
  ],
  [
    'a delivery log in which one reading lacks a delivery',
    undefined,
    (history) => [...addTwoPurchases(history), ...addLogReadings(history, 1, ['lbl_2'])],
  ],
  [
    'a delivery log that names no known labels',
    undefined,
    (history) => [...addTwoPurchases(history), ...addLogReadings(history, 2, ['x', 'y'])],
  ],
  [
    'a delivery log that no longer has a delivery',
    'EVENTS-37',
    (history) => [
      ...addTwoPurchases(history),
      ...addLogReadings(history, 1, ['lbl_1', 'lbl_2']),
      ...addLogReadings(history, 2, []),
    ],
  ],
  [
    'a delivery log with more attempts than arrived',
    'RESOURCES-110',
    (history) => [...addTwoPurchases(history), ...addLogReadings(history, 1, ['lbl_1'], { attempts: 2 })],
  ],
  [
    'a delivery log with a wrong response code',
    'RESOURCES-109',
    (history) => [
      ...addTwoPurchases(history),
      ...addLogReadings(history, 1, ['lbl_1'], { response_code: 500 }),
    ],
  ],
  [
    'a delivery log that shows a failed delivery with the status of a successful one',
    'EVENTS-36',
    (history) => [...addTwoOutcomes(history), ...addLogReadingsOfBothOutcomes(history, 'ended', 'ended')],
  ],
  [
    'a delivery log that shows a successful delivery with the status of a failed one',
    'RESOURCES-108',
    (history) => [
      ...addPurchaseWithWebhook(history, failedDelivery),
      advanceClock(history, 100_000, failedDelivery, failedDelivery, failedDelivery, failedDelivery),
      history.call('buyLabel', {
        answer: { status: 201, json: { ...label, id: 'lbl_2' } },
        deliveries: [acceptedLaterDelivery],
      }),
      ...addLogReadingsOfBothOutcomes(history, 'ended', 'ended'),
    ],
  ],
  [
    'a delivery log with different statuses for failed and successful deliveries',
    undefined,
    (history) => [
      ...addTwoOutcomes(history),
      ...addLogReadingsOfBothOutcomes(history, 'failed', 'delivered'),
    ],
  ],
  [
    'a delivery log that lags by one reading',
    undefined,
    (history) => [...addTwoOutcomes(history), ...addLogReadingsOfBothOutcomes(history, 'due', 'due', 1)],
  ],
  [
    'a delivery log whose delivery came at the start of a long advance of the clock',
    undefined,
    (history) => [
      addWebhook(history),
      history.call('buyBatch'),
      advanceClock(history, 200_000, acceptedDelivery),
      ...addLogReadings(history, 2, ['lbl_1']),
    ],
  ],
  [
    'a delivery log without times',
    'RESOURCES-111',
    (history) => [
      ...addTwoPurchases(history),
      ...addLogReadings(history, 2, ['lbl_1'], { created_at: 'just now' }),
    ],
  ],
  [
    'a delivery log with times of another year',
    'RESOURCES-111',
    (history) => [
      ...addTwoPurchases(history),
      ...addLogReadings(history, 2, ['lbl_1'], { created_at: '2021-03-04T09:30:00.000Z' }),
    ],
  ],
  [
    'a delivery log with times of the day before',
    'RESOURCES-111',
    (history) => [
      ...addTwoPurchases(history),
      ...addLogReadings(history, 2, ['lbl_1'], { created_at: '2031-03-03T09:30:00.000Z' }),
    ],
  ],
  [
    'a delivery log with local times of another part of the world',
    undefined,
    (history) => [
      ...addTwoPurchases(history),
      ...addLogReadings(history, 2, ['lbl_1'], { created_at: '2031-03-03T20:30:00' }),
    ],
  ],
  [
    'a failed delivery without a second attempt after the same URL was set again',
    'EVENTS-31',
    (history) => [
      ...addPurchaseWithWebhook(history, failedDelivery),
      addWebhook(history),
      advanceClock(history, 500),
    ],
  ],
  [
    'a failed delivery without a second attempt after another URL was set',
    undefined,
    (history) => [
      ...addPurchaseWithWebhook(history, failedDelivery),
      history.control({ kind: 'webhook set', webhook: 2, secret: 'secret 2' }),
      advanceClock(history, 500),
    ],
  ],
  [
    'a delivery log that names a delivery of another client',
    'EVENTS-37',
    (history) => [
      ...addTwoPurchases(history),
      history.call('listDeliveries', {
        client: 'b',
        answer: { json: { deliveries: [{ label: 'lbl_1', attempts: 1, created_at: madeAt }] } },
      }),
    ],
  ],
  [
    'a failed delivery without a second attempt while a webhook fault is set',
    undefined,
    (history) => [
      ...addPurchaseWithWebhook(history, failedDelivery),
      addWebhookFault(history),
      advanceClock(history, 500),
    ],
  ],
  [
    'a failed delivery without a second attempt after the webhook was cleared',
    undefined,
    (history) => [
      ...addPurchaseWithWebhook(history, failedDelivery),
      history.control({ kind: 'webhook cleared' }),
      advanceClock(history, 500),
    ],
  ],
]

describe('the event oracle', () => testCases(events, cases))
