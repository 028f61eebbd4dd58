import type { Rule } from '../rule.ts'
import { expectError, expectResource, expectSuccess, expectThat } from '../wire/expect.ts'
import { active } from './active.ts'
import { nobodys, nobodysLike } from './requests.ts'
import { oneOfSix, readTracker, registration } from './tracker-reading.ts'

const registering = 'POST /v1/trackers'
const reading = 'GET /v1/trackers/{id}'
const section = 'Resources and their fields'

export const trackerRules: readonly Rule[] = [
  active({
    id: 'TRACK-001',
    title: 'A tracking number can be registered, and its tracker has an id.',
    section: 'Endpoints',
    endpoint: registering,
    basis: 'table',
    sends: 'The number of a label just bought.',
    requests: registration,
    run: async (t) => {
      const { trackingNumber, carrier } = await t.setup.label()
      const body = { tracking_number: trackingNumber, carrier }
      expectResource(await t.call('registerTracker', { body }), 'tracker').text('id')
    },
  }),
  active({
    id: 'TRACK-002',
    title: 'A tracker that was registered can be read.',
    section: 'Endpoints',
    endpoint: reading,
    sends: 'A registration, and the tracker read by its id.',
    requests: { ...registration, getTracker: 1 },
    run: async (t) => {
      const { id } = await t.setup.tracker()
      const { tracker, answer } = await readTracker(t, id)
      expectThat(tracker.raw('id') === id, { expected: id, actual: tracker.raw('id'), answer })
    },
  }),
  active({
    id: 'TRACK-003',
    title: 'A tracker has the tracking number it was registered with.',
    section,
    endpoint: reading,
    basis: 'table',
    sends: 'A registration, and the tracker read by its id.',
    requests: { ...registration, getTracker: 1 },
    run: async (t) => {
      const { id, trackingNumber } = await t.setup.tracker()
      const { tracker, answer } = await readTracker(t, id)
      const found = tracker.raw('tracking_number')
      expectThat(found === trackingNumber, { expected: trackingNumber, actual: found, answer })
    },
  }),
  active({
    id: 'TRACK-004',
    title: 'A tracker has the carrier it was registered with.',
    section,
    endpoint: reading,
    basis: 'table',
    sends: 'A registration, and the tracker read by its id.',
    requests: { ...registration, getTracker: 1 },
    run: async (t) => {
      const { id, carrier } = await t.setup.tracker()
      const { tracker, answer } = await readTracker(t, id)
      const found = tracker.text('carrier')
      expectThat(found.toLowerCase() === carrier.toLowerCase(), { expected: carrier, actual: found, answer })
    },
  }),
  active({
    id: 'TRACK-005',
    title: 'The status of a tracker is one of the six.',
    section,
    endpoint: reading,
    basis: 'table',
    sends: 'A registration, and the tracker read by its id.',
    requests: { ...registration, getTracker: 1 },
    run: async (t) => {
      const { id } = await t.setup.tracker()
      const { tracker } = await readTracker(t, id)
      tracker.text('status', oneOfSix)
    },
  }),
  active({
    id: 'TRACK-006',
    title: 'A tracker has a list of events.',
    section,
    endpoint: reading,
    basis: 'table',
    sends: 'A registration, and the tracker read by its id.',
    requests: { ...registration, getTracker: 1 },
    run: async (t) => {
      const { id } = await t.setup.tracker()
      const { tracker } = await readTracker(t, id)
      tracker.list('events')
    },
  }),
  active({
    id: 'TRACK-007',
    title: 'A tracker id that nobody was given is not found.',
    section: 'Endpoints',
    endpoint: reading,
    sends: 'A tracker read by its id, then one by an id that nobody was given.',
    requests: { ...registration, getTracker: 2 },
    run: async (t) => {
      const { id } = await t.setup.tracker()
      await t.setup.works('The tracker', t.call('getTracker', { id }))
      expectError(await t.call('getTracker', { id: nobodysLike(id, nobodys.tracker) }), 'TRACKER.NOT_FOUND')
    },
  }),
  active({
    id: 'TRACK-008',
    title: 'A label that was just bought has a parcel that nobody has scanned yet.',
    section,
    endpoint: reading,
    basis: 'table',
    sends: 'The tracker of a label just bought.',
    requests: { ...registration, getTracker: 1 },
    run: async (t) => {
      const { id } = await t.setup.tracker()
      const { tracker, answer } = await readTracker(t, id)
      const status = tracker.raw('status')
      if (status === 'unknown') {
        t.notJudged('its carrier has not been asked yet, or does not know the number of a sandbox label')
      }
      expectThat(status === 'pre_transit', { expected: 'pre_transit', actual: status, answer })
    },
  }),
  active({
    id: 'TRACK-009',
    title: 'A tracker may be read as often as the limit allows.',
    section: 'Endpoints',
    endpoint: reading,
    sends: 'A tracker, read twelve times.',
    requests: { ...registration, getTracker: 12 },
    run: async (t) => {
      const { id } = await t.setup.tracker()
      for (let count = 0; count < 12; count += 1) expectSuccess(await t.call('getTracker', { id }))
    },
  }),
]
