import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }
import type { Answer } from '../answer.ts'
import { expectError, expectResource, expectSuccess, expectThat } from '../expect.ts'
import { type Fields, fieldsOf, readTimestamp } from '../fields.ts'
import { hours, minutes } from '../need.ts'
import type { Rule, RuleId } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { active } from './active.ts'
import { nobodys } from './requests.ts'

const registering = 'POST /v1/trackers'
const reading = 'GET /v1/trackers/{id}'
const section = 'Resources and their fields'

const statuses: readonly string[] = constants.trackingStatuses
const oneOfSix = new RegExp(`^(?:${statuses.join('|')})$`)
const described = `one of ${statuses.join(', ')}`

/** Labels, a registration and what reading it takes. */
const requests = { createRates: 1, buyLabel: 1, registerTracker: 1 } as const

async function read(
  t: RuleContext,
  id: string,
): Promise<{ readonly tracker: Fields; readonly answer: Answer }> {
  const answer = await t.call('getTracker', { id })
  return { tracker: expectResource(answer, 'tracker'), answer }
}

const eventsOf = (tracker: Fields, answer: Answer): readonly Fields[] =>
  tracker.list('events').map((each, index) => fieldsOf(each, `events[${index}]`, answer))

/** A tracker whose parcel is on its way, or delivered, after ten days of its script. */
async function travelled(t: RuleContext, script: string) {
  const { id, trackingNumber } = await t.setup.tracker()
  await t.account.tracking.script(trackingNumber, script)
  await t.passTime(hours(24 * 12))
  return { id, trackingNumber, ...(await read(t, id)) }
}

/** Each script ends in a documented status. */
const scripts: readonly (readonly [RuleId, string, string, string])[] = [
  ['TRACK-101', 'in_transit', 'in_transit', 'A parcel that was picked up and moves'],
  ['TRACK-102', 'out_for_delivery', 'out_for_delivery', 'A parcel on the vehicle for delivery'],
  ['TRACK-103', 'delivered', 'delivered', 'A parcel whose delivery was confirmed'],
  ['TRACK-104', 'returned', 'exception', 'A parcel that goes back to its sender'],
]

const needsTime = ['control:tracking', 'control:clock'] as const

export const trackerRules: readonly Rule[] = [
  active({
    id: 'TRACK-001',
    title: 'A tracking number can be registered, and its tracker has an id.',
    section: 'Endpoints',
    endpoint: registering,
    basis: 'table',
    sends: 'The number of a label just bought.',
    requests,
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
    requests: { ...requests, getTracker: 1 },
    run: async (t) => {
      const { id } = await t.setup.tracker()
      const { tracker, answer } = await read(t, id)
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
    requests: { ...requests, getTracker: 1 },
    run: async (t) => {
      const { id, trackingNumber } = await t.setup.tracker()
      const { tracker, answer } = await read(t, id)
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
    requests: { ...requests, getTracker: 1 },
    run: async (t) => {
      const { id, carrier } = await t.setup.tracker()
      const { tracker, answer } = await read(t, id)
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
    requests: { ...requests, getTracker: 1 },
    run: async (t) => {
      const { id } = await t.setup.tracker()
      const { tracker } = await read(t, id)
      tracker.text('status', { pattern: oneOfSix, described })
    },
  }),
  active({
    id: 'TRACK-006',
    title: 'A tracker has a list of events.',
    section,
    endpoint: reading,
    basis: 'table',
    sends: 'A registration, and the tracker read by its id.',
    requests: { ...requests, getTracker: 1 },
    run: async (t) => {
      const { id } = await t.setup.tracker()
      const { tracker } = await read(t, id)
      tracker.list('events')
    },
  }),
  active({
    id: 'TRACK-007',
    title: 'A tracker id that nobody was given is not found.',
    section: 'Endpoints',
    endpoint: reading,
    sends: 'A tracker read by its id, then one by an id that nobody was given.',
    requests: { ...requests, getTracker: 2 },
    run: async (t) => {
      const { id } = await t.setup.tracker()
      await t.setup.works('The tracker', t.call('getTracker', { id }))
      expectError(await t.call('getTracker', { id: nobodys.tracker }), 'TRACKER.NOT_FOUND')
    },
  }),
  active({
    id: 'TRACK-008',
    title: 'A label that was just bought has a parcel that nobody has scanned yet.',
    section,
    endpoint: reading,
    basis: 'table',
    sends: 'The tracker of a label just bought.',
    requests: { ...requests, getTracker: 1 },
    run: async (t) => {
      const { id } = await t.setup.tracker()
      const { tracker, answer } = await read(t, id)
      const status = tracker.raw('status')
      // A label of the sandbox may be unknown to its carrier.
      if (status === 'unknown' && !t.isOwnAccount) t.notJudged('the carrier does not know the number')
      expectThat(status === 'pre_transit', { expected: 'pre_transit', actual: status, answer })
    },
  }),
  active({
    id: 'TRACK-009',
    title: 'A tracker may be read as often as the limit allows.',
    section: 'Endpoints',
    endpoint: reading,
    sends: 'A tracker, read twelve times.',
    requests: { ...requests, getTracker: 12 },
    run: async (t) => {
      const { id } = await t.setup.tracker()
      for (let count = 0; count < 12; count += 1) expectSuccess(await t.call('getTracker', { id }))
    },
  }),
  ...scripts.map(([id, script, status, what]) =>
    active({
      id,
      title: `${what} has the status ${status}.`,
      section,
      endpoint: reading,
      basis: 'table',
      sends: `A tracker, after the carrier has told of it for twelve days (script ${script}).`,
      needs: needsTime,
      requests: { ...requests, getTracker: 1 },
      run: async (t) => {
        const { tracker, answer } = await travelled(t, script)
        const found = tracker.raw('status')
        expectThat(found === status, { expected: status, actual: found, answer })
      },
    }),
  ),
  active({
    id: 'TRACK-105',
    title: 'What a carrier says that cannot be normalised has the status unknown.',
    section,
    endpoint: reading,
    basis: 'table',
    sends: 'A tracker, four hours after the carrier told something odd.',
    needs: needsTime,
    requests: { ...requests, getTracker: 1 },
    run: async (t) => {
      const { id, trackingNumber } = await t.setup.tracker()
      await t.account.tracking.event(trackingNumber, 'xyzzy', 'Nothing anybody has heard of')
      await t.passTime(hours(4) + minutes(1))
      const { tracker, answer } = await read(t, id)
      const found = tracker.raw('status')
      expectThat(found === 'unknown', { expected: 'unknown', actual: found, answer })
    },
  }),
  active({
    id: 'TRACK-106',
    title: 'What happens at the carrier shows at the latest four hours later.',
    section: 'Endpoints',
    endpoint: reading,
    sends: 'A tracker before, and four hours and a minute after an event at the carrier.',
    needs: needsTime,
    requests: { ...requests, getTracker: 2 },
    run: async (t) => {
      const { id, trackingNumber } = await t.setup.tracker()
      const before = await read(t, id)
      const detail = 'Seen at the depot by the conformance suite'
      await t.account.tracking.event(trackingNumber, 'in_transit', detail)
      await t.passTime(hours(4) + minutes(1))
      const { tracker, answer } = await read(t, id)
      const after = eventsOf(tracker, answer)
      const isThere = after.some((each) => each.raw('status_detail') === detail)
      expectThat(isThere && after.length > eventsOf(before.tracker, answer).length, {
        expected: `an event "${detail}"`,
        actual: after.map(({ value }) => value),
        answer,
      })
    },
  }),
  active({
    id: 'TRACK-107',
    title: 'Every event has one of the six statuses.',
    section,
    endpoint: reading,
    sends: 'A tracker, after the parcel has been delivered.',
    needs: needsTime,
    requests: { ...requests, getTracker: 1 },
    run: async (t) => {
      const { tracker, answer } = await travelled(t, 'delivered')
      const events = eventsOf(tracker, answer)
      expectThat(events.length > 0, { expected: 'events', actual: 'none', answer })
      for (const event of events) event.text('status', { pattern: oneOfSix, described })
    },
  }),
  active({
    id: 'TRACK-108',
    title: "Every event has the carrier's own words in status_detail.",
    section,
    endpoint: reading,
    sends: 'A tracker, after the parcel has been delivered.',
    needs: needsTime,
    requests: { ...requests, getTracker: 1 },
    run: async (t) => {
      const { tracker, answer } = await travelled(t, 'delivered')
      const events = eventsOf(tracker, answer)
      expectThat(events.length > 0, { expected: 'events', actual: 'none', answer })
      for (const event of events) event.text('status_detail')
    },
  }),
  active({
    id: 'TRACK-109',
    title: 'Events stand in the order in which they happened.',
    section,
    endpoint: reading,
    basis: 'table',
    sends: 'A tracker, after the parcel has been delivered.',
    needs: needsTime,
    requests: { ...requests, getTracker: 1 },
    run: async (t) => {
      const { tracker, answer } = await travelled(t, 'delivered')
      const events = eventsOf(tracker, answer)
      expectThat(events.length > 1, { expected: 'several events', actual: events.length, answer })
      const times = events.map(({ value }) => Object.values(value).map(readTimestamp).find(Number.isFinite))
      const stamps = times.flatMap((each) => (each === undefined ? [] : [each]))
      const isSorted = stamps.every((each, index) => each >= (stamps[index - 1] ?? 0))
      expectThat(isSorted, { expected: 'times that never go back', actual: stamps, answer })
      const last = events.at(-1)?.raw('status')
      expectThat(last === 'delivered', { expected: 'the delivery as the last event', actual: last, answer })
    },
  }),
  active({
    id: 'TRACK-110',
    title: 'The history of a parcel is full: events that were there stay.',
    section,
    endpoint: reading,
    basis: 'table',
    sends: 'A tracker after one event, and after another one five hours later.',
    needs: needsTime,
    requests: { ...requests, getTracker: 2 },
    run: async (t) => {
      const { id, trackingNumber } = await t.setup.tracker()
      const details = ['First scan by the conformance suite', 'Second scan by the conformance suite']
      for (const [index, detail] of details.entries()) {
        await t.account.tracking.event(trackingNumber, 'in_transit', detail)
        await t.passTime(hours(5))
        const { tracker, answer } = await read(t, id)
        const seen = eventsOf(tracker, answer).map((each) => each.raw('status_detail'))
        const due = details.slice(0, index + 1)
        expectThat(
          due.every((each) => seen.includes(each)),
          { expected: due.join(' and '), actual: seen, answer },
        )
      }
    },
  }),
  active({
    id: 'TRACK-111',
    title: 'The status of a tracker is that of its last event.',
    section,
    endpoint: reading,
    basis: 'derived',
    sends: 'A tracker, after the parcel has been delivered.',
    needs: needsTime,
    requests: { ...requests, getTracker: 1 },
    run: async (t) => {
      const { tracker, answer } = await travelled(t, 'delivered')
      const last = eventsOf(tracker, answer).at(-1)
      const status = tracker.raw('status')
      expectThat(status === last?.raw('status'), {
        expected: `${last?.raw('status')}`,
        actual: status,
        answer,
      })
    },
  }),
]
