import { expectAnswer, expectResource, expectThat } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours, minutes } from '../../target/need.ts'
import { rulesOn } from '../support/rules-on.ts'
import { settleAll } from '../support/settle-all.ts'
import {
  expectStatusDetails,
  type RegisteredTracker,
  readTracker,
  trackingNeeds,
  trackLabelOfEachCarrier,
} from './tracker-reading.ts'

/** The longest time after which a tracker must show a new event, in milliseconds. */
const refreshMs = hours(4) + minutes(1)
const pollRounds = 7

/** Adds a tracking event at the carrier of each tracked parcel. */
async function addEventToEachParcel(
  t: RuleContext,
  trackers: readonly RegisteredTracker[],
  detail: string,
): Promise<void> {
  for (const { trackingNumber } of trackers)
    await t.account.tracking.event(trackingNumber, 'in_transit', detail)
}

/** Ways in which a carrier can fail when the service asks it for news of a parcel. */
const failureModes = ['down', 'timeout', 'error', 'malformed'] as const

const unusualNumbers: readonly string[] = [
  'ab-12_cd.EF34',
  ...[35, 60, 200, 500].map((length) => `1Z${'7aB3'.repeat(125)}`.slice(0, length)),
  ...Array.from({ length: 8 }, (_, index) => `94001118992231000${index}0417`),
]

const makeEachTrackerRule = rulesOn('getTracker', {
  needs: trackingNeeds,
  given: trackLabelOfEachCarrier,
})
const makeFailingCarrierRule = rulesOn('getTracker', {
  needs: [...trackingNeeds, 'control:faults'],
  given: trackLabelOfEachCarrier,
})
const makeRegistrationRule = rulesOn('registerTracker')

/** Rules about trackers over several days, during failures of carriers, and in large numbers. */
export const manyPollRules: readonly Rule[] = [
  makeEachTrackerRule(
    'TRACK-120',
    'A tracker shows a new carrier event within four hours, however often the carrier was polled before.',
  )
    .judges('ENDPOINTS-71')
    .by(async (t, trackers) => {
      const details: string[] = []
      const addEventsAndPoll = async (detail: string): Promise<void> => {
        await addEventToEachParcel(t, trackers, detail)
        details.push(detail)
        await t.passTime(refreshMs)
      }
      for (let round = 0; round < pollRounds; round += 1) {
        await addEventsAndPoll(`Scan ${round + 1} by the conformance suite`)
        const tracker = trackers[round % trackers.length]
        if (tracker !== undefined) expectStatusDetails(await readTracker(t, tracker.id), details)
      }
      await t.passTime(hours(24 * 6))
      await addEventsAndPoll('Scanned days later by the conformance suite')
      for (const { id } of trackers) expectStatusDetails(await readTracker(t, id), details)
    }),
  makeFailingCarrierRule(
    'TRACK-121',
    'While a carrier fails for any cause, its trackers keep their events, and get the missing events after it works again.',
  )
    .judges('RESOURCES-77')
    .by(async (t, trackers) => {
      const why = 'as before the failure'
      await addEventToEachParcel(t, trackers, 'Seen before')
      await t.passTime(refreshMs)
      for (const shift of failureModes.keys()) {
        await addEventToEachParcel(t, trackers, `Seen meanwhile, ${shift + 1}`)
        for (const [index, { carrier }] of trackers.entries()) {
          const mode = failureModes[(index + shift) % failureModes.length] ?? 'down'
          await t.account.faults.add({ target: `carrier:${carrier}`, operation: 'tracking', mode })
        }
        await t.passTime(refreshMs)
        for (const { id } of trackers) {
          const tracker = await readTracker(t, id)
          tracker.expect('status', 'in_transit', { why })
          expectStatusDetails(tracker, ['Seen before'], why)
        }
        await t.account.faults.clear()
      }
      await t.passTime(refreshMs)
      const all = ['Seen before', ...failureModes.map((_, index) => `Seen meanwhile, ${index + 1}`)]
      for (const { id } of trackers) expectStatusDetails(await readTracker(t, id), all)
    }),
  makeRegistrationRule(
    'TRACK-017',
    'Each of many trackers has its own id and number, however long or unusual the number is.',
  )
    .judges('RESOURCES-72')
    .by(async (t) => {
      const carrier = (await t.setup.rates())[0]?.carrier ?? ''
      const registered = new Map<string, string>()
      const registerNumber = (tracking_number: string) =>
        t.call('registerTracker', { body: { tracking_number, carrier } })
      const answers = await settleAll(unusualNumbers.map(registerNumber))
      for (const [index, answer] of answers.entries()) {
        expectAnswer(answer, answer.status < 500, 'a tracker, or a refusal')
        if (answer.status < 300)
          registered.set(unusualNumbers[index] ?? '', expectResource(answer, 'tracker').text('id'))
      }
      if (registered.size === 0)
        t.notJudged('the target refuses to register tracking numbers that no label has')
      const ids = new Set(registered.values())
      expectThat(ids.size === registered.size, {
        expected: `${registered.size} ids`,
        actual: `${ids.size} ids of ${registered.size} trackers`,
      })
      for (const [number, id] of registered) (await readTracker(t, id)).expect('tracking_number', number)
    }),
]
