import { describe } from 'vitest'
import {
  buildRefusal,
  type OracleCase,
  type OracleHistory,
  testCases,
} from '../../../../test/support/conformance/oracle-history.ts'
import { trackers } from './tracker-oracle.ts'

const body = { tracking_number: '9999', carrier: 'UPS' }
const scan = { status: 'in_transit', status_detail: 'Seen at the depot' }
const out = { status: 'out_for_delivery', status_detail: 'On the vehicle' }
const createTrackerResponse = (events: readonly object[] = [], more: object = {}) => ({
  json: { id: 'trk_1', ...body, status: 'in_transit', events, ...more },
})
const addTracker = (history: OracleHistory, answer: object = { json: { id: 'trk_1' } }) =>
  history.call('registerTracker', { body, answer })
const addTrackerReading = (history: OracleHistory, answer: object) =>
  history.call('getTracker', { id: 'trk_1', answer })
const addCarrierEvent = (history: OracleHistory, { status, status_detail: detail }: typeof scan = scan) =>
  history.control({ kind: 'event added', number: '9999', status, detail })
const addPollFault = (history: OracleHistory, more: object = { times: 1 }) =>
  history.control({
    kind: 'fault added',
    fault: { target: 'carrier:*', operation: 'tracking', mode: 'down', ...more },
  })
const addTrackerOfSameNumber = (history: OracleHistory, carrier: string) =>
  history.call('registerTracker', {
    body: { ...body, carrier: 'DHL' },
    answer: { json: { id: 'trk_2', ...body, carrier } },
  })
const advanceHours = (history: OracleHistory, count: number) => history.advance(count * 3_600 + 60)

const cases: readonly OracleCase[] = [
  [
    'a tracker that is shown as it was registered',
    undefined,
    (history) => [addTracker(history), addTrackerReading(history, createTrackerResponse())],
  ],
  [
    'a tracker registration whose response has no id',
    'ENDPOINTS-65',
    (history) => [addTracker(history, { json: {} })],
  ],
  [
    'a tracker that is not found right after its registration',
    'ENDPOINTS-68',
    (history) => [addTracker(history), addTrackerReading(history, buildRefusal(404, 'TRACKER.NOT_FOUND'))],
  ],
  [
    'a tracker that is not found a month after its registration',
    'ENDPOINTS-68',
    (history) => [
      addTracker(history),
      advanceHours(history, 720),
      addTrackerReading(history, buildRefusal(404, 'TRACKER.NOT_FOUND')),
    ],
  ],
  [
    'a tracker with another id than requested',
    'RESOURCES-71',
    (history) => [
      addTracker(history),
      addTrackerReading(history, createTrackerResponse([], { id: 'trk_2' })),
    ],
  ],
  [
    'a tracker with another number than registered',
    'RESOURCES-72',
    (history) => [
      addTracker(history),
      addTrackerReading(history, createTrackerResponse([], { tracking_number: '1' })),
    ],
  ],
  [
    'a tracker with another carrier than registered',
    'RESOURCES-73',
    (history) => [
      addTracker(history),
      addTrackerReading(history, createTrackerResponse([], { carrier: 'DHL' })),
    ],
  ],
  [
    'a tracker with an undocumented status',
    'RESOURCES-75',
    (history) => [
      addTracker(history),
      addTrackerReading(history, createTrackerResponse([], { status: 'lost' })),
    ],
  ],
  [
    'a tracker without events',
    'RESOURCES-76',
    (history) => [
      addTracker(history),
      addTrackerReading(history, createTrackerResponse([], { events: null })),
    ],
  ],
  [
    'a tracking event with an undocumented status',
    'RESOURCES-79',
    (history) => [
      addTracker(history),
      addTrackerReading(history, createTrackerResponse([{ ...scan, status: 'moving' }])),
    ],
  ],
  [
    'a tracking event without status_detail',
    'RESOURCES-80',
    (history) => [
      addTracker(history),
      addTrackerReading(history, createTrackerResponse([{ status: 'delivered' }])),
    ],
  ],
  [
    'a tracker whose history grows',
    undefined,
    (history) => [
      addTracker(history),
      addTrackerReading(history, createTrackerResponse([scan])),
      addTrackerReading(history, createTrackerResponse([scan, out])),
    ],
  ],
  [
    'a tracker whose history no longer has its first event',
    'RESOURCES-77',
    (history) => [
      addTracker(history),
      addTrackerReading(history, createTrackerResponse([scan])),
      addTrackerReading(history, createTrackerResponse([out])),
    ],
  ],
  [
    'a tracking event that is shown after the next poll',
    undefined,
    (history) => [
      addTracker(history),
      addCarrierEvent(history),
      advanceHours(history, 4),
      addTrackerReading(history, createTrackerResponse([scan])),
    ],
  ],
  [
    'a tracking event that is not shown before the next poll',
    undefined,
    (history) => [
      addTracker(history),
      addCarrierEvent(history),
      advanceHours(history, 3),
      addTrackerReading(history, createTrackerResponse()),
    ],
  ],
  [
    'a tracking event that is still not shown four hours later',
    'ENDPOINTS-71',
    (history) => [
      addTracker(history),
      addCarrierEvent(history),
      advanceHours(history, 4),
      addTrackerReading(history, createTrackerResponse()),
    ],
  ],
  [
    'a tracking event after an exception that is not shown after the next poll',
    'ENDPOINTS-71',
    (history) => [
      addTracker(history),
      addCarrierEvent(history, { status: 'exception', status_detail: 'Held' }),
      addCarrierEvent(history),
      advanceHours(history, 4),
      addTrackerReading(history, createTrackerResponse([{ status: 'exception', status_detail: 'Held' }])),
    ],
  ],
  [
    'a tracking event after a delivery that is never shown',
    undefined,
    (history) => [
      addTracker(history),
      addCarrierEvent(history, { status: 'delivered', status_detail: 'Done' }),
      addCarrierEvent(history),
      advanceHours(history, 4),
      addTrackerReading(history, createTrackerResponse([{ status: 'delivered', status_detail: 'Done' }])),
    ],
  ],
  [
    'a tracking event that is not shown because the poll failed',
    undefined,
    (history) => [
      addTracker(history),
      addPollFault(history),
      addCarrierEvent(history),
      advanceHours(history, 4),
      addTrackerReading(history, createTrackerResponse()),
    ],
  ],
  [
    'a tracking event that is not shown after the poll that follows a failed poll',
    'ENDPOINTS-71',
    (history) => [
      addTracker(history),
      addPollFault(history),
      addCarrierEvent(history),
      advanceHours(history, 8),
      addTrackerReading(history, createTrackerResponse()),
    ],
  ],
  [
    'a tracking event that is not shown as long as a fault lasts',
    undefined,
    (history) => [
      addTracker(history),
      addPollFault(history, {}),
      addCarrierEvent(history),
      advanceHours(history, 99),
      addTrackerReading(history, createTrackerResponse()),
    ],
  ],
  [
    'a tracking event that is not shown after the fault was cleared',
    'ENDPOINTS-71',
    (history) => [
      addTracker(history),
      addPollFault(history, {}),
      addCarrierEvent(history),
      history.control({ kind: 'faults cleared' }),
      advanceHours(history, 4),
      addTrackerReading(history, createTrackerResponse()),
    ],
  ],
  [
    'a tracking event with another status than the carrier reported',
    'RESOURCES-81',
    (history) => [
      addTracker(history),
      addCarrierEvent(history),
      addTrackerReading(history, createTrackerResponse([{ ...scan, status: 'delivered' }])),
    ],
  ],
  [
    'an unknown tracking status that is not shown as `unknown`',
    'RESOURCES-87',
    (history) => [
      addTracker(history),
      addCarrierEvent(history, { ...scan, status: 'strange' }),
      addTrackerReading(history, createTrackerResponse([scan])),
    ],
  ],
  [
    'tracking events in another order than the carrier reported',
    'RESOURCES-78',
    (history) => [
      addTracker(history),
      addCarrierEvent(history),
      advanceHours(history, 1),
      addCarrierEvent(history, out),
      addTrackerReading(history, createTrackerResponse([out, scan])),
    ],
  ],
  [
    'a tracking event that was reported once and is shown twice',
    'RESOURCES-77',
    (history) => [
      addTracker(history),
      addCarrierEvent(history),
      addTrackerReading(history, createTrackerResponse([scan, scan])),
    ],
  ],
  [
    'two trackers with the same number and different carriers',
    undefined,
    (history) => [
      addTracker(history),
      addTrackerOfSameNumber(history, 'DHL'),
      history.call('getTracker', {
        id: 'trk_2',
        answer: createTrackerResponse([], { id: 'trk_2', carrier: 'DHL' }),
      }),
      addTrackerReading(history, createTrackerResponse()),
    ],
  ],
  [
    'a tracker with the carrier of another tracker that has the same number',
    'RESOURCES-73',
    (history) => [addTracker(history), addTrackerOfSameNumber(history, 'UPS')],
  ],
  [
    'a tracking event that is not shown because two parcels have the same number',
    undefined,
    (history) => [
      addTracker(history),
      addCarrierEvent(history, out),
      addTrackerOfSameNumber(history, 'DHL'),
      addCarrierEvent(history),
      advanceHours(history, 4),
      history.call('getTracker', {
        id: 'trk_2',
        answer: createTrackerResponse([], { id: 'trk_2', carrier: 'DHL' }),
      }),
    ],
  ],
  [
    'a tracker with a new history after its tracking script was set',
    undefined,
    (history) => [
      addTracker(history),
      addTrackerReading(history, createTrackerResponse([scan])),
      history.control({ kind: 'tracking scripted', number: '9999', name: 'standard' }),
      addTrackerReading(history, createTrackerResponse([out])),
    ],
  ],
]

describe('the tracker oracle', () => testCases(trackers, cases))
