import { describe } from 'vitest'
import {
  type OracleCase,
  type OracleHistory,
  refusal,
  testCases,
} from '../../../../test/support/conformance/oracle-history.ts'
import { trackers } from './tracker-oracle.ts'

const body = { tracking_number: '9999', carrier: 'UPS' }
const scan = { status: 'in_transit', status_detail: 'Seen at the depot' }
const out = { status: 'out_for_delivery', status_detail: 'On the vehicle' }
const whole = (events: readonly object[] = [], more: object = {}) => ({
  json: { id: 'trk_1', ...body, status: 'in_transit', events, ...more },
})
const registered = (history: OracleHistory, answer: object = { json: { id: 'trk_1' } }) =>
  history.call('registerTracker', { body, answer })
const read = (history: OracleHistory, answer: object) => history.call('getTracker', { id: 'trk_1', answer })
const said = (history: OracleHistory, { status, status_detail: detail }: typeof scan = scan) =>
  history.control({ kind: 'event added', number: '9999', status, detail })
const down = (history: OracleHistory, more: object = { times: 1 }) =>
  history.control({
    kind: 'fault added',
    fault: { target: 'carrier:*', operation: 'tracking', mode: 'down', ...more },
  })
const other = (history: OracleHistory, carrier: string) =>
  history.call('registerTracker', {
    body: { ...body, carrier: 'DHL' },
    answer: { json: { id: 'trk_2', ...body, carrier } },
  })
const hours = (history: OracleHistory, count: number) => history.advance(count * 3_600 + 60)

const cases: readonly OracleCase[] = [
  ['a tracker as registered', undefined, (history) => [registered(history), read(history, whole())]],
  ['a registration without an id', 'ENDPOINTS-65', (history) => [registered(history, { json: {} })]],
  [
    'not there right after',
    'ENDPOINTS-68',
    (history) => [registered(history), read(history, refusal(404, 'TRACKER.NOT_FOUND'))],
  ],
  [
    'not there a month later',
    'ENDPOINTS-68',
    (history) => [registered(history), hours(history, 720), read(history, refusal(404, 'TRACKER.NOT_FOUND'))],
  ],
  [
    'another id',
    'RESOURCES-71',
    (history) => [registered(history), read(history, whole([], { id: 'trk_2' }))],
  ],
  [
    'another number',
    'RESOURCES-72',
    (history) => [registered(history), read(history, whole([], { tracking_number: '1' }))],
  ],
  [
    'another carrier',
    'RESOURCES-73',
    (history) => [registered(history), read(history, whole([], { carrier: 'DHL' }))],
  ],
  [
    'an undocumented status',
    'RESOURCES-75',
    (history) => [registered(history), read(history, whole([], { status: 'lost' }))],
  ],
  [
    'no events',
    'RESOURCES-76',
    (history) => [registered(history), read(history, whole([], { events: null }))],
  ],
  [
    'an event of another status',
    'RESOURCES-79',
    (history) => [registered(history), read(history, whole([{ ...scan, status: 'moving' }]))],
  ],
  [
    'an event without status_detail',
    'RESOURCES-80',
    (history) => [registered(history), read(history, whole([{ status: 'delivered' }]))],
  ],
  [
    'a history that grows',
    undefined,
    (history) => [registered(history), read(history, whole([scan])), read(history, whole([scan, out]))],
  ],
  [
    'a history without its first event',
    'RESOURCES-77',
    (history) => [registered(history), read(history, whole([scan])), read(history, whole([out]))],
  ],
  [
    'an event after the next poll',
    undefined,
    (history) => [registered(history), said(history), hours(history, 4), read(history, whole([scan]))],
  ],
  [
    'not yet polled',
    undefined,
    (history) => [registered(history), said(history), hours(history, 3), read(history, whole())],
  ],
  [
    'a missing event four hours later',
    'ENDPOINTS-71',
    (history) => [registered(history), said(history), hours(history, 4), read(history, whole())],
  ],
  [
    'polled after an exception',
    'ENDPOINTS-71',
    (history) => [
      registered(history),
      said(history, { status: 'exception', status_detail: 'Held' }),
      said(history),
      hours(history, 4),
      read(history, whole([{ status: 'exception', status_detail: 'Held' }])),
    ],
  ],
  [
    'behind a delivery',
    undefined,
    (history) => [
      registered(history),
      said(history, { status: 'delivered', status_detail: 'Done' }),
      said(history),
      hours(history, 4),
      read(history, whole([{ status: 'delivered', status_detail: 'Done' }])),
    ],
  ],
  [
    'a poll that failed',
    undefined,
    (history) => [
      registered(history),
      down(history),
      said(history),
      hours(history, 4),
      read(history, whole()),
    ],
  ],
  [
    'the poll after the one that failed',
    'ENDPOINTS-71',
    (history) => [
      registered(history),
      down(history),
      said(history),
      hours(history, 8),
      read(history, whole()),
    ],
  ],
  [
    'a fault that lasts',
    undefined,
    (history) => [
      registered(history),
      down(history, {}),
      said(history),
      hours(history, 99),
      read(history, whole()),
    ],
  ],
  [
    'a fault that was cleared',
    'ENDPOINTS-71',
    (history) => [
      registered(history),
      down(history, {}),
      said(history),
      history.control({ kind: 'faults cleared' }),
      hours(history, 4),
      read(history, whole()),
    ],
  ],
  [
    'words with another status',
    'RESOURCES-81',
    (history) => [
      registered(history),
      said(history),
      read(history, whole([{ ...scan, status: 'delivered' }])),
    ],
  ],
  [
    'what nobody understands',
    'RESOURCES-87',
    (history) => [
      registered(history),
      said(history, { ...scan, status: 'strange' }),
      read(history, whole([scan])),
    ],
  ],
  [
    'words in another order',
    'RESOURCES-78',
    (history) => [
      registered(history),
      said(history),
      hours(history, 1),
      said(history, out),
      read(history, whole([out, scan])),
    ],
  ],
  [
    'words that were said once and stand there twice',
    'RESOURCES-77',
    (history) => [registered(history), said(history), read(history, whole([scan, scan]))],
  ],
  [
    'one number of two carriers',
    undefined,
    (history) => [
      registered(history),
      other(history, 'DHL'),
      history.call('getTracker', { id: 'trk_2', answer: whole([], { id: 'trk_2', carrier: 'DHL' }) }),
      read(history, whole()),
    ],
  ],
  [
    'one number of two carriers, and the tracker of the first for both',
    'RESOURCES-73',
    (history) => [registered(history), other(history, 'UPS')],
  ],
  [
    'one number of two carriers, of which one says something',
    undefined,
    (history) => [
      registered(history),
      said(history, out),
      other(history, 'DHL'),
      said(history),
      hours(history, 4),
      history.call('getTracker', { id: 'trk_2', answer: whole([], { id: 'trk_2', carrier: 'DHL' }) }),
    ],
  ],
  [
    'a story told anew',
    undefined,
    (history) => [
      registered(history),
      read(history, whole([scan])),
      history.control({ kind: 'tracking scripted', number: '9999', name: 'standard' }),
      read(history, whole([out])),
    ],
  ],
]

describe('the tracker oracle', () => testCases(trackers, cases))
