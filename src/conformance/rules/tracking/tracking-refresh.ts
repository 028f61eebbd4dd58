import { expectThat } from '../../http/expect.ts'
import { showValue } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import { hours, minutes } from '../../target/need.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import {
  addCarrierEvents,
  expectStatusDetails,
  readTracker,
  registerLiveTracker,
  statusDetailsOf,
  trackerEventsOf,
  trackingNeeds,
  trackLabelOfEachCarrier,
} from './tracker-reading.ts'

const refreshMs = hours(4) + minutes(1)

/** Statuses of a parcel that is not delivered, each with a message of a carrier. */
const undeliveredStatuses = [
  { status: 'exception', detail: 'Held for a day by the conformance suite' },
  { status: 'xyzzy', detail: 'Nothing anybody has heard of' },
  { status: 'out_for_delivery', detail: 'On the vehicle for the conformance suite' },
]

const makeEachTrackerRule = rulesOn('getTracker', {
  needs: trackingNeeds,
  given: trackLabelOfEachCarrier,
})
const makeTrackerRule = rulesOn('getTracker', {
  needs: trackingNeeds,
  given: (t) => t.setup.tracker(),
})

/** Two rules, for the test key and for the live key: a tracker shows a new event of its carrier within four hours. */
const pollingRules = (['test', 'live'] as const).map((key) =>
  rule(
    key === 'live' ? 'TRACK-118' : 'TRACK-106',
    key === 'live'
      ? 'With a live key, a tracker shows a new carrier event within four hours.'
      : 'A tracker shows a new carrier event within four hours.',
  )
    .on('getTracker', {
      needs: key === 'live' ? [...trackingNeeds, 'key:live'] : trackingNeeds,
      given: (t) => (key === 'live' ? registerLiveTracker(t) : t.setup.tracker()),
    })
    .judges(
      'ENDPOINTS-71',
      ...(key === 'live' ? [] : (['RESOURCES-77', 'RESOURCES-81', 'LIMITS-31'] as const)),
    )
    .by(async (t, { id, trackingNumber }) => {
      const before = await readTracker(t, id, key)
      const detail = 'Seen at the depot by the conformance suite'
      await addCarrierEvents(t, trackingNumber, { details: [detail], afterMs: refreshMs })
      const tracker = await readTracker(t, id, key)
      const after = trackerEventsOf(tracker)
      expectThat(statusDetailsOf(tracker).includes(detail) && after.length > trackerEventsOf(before).length, {
        expected: `an event "${detail}"`,
        actual: `the events ${showValue(after.map(({ value }) => value))}`,
        answer: tracker.answer,
      })
    }),
)

/** Rules that check that the service polls the carrier again, and that trackers keep their events. */
export const refreshRules: readonly Rule[] = [
  ...pollingRules,
  makeEachTrackerRule(
    'TRACK-116',
    'Tracking continues until the parcel is delivered, even after an exception or an unknown status.',
  )
    .judges('ENDPOINTS-71')
    .by(async (t, trackers) => {
      // Each tracker gets a different one of the statuses.
      const followed = undeliveredStatuses.flatMap((shown, index) => {
        const tracker = trackers[index]
        return tracker === undefined ? [] : [{ ...tracker, shown }]
      })
      for (const { trackingNumber, shown } of followed)
        await t.account.tracking.event(trackingNumber, shown.status, shown.detail)
      await t.passTime(refreshMs)
      const detail = 'Seen once more by the conformance suite'
      for (const { trackingNumber } of followed)
        await t.account.tracking.event(trackingNumber, 'in_transit', detail)
      await t.passTime(refreshMs)
      for (const { id, shown } of followed)
        expectStatusDetails(await readTracker(t, id), [shown.detail, detail])
    }),
  makeTrackerRule(
    'TRACK-117',
    'A tracker with a long history has all events, with the messages of the carrier.',
  )
    .judges('RESOURCES-77', 'RESOURCES-81')
    .by(async (t, { id, trackingNumber }) => {
      const details = Array.from({ length: 25 }, (_, index) => `Señor Núñez weighed it, scan ${index + 1}`)
      await addCarrierEvents(t, trackingNumber, { details, afterMs: minutes(1) })
      await t.passTime(hours(4))
      const tracker = await readTracker(t, id)
      const seen = statusDetailsOf(tracker)
      const missing = details.filter((each) => !seen.includes(each))
      expectThat(missing.length === 0, {
        expected: 'all 25 events of the parcel',
        actual: `${missing.length} missing, such as "${missing[0]}"`,
        answer: tracker.answer,
      })
    }),
]
