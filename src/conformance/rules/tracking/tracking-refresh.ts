import { expectThat } from '../../http/expect.ts'
import { show } from '../../http/show.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { Judged } from '../../section.ts'
import { hours, minutes } from '../../target/need.ts'
import { active } from '../support/active.ts'
import { controlledTracking, eventsOf, liveTracker, readTracker, trackerOfEach } from './tracker-reading.ts'

const polled: readonly (readonly [RuleId, Judged, 'test' | 'live', string])[] = [
  [
    'TRACK-106',
    ['ENDPOINTS-71', 'RESOURCES-77', 'RESOURCES-81', 'LIMITS-31'],
    'test',
    'What happens at the carrier shows at the latest four hours later.',
  ],
  [
    'TRACK-118',
    ['ENDPOINTS-71'],
    'live',
    'With a live key, what happens at the carrier shows at the latest four hours later.',
  ],
]

/** Statuses of a parcel that is not delivered, with words of a carrier for them. */
const notYetDelivered = [
  { status: 'exception', detail: 'Held for a day by the conformance suite' },
  { status: 'xyzzy', detail: 'Nothing anybody has heard of' },
  { status: 'out_for_delivery', detail: 'On the vehicle for the conformance suite' },
]

/** Rules that the carrier is polled again, and that events are kept. */
export const refreshRules: readonly Rule[] = [
  ...polled.map(([id, judges, key, title]) =>
    active({
      id,
      judges,
      title,
      operation: 'getTracker',
      needs: key === 'live' ? [...controlledTracking, 'key:live'] : controlledTracking,
      run: async (t) => {
        const { id, trackingNumber } = key === 'live' ? await liveTracker(t) : await t.setup.tracker()
        const before = await readTracker(t, id, key)
        const detail = 'Seen at the depot by the conformance suite'
        await t.account.tracking.event(trackingNumber, 'in_transit', detail)
        await t.passTime(hours(4) + minutes(1))
        const { tracker, answer } = await readTracker(t, id, key)
        const after = eventsOf(tracker, answer)
        const isThere = after.some((each) => each.raw('status_detail') === detail)
        expectThat(isThere && after.length > eventsOf(before.tracker, answer).length, {
          expected: `an event "${detail}"`,
          actual: `the events ${show(after.map(({ value }) => value))}`,
          answer,
        })
      },
    }),
  ),
  active({
    id: 'TRACK-116',
    judges: ['ENDPOINTS-71'],
    title: 'A parcel that is not delivered yet is followed further, whatever its status.',
    operation: 'getTracker',
    needs: controlledTracking,
    run: async (t) => {
      const trackers = await trackerOfEach(t)
      // Each status is used for a carrier, as long as there are carriers.
      const followed = notYetDelivered.flatMap((said, index) => {
        const tracker = trackers[index]
        return tracker === undefined ? [] : [{ ...tracker, said }]
      })
      for (const { trackingNumber, said } of followed) {
        await t.account.tracking.event(trackingNumber, said.status, said.detail)
      }
      await t.passTime(hours(4) + minutes(1))
      const detail = 'Seen once more by the conformance suite'
      for (const { trackingNumber } of followed) {
        await t.account.tracking.event(trackingNumber, 'in_transit', detail)
      }
      await t.passTime(hours(4) + minutes(1))
      for (const { id, said } of followed) {
        const { tracker, answer } = await readTracker(t, id)
        const seen = eventsOf(tracker, answer).map((each) => each.raw('status_detail'))
        const expected = [said.detail, detail]
        expectThat(
          expected.every((each) => seen.includes(each)),
          {
            expected: `the status_details ${expected.join(' and ')}`,
            actual: `the status_details ${show(seen)}`,
            answer,
          },
        )
      }
    },
  }),
  active({
    id: 'TRACK-117',
    judges: ['RESOURCES-77', 'RESOURCES-81'],
    title: 'A long history is full, in the words of the carrier.',
    operation: 'getTracker',
    needs: controlledTracking,
    run: async (t) => {
      const { id, trackingNumber } = await t.setup.tracker()
      const details = Array.from({ length: 25 }, (_, index) => `Señor Núñez weighed it, scan ${index + 1}`)
      for (const detail of details) {
        await t.account.tracking.event(trackingNumber, 'in_transit', detail)
        await t.passTime(minutes(1))
      }
      await t.passTime(hours(4))
      const { tracker, answer } = await readTracker(t, id)
      const seen = eventsOf(tracker, answer).map((each) => each.raw('status_detail'))
      const missing = details.filter((each) => !seen.includes(each))
      expectThat(missing.length === 0, {
        expected: 'all 25 events of the parcel',
        actual: `${missing.length} missing, such as "${missing[0]}"`,
        answer,
      })
    },
  }),
]
