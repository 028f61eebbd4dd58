import { expectResource, expectThat, summary } from '../../http/expect.ts'
import { show, showField } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours } from '../../target/need.ts'
import { active } from '../support/active.ts'
import { controlledTracking, eventsOf, liveTracker, readTracker } from './tracker-reading.ts'

/** Registers a number and returns the tracker's id. Not judged if the service refuses the number. */
async function registered(t: RuleContext, tracking_number: string, carrier: string): Promise<string> {
  const answer = await t.call('registerTracker', { body: { tracking_number, carrier } })
  if ([400, 404, 409, 422].includes(answer.status)) t.notJudged(`it is not registered: ${summary(answer)}`)
  return t.setup.of('The registration', async () => expectResource(answer, 'tracker').text('id'))
}

/** Rules about a second tracker, and about unusual numbers. */
export const secondTrackerRules: readonly Rule[] = [
  active({
    id: 'TRACK-013',
    judges: ['RESOURCES-73'],
    title: 'A number that is registered with two carriers has a tracker of each.',
    operation: 'getTracker',
    run: async (t) => {
      const { trackingNumber, carrier } = await t.setup.label()
      const other = (await t.setup.rates()).find((each) => each.carrier !== carrier)?.carrier
      if (other === undefined) return t.notJudged('rates of one carrier came alone')
      const ids = [
        [carrier, await registered(t, trackingNumber, carrier)],
        [other, await registered(t, trackingNumber, other)],
      ] as const
      for (const [name, id] of ids) {
        const { tracker, answer } = await readTracker(t, id)
        const told = tracker.text('carrier')
        expectThat(told.toLowerCase() === name.toLowerCase(), {
          expected: `carrier ${name}, as registered`,
          actual: `carrier ${told}`,
          answer,
        })
      }
    },
  }),
  active({
    id: 'TRACK-014',
    judges: ['ENDPOINTS-68'],
    title: 'A test key can read what it has registered, though a live key has registered it before.',
    operation: 'getTracker',
    needs: ['control:accounts'],
    run: async (t) => {
      const { trackingNumber, carrier } = await liveTracker(t)
      const { tracker, answer } = await readTracker(t, await registered(t, trackingNumber, carrier))
      const found = tracker.raw('tracking_number')
      expectThat(found === trackingNumber, {
        expected: `tracking_number ${trackingNumber}`,
        actual: showField('tracking_number', found),
        answer,
      })
    },
  }),
  active({
    id: 'TRACK-015',
    judges: ['RESOURCES-72'],
    title: 'A tracking number keeps the zeros that it begins with.',
    operation: 'getTracker',
    run: async (t) => {
      const number = '00340434161094042557'
      const [rate] = await t.setup.rates()
      const { tracker, answer } = await readTracker(t, await registered(t, number, rate?.carrier ?? ''))
      const found = tracker.raw('tracking_number')
      expectThat(found === number, {
        expected: `tracking_number "${number}"`,
        actual: showField('tracking_number', found),
        answer,
      })
    },
  }),
  active({
    id: 'TRACK-016',
    judges: ['RESOURCES-77'],
    title: 'A number that is registered again keeps its history.',
    operation: 'getTracker',
    needs: controlledTracking,
    run: async (t) => {
      const { id, trackingNumber, carrier } = await t.setup.tracker()
      const detail = 'A scan by the conformance suite'
      await t.account.tracking.event(trackingNumber, 'in_transit', detail)
      await t.passTime(hours(5))
      const has = async () => {
        const { tracker, answer } = await readTracker(t, id)
        const seen = eventsOf(tracker, answer).map((each) => each.raw('status_detail'))
        return { holds: seen.includes(detail), seen, answer }
      }
      if (!(await t.setup.of('The history', has)).holds) t.notJudged('the event does not come up')
      await registered(t, trackingNumber, carrier)
      const { holds, seen, answer } = await has()
      expectThat(holds, {
        expected: `the status_detail ${detail}, as before`,
        actual: `the status_details ${show(seen)}`,
        answer,
      })
    },
  }),
]
