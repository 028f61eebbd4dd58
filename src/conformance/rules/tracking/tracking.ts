import { expectThat } from '../../http/expect.ts'
import { type Fields, readTimestamp } from '../../http/fields.ts'
import { showField, showValue } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours, minutes } from '../../target/need.ts'
import { rulesOn } from '../support/rules-on.ts'
import {
  addEvents,
  controlledTracking,
  detailsOf,
  documentedStatus,
  eventsOf,
  expectDetails,
  type Registered,
  readTracker,
  statusOf,
  trackLabelOfEachCarrier,
} from './tracker-reading.ts'

/** A time in which every tracking script ends. */
const wholeScript = hours(24 * 12)

/** Runs a tracking script to its end, and returns the events of the tracker. */
async function readEventsAfterScript(t: RuleContext, { id, trackingNumber }: Registered, script: string) {
  await t.account.tracking.script(trackingNumber, script)
  await t.passTime(wholeScript)
  return eventsOf(await readTracker(t, id))
}

/** Returns the events of a tracker whose parcel was delivered. Throws RuleBroken if there are none. */
async function readDeliveredHistory(t: RuleContext, made: Registered) {
  const events = await readEventsAfterScript(t, made, 'delivered')
  expectThat(events.length > 0, { expected: 'the history of the parcel in events', actual: 'no events' })
  return events
}

/** Tracking scripts, with the documented status in which each ends. */
const scripts = [
  ['in_transit', 'in_transit'],
  ['out_for_delivery', 'out_for_delivery'],
  ['returned', 'exception'],
  ['exception_then_delivered', 'delivered'],
] as const

/** Runs a script for trackers, and reads them at its end. */
async function runScript(t: RuleContext, trackers: readonly Registered[], script: string) {
  for (const { trackingNumber } of trackers) await t.account.tracking.script(trackingNumber, script)
  await t.passTime(wholeScript)
  const after: { readonly carrier: string; readonly tracker: Fields }[] = []
  for (const { id, carrier } of trackers) after.push({ carrier, tracker: await readTracker(t, id) })
  return after
}

/** Judges that the trackers of all carriers have a status after a script. */
async function expectStatusAfterScript(
  t: RuleContext,
  trackers: readonly Registered[],
  [script, status]: readonly [string, string],
): Promise<void> {
  for (const { tracker, carrier } of await runScript(t, trackers, script)) {
    statusOf(tracker)
    tracker.expect('status', status, { why: `after the script ${script} (${carrier})` })
  }
}

const onTracker = rulesOn('getTracker', { needs: controlledTracking, given: (t) => t.setup.tracker() })
const onEachTracker = rulesOn('getTracker', {
  needs: controlledTracking,
  given: trackLabelOfEachCarrier,
})

/** Rules about the statuses and events of parcels over days. */
export const trackingRules: readonly Rule[] = [
  onEachTracker(
    'TRACK-101',
    'The status of a parcel follows its carrier: in transit, out for delivery, an exception if returned, or delivered after an exception.',
  )
    .judges('RESOURCES-83', 'RESOURCES-84', 'RESOURCES-85', 'RESOURCES-86')
    .by(async (t, trackers) => {
      for (const script of scripts) await expectStatusAfterScript(t, trackers, script)
    }),
  onEachTracker('TRACK-103', 'A parcel whose delivery was confirmed has the status delivered.')
    .judges('RESOURCES-85')
    .by((t, trackers) => expectStatusAfterScript(t, trackers, ['delivered', 'delivered'])),
  onEachTracker('TRACK-115', 'A parcel that its carrier holds has an event with the status exception.')
    .judges('RESOURCES-86')
    .by(async (t, trackers) => {
      for (const { tracker, carrier } of await runScript(t, trackers, 'held')) {
        const found = eventsOf(tracker).map((each) => each.raw('status'))
        expectThat(found.includes('exception'), {
          expected: `an event with the status exception (${carrier})`,
          actual: `the statuses ${showValue(found)}`,
          answer: tracker.answer,
        })
      }
    }),
  onTracker('TRACK-105', 'A carrier message that cannot be normalised has the status unknown.')
    .judges('RESOURCES-87')
    .by(async (t, { id, trackingNumber }) => {
      await t.account.tracking.script(trackingNumber, 'never_scanned')
      const before = statusOf(await readTracker(t, id))
      const detail = 'Nothing anybody has heard of'
      await t.account.tracking.event(trackingNumber, 'xyzzy', detail)
      await t.passTime(hours(4) + minutes(1))
      const tracker = await readTracker(t, id)
      const odd = eventsOf(tracker).find((each) => each.raw('status_detail') === detail)
      expectThat(odd?.raw('status') === 'unknown', {
        expected: `an event "${detail}" with the status unknown`,
        actual: showField('events', tracker.raw('events')),
        answer: tracker.answer,
      })
      // The specification does not say whether `unknown` becomes the status of the tracker.
      const understood = eventsOf(tracker)
        .map((each) => each.raw('status'))
        .filter((each) => each !== 'unknown')
      const last = understood.at(-1) ?? 'pre_transit'
      const status = statusOf(tracker)
      expectThat(status === 'unknown' || status === before || status === last, {
        expected: `status unknown, or still ${String(before)} or ${String(last)}`,
        actual: showField('status', status),
        answer: tracker.answer,
      })
    }),
  onTracker('TRACK-107', 'Every event has one of the six statuses.')
    .judges('RESOURCES-79', 'SERVICE-10')
    .by(async (t, made) => {
      for (const event of await readDeliveredHistory(t, made)) event.text('status', documentedStatus)
    }),
  onTracker('TRACK-119', 'Events that follow an exception have one of the six statuses.')
    .judges('RESOURCES-79')
    .by(async (t, made) => {
      for (const event of await readEventsAfterScript(t, made, 'exception_then_delivered'))
        event.text('status', documentedStatus)
    }),
  onTracker('TRACK-108', "Every event has the carrier's own words in status_detail.")
    .judges('RESOURCES-80', 'RESOURCES-81')
    .by(async (t, made) => {
      for (const event of await readDeliveredHistory(t, made)) event.text('status_detail')
    }),
  onTracker('TRACK-109', 'Events are in the order in which they happened.')
    .judges('RESOURCES-78')
    .by(async (t, made) => {
      const events = await readEventsAfterScript(t, made, 'standard')
      const kinds = collectTimes(events)
      if (kinds.length === 0) t.notJudged('the events have no timestamps')
      // Events may have several timestamps, so the events need only be in order by one of them.
      const isSorted = kinds.some((times) => times.every((each, index) => each >= (times[index - 1] ?? 0)))
      expectThat(isSorted, {
        expected: 'events in the order of their times',
        actual: `the events ${showValue(events.map(({ value }) => value))}`,
        answer: events[0]?.answer,
      })
    }),
  onTracker('TRACK-110', 'The history of a parcel keeps its earlier events.')
    .judges('RESOURCES-77')
    .by(async (t, { id, trackingNumber }) => {
      const details = ['First scan by the conformance suite', 'Second scan by the conformance suite']
      for (const [index, detail] of details.entries()) {
        await addEvents(t, trackingNumber, { details: [detail], afterMs: hours(5) })
        expectDetails(await readTracker(t, id), details.slice(0, index + 1))
      }
    }),
  onTracker(
    'TRACK-112',
    'A parcel that nobody has scanned has the status pre_transit once its carrier was polled.',
  )
    .judges('RESOURCES-82')
    .by(async (t, { id, trackingNumber }) => {
      await t.account.tracking.script(trackingNumber, 'never_scanned')
      await t.passTime(hours(4) + minutes(1))
      const tracker = await readTracker(t, id)
      statusOf(tracker)
      tracker.expect('status', 'pre_transit')
    }),
  onTracker('TRACK-113', 'A later event comes after an earlier one in the history.')
    .judges('RESOURCES-78')
    .by(async (t, { id, trackingNumber }) => {
      const details = ['First', 'Second', 'Third'].map((each) => `${each} scan by the conformance suite`)
      await addEvents(t, trackingNumber, { details, afterMs: hours(1) })
      await t.passTime(hours(4))
      const tracker = await readTracker(t, id)
      const seen = detailsOf(tracker)
      const ours = seen.filter((each) => details.some((detail) => detail === each))
      expectThat(ours.join() === details.join(), {
        expected: `the status_details in this order: ${details.join(', ')}`,
        actual: `the status_details ${showValue(seen)}`,
        answer: tracker.answer,
      })
    }),
]

/** Returns the instants of each timestamp field that every event has, except fields with the same instant in all events. */
function collectTimes(events: readonly Fields[]): readonly (readonly number[])[] {
  return Object.keys(events[0]?.value ?? {})
    .map((name) => events.flatMap((each) => readTimestamp(each.raw(name)) ?? []))
    .filter((times) => times.length === events.length && new Set(times).size > 1)
}
