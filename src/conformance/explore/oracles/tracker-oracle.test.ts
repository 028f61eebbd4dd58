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
const respondWithTracker = (events: readonly object[] = [], more: object = {}) => ({
  json: { id: 'trk_1', ...body, status: 'in_transit', events, ...more },
})
const register = (history: OracleHistory, answer: object = { json: { id: 'trk_1' } }) =>
  history.call('registerTracker', { body, answer })
const read = (history: OracleHistory, answer: object) => history.call('getTracker', { id: 'trk_1', answer })
const addCarrierEvent = (history: OracleHistory, { status, status_detail: detail }: typeof scan = scan) =>
  history.control({ kind: 'event added', number: '9999', status, detail })
const breakTracking = (history: OracleHistory, more: object = { times: 1 }) =>
  history.control({
    kind: 'fault added',
    fault: { target: 'carrier:*', operation: 'tracking', mode: 'down', ...more },
  })
const registerOther = (history: OracleHistory, carrier: string) =>
  history.call('registerTracker', {
    body: { ...body, carrier: 'DHL' },
    answer: { json: { id: 'trk_2', ...body, carrier } },
  })
const advanceHours = (history: OracleHistory, count: number) => history.advance(count * 3_600 + 60)

const cases: readonly OracleCase[] = [
  [
    'a tracker as registered',
    undefined,
    (history) => [register(history), read(history, respondWithTracker())],
  ],
  ['a registration without an id', 'ENDPOINTS-65', (history) => [register(history, { json: {} })]],
  [
    'not there right after',
    'ENDPOINTS-68',
    (history) => [register(history), read(history, refusal(404, 'TRACKER.NOT_FOUND'))],
  ],
  [
    'not there a month later',
    'ENDPOINTS-68',
    (history) => [
      register(history),
      advanceHours(history, 720),
      read(history, refusal(404, 'TRACKER.NOT_FOUND')),
    ],
  ],
  [
    'another id',
    'RESOURCES-71',
    (history) => [register(history), read(history, respondWithTracker([], { id: 'trk_2' }))],
  ],
  [
    'another number',
    'RESOURCES-72',
    (history) => [register(history), read(history, respondWithTracker([], { tracking_number: '1' }))],
  ],
  [
    'another carrier',
    'RESOURCES-73',
    (history) => [register(history), read(history, respondWithTracker([], { carrier: 'DHL' }))],
  ],
  [
    'an undocumented status',
    'RESOURCES-75',
    (history) => [register(history), read(history, respondWithTracker([], { status: 'lost' }))],
  ],
  [
    'no events',
    'RESOURCES-76',
    (history) => [register(history), read(history, respondWithTracker([], { events: null }))],
  ],
  [
    'an event of another status',
    'RESOURCES-79',
    (history) => [register(history), read(history, respondWithTracker([{ ...scan, status: 'moving' }]))],
  ],
  [
    'an event without status_detail',
    'RESOURCES-80',
    (history) => [register(history), read(history, respondWithTracker([{ status: 'delivered' }]))],
  ],
  [
    'a history that grows',
    undefined,
    (history) => [
      register(history),
      read(history, respondWithTracker([scan])),
      read(history, respondWithTracker([scan, out])),
    ],
  ],
  [
    'a history without its first event',
    'RESOURCES-77',
    (history) => [
      register(history),
      read(history, respondWithTracker([scan])),
      read(history, respondWithTracker([out])),
    ],
  ],
  [
    'an event after the next poll',
    undefined,
    (history) => [
      register(history),
      addCarrierEvent(history),
      advanceHours(history, 4),
      read(history, respondWithTracker([scan])),
    ],
  ],
  [
    'not yet polled',
    undefined,
    (history) => [
      register(history),
      addCarrierEvent(history),
      advanceHours(history, 3),
      read(history, respondWithTracker()),
    ],
  ],
  [
    'a missing event four hours later',
    'ENDPOINTS-71',
    (history) => [
      register(history),
      addCarrierEvent(history),
      advanceHours(history, 4),
      read(history, respondWithTracker()),
    ],
  ],
  [
    'polled after an exception',
    'ENDPOINTS-71',
    (history) => [
      register(history),
      addCarrierEvent(history, { status: 'exception', status_detail: 'Held' }),
      addCarrierEvent(history),
      advanceHours(history, 4),
      read(history, respondWithTracker([{ status: 'exception', status_detail: 'Held' }])),
    ],
  ],
  [
    'behind a delivery',
    undefined,
    (history) => [
      register(history),
      addCarrierEvent(history, { status: 'delivered', status_detail: 'Done' }),
      addCarrierEvent(history),
      advanceHours(history, 4),
      read(history, respondWithTracker([{ status: 'delivered', status_detail: 'Done' }])),
    ],
  ],
  [
    'a poll that failed',
    undefined,
    (history) => [
      register(history),
      breakTracking(history),
      addCarrierEvent(history),
      advanceHours(history, 4),
      read(history, respondWithTracker()),
    ],
  ],
  [
    'the poll after the one that failed',
    'ENDPOINTS-71',
    (history) => [
      register(history),
      breakTracking(history),
      addCarrierEvent(history),
      advanceHours(history, 8),
      read(history, respondWithTracker()),
    ],
  ],
  [
    'a fault that lasts',
    undefined,
    (history) => [
      register(history),
      breakTracking(history, {}),
      addCarrierEvent(history),
      advanceHours(history, 99),
      read(history, respondWithTracker()),
    ],
  ],
  [
    'a fault that was cleared',
    'ENDPOINTS-71',
    (history) => [
      register(history),
      breakTracking(history, {}),
      addCarrierEvent(history),
      history.control({ kind: 'faults cleared' }),
      advanceHours(history, 4),
      read(history, respondWithTracker()),
    ],
  ],
  [
    'words with another status',
    'RESOURCES-81',
    (history) => [
      register(history),
      addCarrierEvent(history),
      read(history, respondWithTracker([{ ...scan, status: 'delivered' }])),
    ],
  ],
  [
    'what nobody understands',
    'RESOURCES-87',
    (history) => [
      register(history),
      addCarrierEvent(history, { ...scan, status: 'strange' }),
      read(history, respondWithTracker([scan])),
    ],
  ],
  [
    'words in another order',
    'RESOURCES-78',
    (history) => [
      register(history),
      addCarrierEvent(history),
      advanceHours(history, 1),
      addCarrierEvent(history, out),
      read(history, respondWithTracker([out, scan])),
    ],
  ],
  [
    'words that were said once and stand there twice',
    'RESOURCES-77',
    (history) => [
      register(history),
      addCarrierEvent(history),
      read(history, respondWithTracker([scan, scan])),
    ],
  ],
  [
    'one number of two carriers',
    undefined,
    (history) => [
      register(history),
      registerOther(history, 'DHL'),
      history.call('getTracker', {
        id: 'trk_2',
        answer: respondWithTracker([], { id: 'trk_2', carrier: 'DHL' }),
      }),
      read(history, respondWithTracker()),
    ],
  ],
  [
    'one number of two carriers, and the tracker of the first for both',
    'RESOURCES-73',
    (history) => [register(history), registerOther(history, 'UPS')],
  ],
  [
    'one number of two carriers, of which one says something',
    undefined,
    (history) => [
      register(history),
      addCarrierEvent(history, out),
      registerOther(history, 'DHL'),
      addCarrierEvent(history),
      advanceHours(history, 4),
      history.call('getTracker', {
        id: 'trk_2',
        answer: respondWithTracker([], { id: 'trk_2', carrier: 'DHL' }),
      }),
    ],
  ],
  [
    'a story told anew',
    undefined,
    (history) => [
      register(history),
      read(history, respondWithTracker([scan])),
      history.control({ kind: 'tracking scripted', number: '9999', name: 'standard' }),
      read(history, respondWithTracker([out])),
    ],
  ],
]

describe('the tracker oracle', () => testCases(trackers, cases))
