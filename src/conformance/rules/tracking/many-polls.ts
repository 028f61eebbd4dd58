import { expectAnswer, expectResource, expectThat } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours, minutes } from '../../target/need.ts'
import { rulesOn } from '../support/rules-on.ts'
import { settleAll } from '../support/settle-all.ts'
import {
  controlledTracking,
  expectDetails,
  type Registered,
  readTracker,
  trackLabelOfEachCarrier,
} from './tracker-reading.ts'

const refresh = hours(4) + minutes(1)
const rounds = 7

/** Adds an event to each parcel. */
async function addEventToEach(
  t: RuleContext,
  trackers: readonly Registered[],
  detail: string,
): Promise<void> {
  for (const { trackingNumber } of trackers)
    await t.account.tracking.event(trackingNumber, 'in_transit', detail)
}

/** Causes of failure when a carrier is polled. */
const causes = ['down', 'timeout', 'error', 'malformed'] as const

const numbers: readonly string[] = [
  'ab-12_cd.EF34',
  ...[35, 60, 200, 500].map((length) => `1Z${'7aB3'.repeat(125)}`.slice(0, length)),
  ...Array.from({ length: 8 }, (_, index) => `94001118992231000${index}0417`),
]

const onEachTracker = rulesOn('getTracker', {
  needs: controlledTracking,
  given: trackLabelOfEachCarrier,
})
const withFailures = rulesOn('getTracker', {
  needs: [...controlledTracking, 'control:faults'],
  given: trackLabelOfEachCarrier,
})
const onRegistration = rulesOn('registerTracker')

/** Rules about trackers over days, during failures of carriers, and in large numbers. */
export const manyPollRules: readonly Rule[] = [
  onEachTracker(
    'TRACK-120',
    'A tracker shows a new carrier event within four hours, however often the carrier was polled before.',
  )
    .judges('ENDPOINTS-71')
    .by(async (t, trackers) => {
      const details: string[] = []
      const poll = async (detail: string): Promise<void> => {
        await addEventToEach(t, trackers, detail)
        details.push(detail)
        await t.passTime(refresh)
      }
      for (let round = 0; round < rounds; round += 1) {
        await poll(`Scan ${round + 1} by the conformance suite`)
        const tracker = trackers[round % trackers.length]
        if (tracker !== undefined) expectDetails(await readTracker(t, tracker.id), details)
      }
      await t.passTime(hours(24 * 6))
      await poll('Scanned days later by the conformance suite')
      for (const { id } of trackers) expectDetails(await readTracker(t, id), details)
    }),
  withFailures(
    'TRACK-121',
    'While a carrier fails for any cause, its trackers keep their events, and get the missing ones once it works.',
  )
    .judges('RESOURCES-77')
    .by(async (t, trackers) => {
      const why = 'as before the failure'
      await addEventToEach(t, trackers, 'Seen before')
      await t.passTime(refresh)
      for (const shift of causes.keys()) {
        await addEventToEach(t, trackers, `Seen meanwhile, ${shift + 1}`)
        for (const [index, { carrier }] of trackers.entries()) {
          const mode = causes[(index + shift) % causes.length] ?? 'down'
          await t.account.faults.add({ target: `carrier:${carrier}`, operation: 'tracking', mode })
        }
        await t.passTime(refresh)
        for (const { id } of trackers) {
          const tracker = await readTracker(t, id)
          tracker.expect('status', 'in_transit', { why })
          expectDetails(tracker, ['Seen before'], why)
        }
        await t.account.faults.clear()
      }
      await t.passTime(refresh)
      const all = ['Seen before', ...causes.map((_, index) => `Seen meanwhile, ${index + 1}`)]
      for (const { id } of trackers) expectDetails(await readTracker(t, id), all)
    }),
  onRegistration(
    'TRACK-017',
    'Each of many trackers has its own id and number, however long or unusual the number is.',
  )
    .judges('RESOURCES-72')
    .by(async (t) => {
      const carrier = (await t.setup.rates())[0]?.carrier ?? ''
      const registered = new Map<string, string>()
      const register = (tracking_number: string) =>
        t.call('registerTracker', { body: { tracking_number, carrier } })
      const answers = await settleAll(numbers.map(register))
      for (const [index, answer] of answers.entries()) {
        expectAnswer(answer, answer.status < 500, 'a tracker, or a refusal')
        if (answer.status < 300)
          registered.set(numbers[index] ?? '', expectResource(answer, 'tracker').text('id'))
      }
      if (registered.size === 0) t.notJudged('the target refuses to register numbers that no label has')
      const ids = new Set(registered.values())
      expectThat(ids.size === registered.size, {
        expected: `${registered.size} ids`,
        actual: `${ids.size} ids of ${registered.size} trackers`,
      })
      for (const [number, id] of registered) (await readTracker(t, id)).expect('tracking_number', number)
    }),
]
