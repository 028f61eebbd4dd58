import { expectResource, expectThat, summary } from '../../http/expect.ts'
import { show, showField } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours, minutes } from '../../target/need.ts'
import { active } from '../support/active.ts'
import { settleAll } from '../support/settle-all.ts'
import {
  controlledTracking,
  eventsOf,
  readTracker,
  registrationOfEach,
  trackerOfEach,
} from './tracker-reading.ts'

const refresh = hours(4) + minutes(1)
const rounds = 7

/** Judges that a tracker has an event with these words of the carrier. */
async function expectSeen(t: RuleContext, id: string, details: readonly string[]): Promise<void> {
  const { tracker, answer } = await readTracker(t, id)
  const seen = eventsOf(tracker, answer).map((each) => each.raw('status_detail'))
  expectThat(
    details.every((each) => seen.includes(each)),
    {
      expected: `the status_details ${details.join(', ')}`,
      actual: `the status_details ${show(seen)}`,
      answer,
    },
  )
}

/** Causes of failure when a carrier is asked, in turn for each carrier. */
const causes = ['down', 'timeout', 'error', 'malformed'] as const

const numbers: readonly string[] = [
  'ab-12_cd.EF34',
  ...[35, 60, 200, 500].map((length) => `1Z${'7aB3'.repeat(125)}`.slice(0, length)),
  ...Array.from({ length: 8 }, (_, index) => `94001118992231000${index}0417`),
]

/** Rules about trackers that are followed for days, while carriers fail, and about many of them. */
export const manyPollRules: readonly Rule[] = [
  active({
    id: 'TRACK-120',
    judges: ['ENDPOINTS-71'],
    title: `However often a carrier has been asked, what happens there shows at the latest four hours later.`,
    operation: 'getTracker',
    needs: controlledTracking,
    requests: { ...registrationOfEach, getTracker: rounds + 7 },
    run: async (t) => {
      const trackers = await trackerOfEach(t)
      const details: string[] = []
      const happen = async (detail: string): Promise<void> => {
        for (const { trackingNumber } of trackers) {
          await t.account.tracking.event(trackingNumber, 'in_transit', detail)
        }
        details.push(detail)
        await t.passTime(refresh)
      }
      for (let round = 0; round < rounds; round += 1) {
        await happen(`Scan ${round + 1} by the conformance suite`)
        const tracker = trackers[round % trackers.length]
        if (tracker !== undefined) await expectSeen(t, tracker.id, details)
      }
      await t.passTime(hours(24 * 6))
      await happen('Scanned days later by the conformance suite')
      for (const { id } of trackers) await expectSeen(t, id, details)
    },
  }),
  active({
    id: 'TRACK-121',
    judges: ['RESOURCES-77'],
    title:
      'While a carrier fails for any cause, its trackers keep what they have, and see the rest once it works.',
    operation: 'getTracker',
    needs: [...controlledTracking, 'control:faults'],
    run: async (t) => {
      const trackers = await trackerOfEach(t)
      const happen = async (detail: string): Promise<void> => {
        for (const { trackingNumber } of trackers) {
          await t.account.tracking.event(trackingNumber, 'in_transit', detail)
        }
      }
      await happen('Seen before')
      await t.passTime(refresh)
      for (const shift of causes.keys()) {
        await happen(`Seen meanwhile, ${shift + 1}`)
        for (const [index, { carrier }] of trackers.entries()) {
          const mode = causes[(index + shift) % causes.length] ?? 'down'
          await t.account.faults.add({ target: `carrier:${carrier}`, operation: 'tracking', mode })
        }
        await t.passTime(refresh)
        for (const { id } of trackers) {
          const { tracker, answer } = await readTracker(t, id)
          expectThat(tracker.raw('status') === 'in_transit', {
            expected: 'status in_transit, as before the failure',
            actual: showField('status', tracker.raw('status')),
            answer,
          })
          const seen = eventsOf(tracker, answer).map((each) => each.raw('status_detail'))
          expectThat(seen.includes('Seen before'), {
            expected: 'the event "Seen before", as before the failure',
            actual: `the status_details ${show(seen)}`,
            answer,
          })
        }
        await t.account.faults.clear()
      }
      await t.passTime(refresh)
      for (const { id } of trackers)
        await expectSeen(t, id, ['Seen before', ...causes.map((_, index) => `Seen meanwhile, ${index + 1}`)])
    },
  }),
  active({
    id: 'TRACK-017',
    judges: ['RESOURCES-72'],
    title: 'Each of many trackers has an id and the number of its own, whatever its length and its letters.',
    operation: 'registerTracker',
    run: async (t) => {
      const carrier = (await t.setup.rates())[0]?.carrier ?? ''
      const registered = new Map<string, string>()
      const register = (tracking_number: string) =>
        t.call('registerTracker', { body: { tracking_number, carrier } })
      const answers = await settleAll(numbers.map(register))
      for (const [index, answer] of answers.entries()) {
        expectThat(answer.status < 500, {
          expected: 'a tracker, or a refusal',
          actual: summary(answer),
          answer,
        })
        if (answer.status < 300)
          registered.set(numbers[index] ?? '', expectResource(answer, 'tracker').text('id'))
      }
      if (registered.size === 0) t.notJudged('numbers that no label has could not be registered')
      const ids = new Set(registered.values())
      expectThat(ids.size === registered.size, {
        expected: `${registered.size} ids`,
        actual: `${ids.size} ids of ${registered.size} trackers`,
      })
      for (const [number, id] of registered) {
        const { tracker, answer } = await readTracker(t, id)
        const shown = tracker.raw('tracking_number')
        expectThat(shown === number, {
          expected: `tracking_number ${show(number)}`,
          actual: showField('tracking_number', shown),
          answer,
        })
      }
    },
  }),
]
