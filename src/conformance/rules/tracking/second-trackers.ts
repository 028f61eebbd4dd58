import { describeAnswer, expectResource } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours } from '../../target/need.ts'
import { rulesOn } from '../support/rules-on.ts'
import {
  addCarrierEvents,
  expectStatusDetails,
  expectTrackerCarrier,
  readTracker,
  registerLiveTracker,
  statusDetailsOf,
  trackingNeeds,
} from './tracker-reading.ts'

/** Registers a tracking number and returns the id of the tracker. Ends the rule as skipped if the service refuses the number. */
async function registerNumber(t: RuleContext, tracking_number: string, carrier: string): Promise<string> {
  const answer = await t.call('registerTracker', { body: { tracking_number, carrier } })
  if ([400, 404, 409, 422].includes(answer.status))
    t.notJudged(`the target refuses to register the tracking number: ${describeAnswer(answer)}`)
  return t.setup.of('The registration', async () => expectResource(answer, 'tracker').text('id'))
}

const makeTrackerReadingRule = rulesOn('getTracker')
const makeLiveRegistrationRule = rulesOn('getTracker', {
  needs: ['control:accounts'],
  given: registerLiveTracker,
})
const makeTrackerRule = rulesOn('getTracker', {
  needs: trackingNeeds,
  given: (t) => t.setup.tracker(),
})

/** Rules about several trackers of one tracking number, and about leading zeros. */
export const secondTrackerRules: readonly Rule[] = [
  makeTrackerReadingRule(
    'TRACK-013',
    'A tracking number that is registered with two carriers has a tracker for each carrier.',
  )
    .judges('RESOURCES-73')
    .by(async (t) => {
      const { trackingNumber, carrier } = await t.setup.label()
      const other = (await t.setup.rates()).find((each) => each.carrier !== carrier)?.carrier
      if (other === undefined)
        return t.notJudged('the quote had rates of only one carrier, but the rule needs two carriers')
      const ids = [
        [carrier, await registerNumber(t, trackingNumber, carrier)],
        [other, await registerNumber(t, trackingNumber, other)],
      ] as const
      for (const [name, id] of ids) expectTrackerCarrier(await readTracker(t, id), name)
    }),
  makeLiveRegistrationRule(
    'TRACK-014',
    'A test key can read a tracker that it has registered, even if a live key registered the same number before.',
  )
    .judges('ENDPOINTS-68')
    .by(async (t, { trackingNumber, carrier }) => {
      const tracker = await readTracker(t, await registerNumber(t, trackingNumber, carrier))
      tracker.expect('tracking_number', trackingNumber)
    }),
  makeTrackerReadingRule('TRACK-015', 'A tracking number keeps its leading zeros.')
    .judges('RESOURCES-72')
    .by(async (t) => {
      const number = '00340434161094042557'
      const [rate] = await t.setup.rates()
      const tracker = await readTracker(t, await registerNumber(t, number, rate?.carrier ?? ''))
      tracker.expect('tracking_number', number)
    }),
  makeTrackerRule('TRACK-016', 'A tracking number that is registered again keeps its history.')
    .judges('RESOURCES-77')
    .by(async (t, { id, trackingNumber, carrier }) => {
      const detail = 'A scan by the conformance suite'
      await addCarrierEvents(t, trackingNumber, { details: [detail], afterMs: hours(5) })
      const before = await t.setup.of('The history', async () => statusDetailsOf(await readTracker(t, id)))
      if (!before.includes(detail))
        t.notJudged('the tracker does not show the carrier event that the control protocol added')
      await registerNumber(t, trackingNumber, carrier)
      expectStatusDetails(await readTracker(t, id), [detail], 'as before')
    }),
]
