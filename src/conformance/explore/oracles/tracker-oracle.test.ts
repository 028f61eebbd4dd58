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
const show = (events: readonly object[] = [], more: object = {}) => ({
  json: { id: 'trk_1', ...body, status: 'in_transit', events, ...more },
})
const register = (history: OracleHistory, answer: object = { json: { id: 'trk_1' } }) =>
  history.call('registerTracker', { body, answer })
const read = (history: OracleHistory, answer: object) => history.call('getTracker', { id: 'trk_1', answer })
const report = (history: OracleHistory, { status, status_detail: detail }: typeof scan = scan) =>
  history.control({ kind: 'event added', number: '9999', status, detail })
const fail = (history: OracleHistory, more: object = { times: 1 }) =>
  history.control({
    kind: 'fault added',
    fault: { target: 'carrier:*', operation: 'tracking', mode: 'down', ...more },
  })
const addOther = (history: OracleHistory, carrier: string) =>
  history.call('registerTracker', {
    body: { ...body, carrier: 'DHL' },
    answer: { json: { id: 'trk_2', ...body, carrier } },
  })
const wait = (history: OracleHistory, count: number) => history.advance(count * 3_600 + 60)

const cases: readonly OracleCase[] = [
  ['a tracker as registered', undefined, (history) => [register(history), read(history, show())]],
  ['a registration without an id', 'ENDPOINTS-65', (history) => [register(history, { json: {} })]],
  [
    'not there right after',
    'ENDPOINTS-68',
    (history) => [register(history), read(history, refusal(404, 'TRACKER.NOT_FOUND'))],
  ],
  [
    'not there a month later',
    'ENDPOINTS-68',
    (history) => [register(history), wait(history, 720), read(history, refusal(404, 'TRACKER.NOT_FOUND'))],
  ],
  ['another id', 'RESOURCES-71', (history) => [register(history), read(history, show([], { id: 'trk_2' }))]],
  [
    'another number',
    'RESOURCES-72',
    (history) => [register(history), read(history, show([], { tracking_number: '1' }))],
  ],
  [
    'another carrier',
    'RESOURCES-73',
    (history) => [register(history), read(history, show([], { carrier: 'DHL' }))],
  ],
  [
    'an undocumented status',
    'RESOURCES-75',
    (history) => [register(history), read(history, show([], { status: 'lost' }))],
  ],
  ['no events', 'RESOURCES-76', (history) => [register(history), read(history, show([], { events: null }))]],
  [
    'an event of another status',
    'RESOURCES-79',
    (history) => [register(history), read(history, show([{ ...scan, status: 'moving' }]))],
  ],
  [
    'an event without status_detail',
    'RESOURCES-80',
    (history) => [register(history), read(history, show([{ status: 'delivered' }]))],
  ],
  [
    'a history that grows',
    undefined,
    (history) => [register(history), read(history, show([scan])), read(history, show([scan, out]))],
  ],
  [
    'a history without its first event',
    'RESOURCES-77',
    (history) => [register(history), read(history, show([scan])), read(history, show([out]))],
  ],
  [
    'an event after the next poll',
    undefined,
    (history) => [register(history), report(history), wait(history, 4), read(history, show([scan]))],
  ],
  [
    'not yet polled',
    undefined,
    (history) => [register(history), report(history), wait(history, 3), read(history, show())],
  ],
  [
    'a missing event four hours later',
    'ENDPOINTS-71',
    (history) => [register(history), report(history), wait(history, 4), read(history, show())],
  ],
  [
    'polled after an exception',
    'ENDPOINTS-71',
    (history) => [
      register(history),
      report(history, { status: 'exception', status_detail: 'Held' }),
      report(history),
      wait(history, 4),
      read(history, show([{ status: 'exception', status_detail: 'Held' }])),
    ],
  ],
  [
    'behind a delivery',
    undefined,
    (history) => [
      register(history),
      report(history, { status: 'delivered', status_detail: 'Done' }),
      report(history),
      wait(history, 4),
      read(history, show([{ status: 'delivered', status_detail: 'Done' }])),
    ],
  ],
  [
    'a poll that failed',
    undefined,
    (history) => [register(history), fail(history), report(history), wait(history, 4), read(history, show())],
  ],
  [
    'the poll after the one that failed',
    'ENDPOINTS-71',
    (history) => [register(history), fail(history), report(history), wait(history, 8), read(history, show())],
  ],
  [
    'a fault that lasts',
    undefined,
    (history) => [
      register(history),
      fail(history, {}),
      report(history),
      wait(history, 99),
      read(history, show()),
    ],
  ],
  [
    'a fault that was cleared',
    'ENDPOINTS-71',
    (history) => [
      register(history),
      fail(history, {}),
      report(history),
      history.control({ kind: 'faults cleared' }),
      wait(history, 4),
      read(history, show()),
    ],
  ],
  [
    'words with another status',
    'RESOURCES-81',
    (history) => [
      register(history),
      report(history),
      read(history, show([{ ...scan, status: 'delivered' }])),
    ],
  ],
  [
    'what nobody understands',
    'RESOURCES-87',
    (history) => [
      register(history),
      report(history, { ...scan, status: 'strange' }),
      read(history, show([scan])),
    ],
  ],
  [
    'words in another order',
    'RESOURCES-78',
    (history) => [
      register(history),
      report(history),
      wait(history, 1),
      report(history, out),
      read(history, show([out, scan])),
    ],
  ],
  [
    'words that were said once and stand there twice',
    'RESOURCES-77',
    (history) => [register(history), report(history), read(history, show([scan, scan]))],
  ],
  [
    'one number of two carriers',
    undefined,
    (history) => [
      register(history),
      addOther(history, 'DHL'),
      history.call('getTracker', {
        id: 'trk_2',
        answer: show([], { id: 'trk_2', carrier: 'DHL' }),
      }),
      read(history, show()),
    ],
  ],
  [
    'one number of two carriers, and the tracker of the first for both',
    'RESOURCES-73',
    (history) => [register(history), addOther(history, 'UPS')],
  ],
  [
    'one number of two carriers, of which one says something',
    undefined,
    (history) => [
      register(history),
      report(history, out),
      addOther(history, 'DHL'),
      report(history),
      wait(history, 4),
      history.call('getTracker', {
        id: 'trk_2',
        answer: show([], { id: 'trk_2', carrier: 'DHL' }),
      }),
    ],
  ],
  [
    'a story told anew',
    undefined,
    (history) => [
      register(history),
      read(history, show([scan])),
      history.control({ kind: 'tracking scripted', number: '9999', name: 'standard' }),
      read(history, show([out])),
    ],
  ],
]

describe('the tracker oracle', () => testCases(trackers, cases))
