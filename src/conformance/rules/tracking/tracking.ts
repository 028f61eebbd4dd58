import { expectThat } from '../../http/expect.ts'
import { type Fields, readTimestamp } from '../../http/fields.ts'
import { showField, showValue } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours, minutes } from '../../target/need.ts'
import { rulesOn } from '../support/rules-on.ts'
import {
  addCarrierEvents,
  documentedStatus,
  expectStatusDetails,
  type RegisteredTracker,
  readTracker,
  statusDetailsOf,
  trackerEventsOf,
  trackerStatusOf,
  trackingNeeds,
  trackLabelOfEachCarrier,
} from './tracker-reading.ts'

/** A span in milliseconds after which every tracking script has ended. */
const scriptSpanMs = hours(24 * 12)

/** Runs a tracking script to its end, and returns the events of the tracker. */
async function readEventsAfterScript(
  t: RuleContext,
  { id, trackingNumber }: RegisteredTracker,
  script: string,
) {
  await t.account.tracking.script(trackingNumber, script)
  await t.passTime(scriptSpanMs)
  return trackerEventsOf(await readTracker(t, id))
}

/** Runs the tracking script that ends in `delivered`, and returns the tracker's events. Throws RuleBroken if there are none. */
async function readDeliveredHistory(t: RuleContext, made: RegisteredTracker) {
  const events = await readEventsAfterScript(t, made, 'delivered')
  expectThat(events.length > 0, { expected: 'the history of the parcel in events', actual: 'no events' })
  return events
}

/** Tracking scripts, with the documented status in which each ends. */
const scriptStatuses = [
  ['in_transit', 'in_transit'],
  ['out_for_delivery', 'out_for_delivery'],
  ['returned', 'exception'],
  ['exception_then_delivered', 'delivered'],
] as const

/** Runs a tracking script for several trackers, and reads the trackers after its end. */
async function runTrackingScript(t: RuleContext, trackers: readonly RegisteredTracker[], script: string) {
  for (const { trackingNumber } of trackers) await t.account.tracking.script(trackingNumber, script)
  await t.passTime(scriptSpanMs)
  const after: { readonly carrier: string; readonly tracker: Fields }[] = []
  for (const { id, carrier } of trackers) after.push({ carrier, tracker: await readTracker(t, id) })
  return after
}

/** Checks that a tracker of each carrier has this status after a tracking script. Throws RuleBroken. */
async function expectStatusAfterScript(
  t: RuleContext,
  trackers: readonly RegisteredTracker[],
  [script, status]: readonly [string, string],
): Promise<void> {
  for (const { tracker, carrier } of await runTrackingScript(t, trackers, script)) {
    trackerStatusOf(tracker)
    tracker.expect('status', status, { why: `after the script ${script} (${carrier})` })
  }
}

const makeTrackerRule = rulesOn('getTracker', {
  needs: trackingNeeds,
  given: (t) => t.setup.tracker(),
})
const makeEachTrackerRule = rulesOn('getTracker', {
  needs: trackingNeeds,
  given: trackLabelOfEachCarrier,
})

/** Rules about the statuses and events of parcels over days. */
export const trackingRules: readonly Rule[] = [
  makeEachTrackerRule(
    'TRACK-101',
    'The status of a parcel follows its carrier: in transit, out for delivery, an exception if returned, or delivered after an exception.',
  )
    .judges('RESOURCES-83', 'RESOURCES-84', 'RESOURCES-85', 'RESOURCES-86')
    .by(async (t, trackers) => {
      for (const script of scriptStatuses) await expectStatusAfterScript(t, trackers, script)
    }),
  makeEachTrackerRule('TRACK-103', 'A parcel whose delivery was confirmed has the status delivered.')
    .judges('RESOURCES-85')
    .by((t, trackers) => expectStatusAfterScript(t, trackers, ['delivered', 'delivered'])),
  makeEachTrackerRule('TRACK-115', 'A parcel that its carrier holds has an event with the status exception.')
    .judges('RESOURCES-86')
    .by(async (t, trackers) => {
      for (const { tracker, carrier } of await runTrackingScript(t, trackers, 'held')) {
        const found = trackerEventsOf(tracker).map((each) => each.raw('status'))
        expectThat(found.includes('exception'), {
          expected: `an event with the status exception (${carrier})`,
          actual: `the statuses ${showValue(found)}`,
          answer: tracker.answer,
        })
      }
    }),
  makeTrackerRule('TRACK-105', 'An event whose carrier message cannot be normalised has the status unknown.')
    .judges('RESOURCES-87')
    .by(async (t, { id, trackingNumber }) => {
      await t.account.tracking.script(trackingNumber, 'never_scanned')
      const before = trackerStatusOf(await readTracker(t, id))
      const detail = 'Nothing anybody has heard of'
      await t.account.tracking.event(trackingNumber, 'xyzzy', detail)
      await t.passTime(hours(4) + minutes(1))
      const tracker = await readTracker(t, id)
      const odd = trackerEventsOf(tracker).find((each) => each.raw('status_detail') === detail)
      expectThat(odd?.raw('status') === 'unknown', {
        expected: `an event "${detail}" with the status unknown`,
        actual: showField('events', tracker.raw('events')),
        answer: tracker.answer,
      })
      // The specification does not say whether `unknown` becomes the status of the tracker.
      const understood = trackerEventsOf(tracker)
        .map((each) => each.raw('status'))
        .filter((each) => each !== 'unknown')
      const last = understood.at(-1) ?? 'pre_transit'
      const status = trackerStatusOf(tracker)
      expectThat(status === 'unknown' || status === before || status === last, {
        expected: `status unknown, ${String(before)} as before the event, or ${String(last)} as in the last event with a known status`,
        actual: showField('status', status),
        answer: tracker.answer,
      })
    }),
  makeTrackerRule('TRACK-107', 'Every event of a tracker has one of the six documented statuses.')
    .judges('RESOURCES-79', 'SERVICE-10')
    .by(async (t, made) => {
      for (const event of await readDeliveredHistory(t, made)) event.text('status', documentedStatus)
    }),
  makeTrackerRule('TRACK-119', 'Events that follow an exception have one of the six documented statuses.')
    .judges('RESOURCES-79')
    .by(async (t, made) => {
      for (const event of await readEventsAfterScript(t, made, 'exception_then_delivered'))
        event.text('status', documentedStatus)
    }),
  makeTrackerRule('TRACK-108', 'Every event of a tracker has the message of the carrier in status_detail.')
    .judges('RESOURCES-80', 'RESOURCES-81')
    .by(async (t, made) => {
      for (const event of await readDeliveredHistory(t, made)) event.text('status_detail')
    }),
  makeTrackerRule('TRACK-109', 'The events of a tracker are in the order in which they happened.')
    .judges('RESOURCES-78')
    .by(async (t, made) => {
      const events = await readEventsAfterScript(t, made, 'standard')
      const timesByField = collectEventTimes(events)
      if (timesByField.length === 0)
        t.notJudged('the events of the tracker have no timestamps, so their order cannot be checked')
      // An event may have several timestamp fields. It is enough if the events are sorted by one of these fields.
      const isSorted = timesByField.some((times) =>
        times.every((each, index) => each >= (times[index - 1] ?? 0)),
      )
      expectThat(isSorted, {
        expected: 'events in the order of their times',
        actual: `the events ${showValue(events.map(({ value }) => value))}`,
        answer: events[0]?.answer,
      })
    }),
  makeTrackerRule('TRACK-110', 'A tracker keeps its earlier events when a new event arrives.')
    .judges('RESOURCES-77')
    .by(async (t, { id, trackingNumber }) => {
      const details = ['First scan by the conformance suite', 'Second scan by the conformance suite']
      for (const [index, detail] of details.entries()) {
        await addCarrierEvents(t, trackingNumber, { details: [detail], afterMs: hours(5) })
        expectStatusDetails(await readTracker(t, id), details.slice(0, index + 1))
      }
    }),
  makeTrackerRule(
    'TRACK-112',
    'A parcel that nobody has scanned has the status pre_transit once its carrier was polled.',
  )
    .judges('RESOURCES-82')
    .by(async (t, { id, trackingNumber }) => {
      await t.account.tracking.script(trackingNumber, 'never_scanned')
      await t.passTime(hours(4) + minutes(1))
      const tracker = await readTracker(t, id)
      trackerStatusOf(tracker)
      tracker.expect('status', 'pre_transit')
    }),
  makeTrackerRule('TRACK-113', 'In the history of a tracker, a later event comes after an earlier event.')
    .judges('RESOURCES-78')
    .by(async (t, { id, trackingNumber }) => {
      const details = ['First', 'Second', 'Third'].map((each) => `${each} scan by the conformance suite`)
      await addCarrierEvents(t, trackingNumber, { details, afterMs: hours(1) })
      await t.passTime(hours(4))
      const tracker = await readTracker(t, id)
      const seen = statusDetailsOf(tracker)
      const ours = seen.filter((each) => details.some((detail) => detail === each))
      expectThat(ours.join() === details.join(), {
        expected: `the status_details in this order: ${details.join(', ')}`,
        actual: `the status_details ${showValue(seen)}`,
        answer: tracker.answer,
      })
    }),
]

/**
 * Returns, for each timestamp field that all events have, its instants in the order of the events. Leaves out fields that
 * have the same value in all events.
 */
function collectEventTimes(events: readonly Fields[]): readonly (readonly number[])[] {
  return Object.keys(events[0]?.value ?? {})
    .map((name) => events.flatMap((each) => readTimestamp(each.raw(name)) ?? []))
    .filter((times) => times.length === events.length && new Set(times).size > 1)
}
