import { expectThat } from '../../http/expect.ts'
import { type Fields, readTimestamp } from '../../http/fields.ts'
import { show, showField } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours, minutes } from '../../target/need.ts'
import { active } from '../support/active.ts'
import {
  controlledTracking,
  documentedStatus,
  eventsOf,
  readTracker,
  statusOf,
  trackerOfEach,
} from './tracker-reading.ts'

/** A tracker after ten days of a tracking script. */
async function travelled(t: RuleContext, script: string) {
  const { id, trackingNumber } = await t.setup.tracker()
  await t.account.tracking.script(trackingNumber, script)
  await t.passTime(hours(24 * 12))
  return { id, trackingNumber, ...(await readTracker(t, id)) }
}

/** Tracking scripts one after another, with the documented status in which each ends. */
const scripts = [
  ['in_transit', 'in_transit'],
  ['out_for_delivery', 'out_for_delivery'],
  ['returned', 'exception'],
  ['exception_then_delivered', 'delivered'],
] as const

/** Judges that the trackers of all carriers have a status after twelve days of a script. */
async function expectScript(
  t: RuleContext,
  trackers: Awaited<ReturnType<typeof trackerOfEach>>,
  [script, status]: readonly [string, string],
): Promise<void> {
  for (const { trackingNumber } of trackers) await t.account.tracking.script(trackingNumber, script)
  await t.passTime(hours(24 * 12))
  for (const { id, carrier } of trackers) {
    const { tracker, answer } = await readTracker(t, id)
    const found = statusOf(tracker)
    expectThat(found === status, {
      expected: `status ${status} after the script ${script} (${carrier})`,
      actual: showField('status', found),
      answer,
    })
  }
}

/** Rules about parcels while time passes. */
export const trackingRules: readonly Rule[] = [
  active({
    id: 'TRACK-101',
    judges: ['RESOURCES-83', 'RESOURCES-84', 'RESOURCES-85', 'RESOURCES-86'],
    title:
      'A parcel has the status of what its carrier tells: it moves, is on the vehicle, goes back, or is delivered after that.',
    operation: 'getTracker',
    needs: controlledTracking,
    run: async (t) => {
      const trackers = await trackerOfEach(t)
      for (const script of scripts) await expectScript(t, trackers, script)
    },
  }),
  active({
    id: 'TRACK-103',
    judges: ['RESOURCES-85'],
    title: 'A parcel whose delivery was confirmed has the status delivered.',
    operation: 'getTracker',
    needs: controlledTracking,
    run: async (t) => expectScript(t, await trackerOfEach(t), ['delivered', 'delivered']),
  }),
  active({
    id: 'TRACK-115',
    judges: ['RESOURCES-86'],
    title: 'That a parcel is held is an exception.',
    operation: 'getTracker',
    needs: controlledTracking,
    run: async (t) => {
      const trackers = await trackerOfEach(t)
      for (const { trackingNumber } of trackers) await t.account.tracking.script(trackingNumber, 'held')
      await t.passTime(hours(24 * 12))
      for (const { id, carrier } of trackers) {
        const { tracker, answer } = await readTracker(t, id)
        const found = eventsOf(tracker, answer).map((each) => each.raw('status'))
        expectThat(found.includes('exception'), {
          expected: `an event with the status exception (${carrier})`,
          actual: `the statuses ${show(found)}`,
          answer,
        })
      }
    },
  }),
  active({
    id: 'TRACK-105',
    judges: ['RESOURCES-87'],
    title: 'What a carrier says that cannot be normalised has the status unknown.',
    operation: 'getTracker',
    needs: controlledTracking,
    run: async (t) => {
      const { id, trackingNumber } = await t.setup.tracker()
      await t.account.tracking.script(trackingNumber, 'never_scanned')
      const before = statusOf((await readTracker(t, id)).tracker)
      const detail = 'Nothing anybody has heard of'
      await t.account.tracking.event(trackingNumber, 'xyzzy', detail)
      await t.passTime(hours(4) + minutes(1))
      const { tracker, answer } = await readTracker(t, id)
      const odd = eventsOf(tracker, answer).find((each) => each.raw('status_detail') === detail)
      expectThat(odd?.raw('status') === 'unknown', {
        expected: `an event "${detail}" with the status unknown`,
        actual: showField('events', tracker.raw('events')),
        answer,
      })
      // Whether `unknown` becomes the status of the tracker is not stated.
      const understood = eventsOf(tracker, answer)
        .map((each) => each.raw('status'))
        .filter((each) => each !== 'unknown')
      const last = understood.at(-1) ?? 'pre_transit'
      const status = statusOf(tracker)
      expectThat(status === 'unknown' || status === before || status === last, {
        expected: `status unknown, or still ${String(before)} or ${String(last)}`,
        actual: showField('status', status),
        answer,
      })
    },
  }),
  active({
    id: 'TRACK-107',
    judges: ['RESOURCES-79', 'SERVICE-10'],
    title: 'Every event has one of the six statuses.',
    operation: 'getTracker',
    needs: controlledTracking,
    run: async (t) => {
      const { tracker, answer } = await travelled(t, 'delivered')
      const events = eventsOf(tracker, answer)
      expectThat(events.length > 0, {
        expected: 'the history of the parcel in events',
        actual: 'no events',
        answer,
      })
      for (const event of events) event.text('status', documentedStatus)
    },
  }),
  active({
    id: 'TRACK-119',
    judges: ['RESOURCES-79'],
    title: 'Events that follow an exception have one of the six statuses.',
    operation: 'getTracker',
    needs: controlledTracking,
    run: async (t) => {
      const { tracker, answer } = await travelled(t, 'exception_then_delivered')
      for (const event of eventsOf(tracker, answer)) event.text('status', documentedStatus)
    },
  }),
  active({
    id: 'TRACK-108',
    judges: ['RESOURCES-80', 'RESOURCES-81'],
    title: "Every event has the carrier's own words in status_detail.",
    operation: 'getTracker',
    needs: controlledTracking,
    run: async (t) => {
      const { tracker, answer } = await travelled(t, 'delivered')
      const events = eventsOf(tracker, answer)
      expectThat(events.length > 0, {
        expected: 'the history of the parcel in events',
        actual: 'no events',
        answer,
      })
      for (const event of events) event.text('status_detail')
    },
  }),
  active({
    id: 'TRACK-109',
    judges: ['RESOURCES-78'],
    title: 'Events stand in the order in which they happened.',
    operation: 'getTracker',
    needs: controlledTracking,
    run: async (t) => {
      const { tracker, answer } = await travelled(t, 'standard')
      const events = eventsOf(tracker, answer)
      const kinds = timesIn(events)
      if (kinds.length === 0) t.notJudged('its events do not tell when they happened')
      // Events may have several timestamps, so one of them must be in order in all events.
      const isSorted = kinds.some((times) => times.every((each, index) => each >= (times[index - 1] ?? 0)))
      expectThat(isSorted, {
        expected: 'times that never go back',
        actual: `the events ${show(events.map(({ value }) => value))}`,
        answer,
      })
    },
  }),
  active({
    id: 'TRACK-110',
    judges: ['RESOURCES-77'],
    title: 'The history of a parcel is full: events that were there stay.',
    operation: 'getTracker',
    needs: controlledTracking,
    run: async (t) => {
      const { id, trackingNumber } = await t.setup.tracker()
      const details = ['First scan by the conformance suite', 'Second scan by the conformance suite']
      for (const [index, detail] of details.entries()) {
        await t.account.tracking.event(trackingNumber, 'in_transit', detail)
        await t.passTime(hours(5))
        const { tracker, answer } = await readTracker(t, id)
        const seen = eventsOf(tracker, answer).map((each) => each.raw('status_detail'))
        const due = details.slice(0, index + 1)
        expectThat(
          due.every((each) => seen.includes(each)),
          {
            expected: `the status_details ${due.join(' and ')}`,
            actual: `the status_details ${show(seen)}`,
            answer,
          },
        )
      }
    },
  }),
  active({
    id: 'TRACK-112',
    judges: ['RESOURCES-82'],
    title: 'A parcel that nobody has scanned has the status pre_transit once its carrier has been asked.',
    operation: 'getTracker',
    needs: controlledTracking,
    run: async (t) => {
      const { id, trackingNumber } = await t.setup.tracker()
      await t.account.tracking.script(trackingNumber, 'never_scanned')
      await t.passTime(hours(4) + minutes(1))
      const { tracker, answer } = await readTracker(t, id)
      const status = statusOf(tracker)
      expectThat(status === 'pre_transit', {
        expected: 'status pre_transit',
        actual: showField('status', status),
        answer,
      })
    },
  }),
  active({
    id: 'TRACK-113',
    judges: ['RESOURCES-78'],
    title: 'An event that happened later stands behind an earlier one.',
    operation: 'getTracker',
    needs: controlledTracking,
    run: async (t) => {
      const { id, trackingNumber } = await t.setup.tracker()
      const details = ['First', 'Second', 'Third'].map((each) => `${each} scan by the conformance suite`)
      for (const detail of details) {
        await t.account.tracking.event(trackingNumber, 'in_transit', detail)
        await t.passTime(hours(1))
      }
      await t.passTime(hours(4))
      const { tracker, answer } = await readTracker(t, id)
      const seen = eventsOf(tracker, answer).map((each) => each.raw('status_detail'))
      const ours = seen.filter((each) => details.some((detail) => detail === each))
      expectThat(ours.join() === details.join(), {
        expected: `the status_details in this order: ${details.join(', ')}`,
        actual: `the status_details ${show(seen)}`,
        answer,
      })
    },
  }),
]

/** The instants of each field that has one in every event, except fields in which it is always the same. */
function timesIn(events: readonly Fields[]): readonly (readonly number[])[] {
  return Object.keys(events[0]?.value ?? {})
    .map((name) => events.flatMap((each) => readTimestamp(each.raw(name)) ?? []))
    .filter((times) => times.length === events.length && new Set(times).size > 1)
}
