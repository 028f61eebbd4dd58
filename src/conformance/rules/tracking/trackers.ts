import { expectError, expectResource, expectSuccess, expectThat } from '../../http/expect.ts'
import { showValue } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { makeUnknownIdLike, unknownIds } from '../support/requests.ts'
import { rulesOn } from '../support/rules-on.ts'
import { expectTrackerCarrier, readTracker, registerLiveTracker, trackerStatusOf } from './tracker-reading.ts'

/** Buys a label and registers its tracking number. */
async function buyAndRegisterLabel(t: RuleContext) {
  const { trackingNumber, carrier } = await t.setup.label()
  const answer = await t.call('registerTracker', { body: { tracking_number: trackingNumber, carrier } })
  return { trackingNumber, carrier, answer }
}

const makeRegistrationRule = rulesOn('registerTracker', { given: buyAndRegisterLabel })
const makeTrackerRule = rulesOn('getTracker', { given: (t) => t.setup.tracker() })
const makeNewTrackerRule = rulesOn('getTracker', {
  given: async (t) => {
    const made = await t.setup.tracker()
    return { ...made, tracker: await readTracker(t, made.id) }
  },
})
const createLiveTrackerRuleBuilder = (needs: readonly ('key:test' | 'key:live')[]) =>
  rulesOn('getTracker', { needs, given: registerLiveTracker })

export const trackerRules: readonly Rule[] = [
  makeRegistrationRule('TRACK-001', 'A tracking number can be registered, and its tracker has an id.')
    .judges('ENDPOINTS-62', 'SERVICE-9', 'RESOURCES-71', 'ENDPOINTS-65')
    .by((_, { answer }) => expectResource(answer, 'tracker').text('id')),
  makeNewTrackerRule('TRACK-002', 'A tracker that was registered can be read.')
    .judges('ENDPOINTS-66', 'ENDPOINTS-68')
    .by((_, { tracker, id }) => tracker.expect('id', id)),
  makeNewTrackerRule('TRACK-003', 'A tracker has the tracking number of its registration.')
    .judges('RESOURCES-72')
    .by((_, { tracker, trackingNumber }) => tracker.expect('tracking_number', trackingNumber)),
  makeNewTrackerRule('TRACK-004', 'A tracker has the carrier of its registration.')
    .judges('RESOURCES-73')
    .by((_, { tracker, carrier }) => expectTrackerCarrier(tracker, carrier)),
  makeNewTrackerRule('TRACK-005', 'The status of a tracker is one of the six documented statuses.')
    .judges('RESOURCES-74', 'SERVICE-10', 'RESOURCES-75', 'ENDPOINTS-70')
    .by((_, { tracker }) => trackerStatusOf(tracker)),
  makeNewTrackerRule('TRACK-006', 'A tracker has a list of events.')
    .judges('RESOURCES-76', 'ENDPOINTS-70')
    .by((_, { tracker }) => tracker.list('events')),
  makeTrackerRule('TRACK-007', 'An unknown tracker id is refused as not found.')
    .judges('ENDPOINTS-69', 'ERRORS-82', 'ERRORS-83')
    .by(async (t, { id }) => {
      await t.setup.works('The tracker', t.call('getTracker', { id }))
      const unknown = makeUnknownIdLike(id, unknownIds.tracker)
      expectError(await t.call('getTracker', { id: unknown }), 'TRACKER.NOT_FOUND')
    }),
  makeNewTrackerRule('TRACK-008', 'The tracker of a label that was just bought has the status pre_transit.')
    .judges('RESOURCES-82')
    .by((t, { tracker }) => {
      if (trackerStatusOf(tracker) === 'unknown')
        t.notJudged(
          'the status is unknown: the target has not polled the carrier yet, or the carrier does not know the number of a sandbox label',
        )
      tracker.expect('status', 'pre_transit')
    }),
  makeTrackerRule('TRACK-009', 'A tracker may be read as often as the limit allows.')
    .judges('ENDPOINTS-73')
    .by(async (t, { id }) => {
      for (let count = 0; count < 6; count += 1) expectSuccess(await t.call('getTracker', { id }))
    }),
  makeRegistrationRule(
    'TRACK-010',
    'The response to a registration has the number, carrier and status of its tracker.',
  )
    .judges('RESOURCES-72', 'RESOURCES-73')
    .by(async (t, { trackingNumber, carrier, answer }) => {
      const told = await t.setup.of('The registration', async () => expectResource(answer, 'tracker'))
      const tracker = await readTracker(t, told.text('id'))
      // The service may not have polled the carrier yet.
      const statuses = ['unknown', 'pre_transit', tracker.raw('status')]
      const isRightValue: Readonly<Record<string, (text: string) => boolean>> = {
        tracking_number: (text) => text === trackingNumber,
        carrier: (text) => text.toLowerCase() === carrier.toLowerCase(),
        status: (text) => statuses.includes(text),
      }
      const texts = Object.entries(told.value).flatMap(([name, text]) =>
        typeof text === 'string' && isRightValue[name] !== undefined ? [{ name, text }] : [],
      )
      if (texts.length === 0)
        t.notJudged(
          'the response to the registration has none of tracking_number, carrier and status as a text',
        )
      expectThat(
        texts.every(({ name, text }) => isRightValue[name]?.(text) === true),
        { expected: `${trackingNumber} of ${carrier}, not scanned yet`, actual: showValue(texts), answer },
      )
    }),
  createLiveTrackerRuleBuilder(['key:live'])(
    'TRACK-011',
    'A tracker registered with a live key can be read with the key, and has the same fields as a test tracker.',
  )
    .judges('ENDPOINTS-68', 'RESOURCES-72')
    .by(async (t, { id, trackingNumber }) => {
      const tracker = await readTracker(t, id, 'live')
      tracker.expect('id', id)
      tracker.expect('tracking_number', trackingNumber)
      tracker.text('carrier')
      trackerStatusOf(tracker)
      tracker.list('events')
    }),
  createLiveTrackerRuleBuilder(['key:test', 'key:live'])(
    'TRACK-012',
    'A test key cannot read a tracker that was registered in production.',
  )
    .judges('AUTHENTICATION-37')
    .by(async (t, { id }) => {
      await t.setup.works('The tracker with the live key', t.call('getTracker', { id, key: 'live' }))
      expectError(await t.call('getTracker', { id }), 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
    }),
]
