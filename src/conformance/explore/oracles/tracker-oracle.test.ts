import { describe } from 'vitest'
import {
  refusal,
  type ToldCase,
  type ToldHistory,
  testCases,
} from '../../../../test/support/oracle-history.ts'
import { trackers } from './tracker-oracle.ts'

const body = { tracking_number: '9999', carrier: 'UPS' }
const scan = { status: 'in_transit', status_detail: 'Seen at the depot' }
const out = { status: 'out_for_delivery', status_detail: 'On the vehicle' }
const whole = (events: readonly object[] = [], more: object = {}) => ({
  json: { id: 'trk_1', ...body, status: 'in_transit', events, ...more },
})
const registered = (told: ToldHistory, answer: object = { json: { id: 'trk_1' } }) =>
  told.call('registerTracker', { body, answer })
const read = (told: ToldHistory, answer: object) => told.call('getTracker', { id: 'trk_1', answer })
const said = (told: ToldHistory, { status, status_detail: detail }: typeof scan = scan) =>
  told.control({ kind: 'event added', number: '9999', status, detail })
const down = (told: ToldHistory, more: object = { times: 1 }) =>
  told.control({
    kind: 'fault added',
    fault: { target: 'carrier:*', operation: 'tracking', mode: 'down', ...more },
  })
const other = (told: ToldHistory, carrier: string) =>
  told.call('registerTracker', {
    body: { ...body, carrier: 'DHL' },
    answer: { json: { id: 'trk_2', ...body, carrier } },
  })
const hours = (told: ToldHistory, count: number) => told.advance(count * 3_600 + 60)

const cases: readonly ToldCase[] = [
  ['a tracker as registered', undefined, (told) => [registered(told), read(told, whole())]],
  ['a registration without an id', 'ENDPOINTS-65', (told) => [registered(told, { json: {} })]],
  [
    'not there right after',
    'ENDPOINTS-68',
    (told) => [registered(told), read(told, refusal(404, 'TRACKER.NOT_FOUND'))],
  ],
  [
    'not there a month later',
    'ENDPOINTS-68',
    (told) => [registered(told), hours(told, 720), read(told, refusal(404, 'TRACKER.NOT_FOUND'))],
  ],
  ['another id', 'RESOURCES-71', (told) => [registered(told), read(told, whole([], { id: 'trk_2' }))]],
  [
    'another number',
    'RESOURCES-72',
    (told) => [registered(told), read(told, whole([], { tracking_number: '1' }))],
  ],
  [
    'another carrier',
    'RESOURCES-73',
    (told) => [registered(told), read(told, whole([], { carrier: 'DHL' }))],
  ],
  [
    'a status of its own',
    'RESOURCES-75',
    (told) => [registered(told), read(told, whole([], { status: 'lost' }))],
  ],
  ['no events', 'RESOURCES-76', (told) => [registered(told), read(told, whole([], { events: null }))]],
  [
    'an event of another status',
    'RESOURCES-79',
    (told) => [registered(told), read(told, whole([{ ...scan, status: 'moving' }]))],
  ],
  [
    'an event without words',
    'RESOURCES-80',
    (told) => [registered(told), read(told, whole([{ status: 'delivered' }]))],
  ],
  [
    'a history that grows',
    undefined,
    (told) => [registered(told), read(told, whole([scan])), read(told, whole([scan, out]))],
  ],
  [
    'a history that loses its first',
    'RESOURCES-77',
    (told) => [registered(told), read(told, whole([scan])), read(told, whole([out]))],
  ],
  [
    'a poll that sees what was said',
    undefined,
    (told) => [registered(told), said(told), hours(told, 4), read(told, whole([scan]))],
  ],
  [
    'not yet polled',
    undefined,
    (told) => [registered(told), said(told), hours(told, 3), read(told, whole())],
  ],
  [
    'four hours later, and nothing seen',
    'ENDPOINTS-71',
    (told) => [registered(told), said(told), hours(told, 4), read(told, whole())],
  ],
  [
    'polled after an exception',
    'ENDPOINTS-71',
    (told) => [
      registered(told),
      said(told, { status: 'exception', status_detail: 'Held' }),
      said(told),
      hours(told, 4),
      read(told, whole([{ status: 'exception', status_detail: 'Held' }])),
    ],
  ],
  [
    'behind a delivery',
    undefined,
    (told) => [
      registered(told),
      said(told, { status: 'delivered', status_detail: 'Done' }),
      said(told),
      hours(told, 4),
      read(told, whole([{ status: 'delivered', status_detail: 'Done' }])),
    ],
  ],
  [
    'a poll that failed',
    undefined,
    (told) => [registered(told), down(told), said(told), hours(told, 4), read(told, whole())],
  ],
  [
    'the poll after the one that failed',
    'ENDPOINTS-71',
    (told) => [registered(told), down(told), said(told), hours(told, 8), read(told, whole())],
  ],
  [
    'a fault that lasts',
    undefined,
    (told) => [registered(told), down(told, {}), said(told), hours(told, 99), read(told, whole())],
  ],
  [
    'a fault that was cleared',
    'ENDPOINTS-71',
    (told) => [
      registered(told),
      down(told, {}),
      said(told),
      told.control({ kind: 'faults cleared' }),
      hours(told, 4),
      read(told, whole()),
    ],
  ],
  [
    'words with another status',
    'RESOURCES-81',
    (told) => [registered(told), said(told), read(told, whole([{ ...scan, status: 'delivered' }]))],
  ],
  [
    'what nobody understands',
    'RESOURCES-87',
    (told) => [registered(told), said(told, { ...scan, status: 'strange' }), read(told, whole([scan]))],
  ],
  [
    'words in another order',
    'RESOURCES-78',
    (told) => [registered(told), said(told), hours(told, 1), said(told, out), read(told, whole([out, scan]))],
  ],
  [
    'words that were said once and stand there twice',
    'RESOURCES-77',
    (told) => [registered(told), said(told), read(told, whole([scan, scan]))],
  ],
  [
    'one number of two carriers',
    undefined,
    (told) => [
      registered(told),
      other(told, 'DHL'),
      told.call('getTracker', { id: 'trk_2', answer: whole([], { id: 'trk_2', carrier: 'DHL' }) }),
      read(told, whole()),
    ],
  ],
  [
    'one number of two carriers, and the tracker of the first for both',
    'RESOURCES-73',
    (told) => [registered(told), other(told, 'UPS')],
  ],
  [
    'one number of two carriers, of which one says something',
    undefined,
    (told) => [
      registered(told),
      said(told, out),
      other(told, 'DHL'),
      said(told),
      hours(told, 4),
      told.call('getTracker', { id: 'trk_2', answer: whole([], { id: 'trk_2', carrier: 'DHL' }) }),
    ],
  ],
  [
    'a story told anew',
    undefined,
    (told) => [
      registered(told),
      read(told, whole([scan])),
      told.control({ kind: 'tracking scripted', number: '9999', name: 'standard' }),
      read(told, whole([out])),
    ],
  ],
]

describe('the judge of trackers', () => testCases(trackers, cases))
