import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import { describeAnswer, expectResource, expectThat } from '../../http/expect.ts'
import { type Fields, fieldsOf } from '../../http/fields.ts'
import { showValue } from '../../http/show.ts'
import type { RuleContext } from '../../rule-context.ts'

const documentedStatuses: readonly string[] = constants.trackingStatuses

/** The documented statuses of trackers and events, as an argument of `Fields.text`. */
export const documentedStatus = {
  // safe regex: takes linear time, as it consists of literal texts between anchors.
  pattern: new RegExp(`^(?:${documentedStatuses.join('|')})$`),
  described: `one of ${documentedStatuses.join(', ')}`,
}

/** Returns the status of a tracker. Throws RuleBroken if the status is not a documented one. */
export const trackerStatusOf = (tracker: Fields): string => tracker.text('status', documentedStatus)

/** The needs of a rule that adds tracking events and lets time pass. */
export const trackingNeeds = ['control:tracking', 'control:clock'] as const

/** Reads a tracker. Throws RuleBroken if the response is not a success. */
export const readTracker = async (
  t: RuleContext,
  id: string,
  key: 'test' | 'live' = 'test',
): Promise<Fields> => expectResource(await t.call('getTracker', { id, key }), 'tracker')

/** A tracker, with the tracking number and carrier of its registration. */
export interface RegisteredTracker {
  readonly id: string
  readonly trackingNumber: string
  readonly carrier: string
}

/** Buys a label of each carrier, registers the tracking numbers, and returns the trackers. */
export function trackLabelOfEachCarrier(t: RuleContext): Promise<readonly RegisteredTracker[]> {
  return t.setup.of('A tracker of each carrier', async () => {
    const rates = await t.setup.rates()
    const carriers = [...new Set(rates.map(({ carrier }) => carrier))].slice(0, 4)
    const trackers: RegisteredTracker[] = []
    for (const carrier of carriers) {
      const rate = rates.find((each) => each.carrier === carrier)
      const bought = expectResource(await t.call('buyLabel', { body: { rate_id: rate?.id } }), 'label')
      trackers.push(await registerNumber(t, bought.text('tracking_number'), carrier))
    }
    return trackers
  })
}

/** A tracking number that no label of the account has. Registering it is free, even with a live key. */
const foreignTrackingNumber = '9400111899223100000418'

/** Registers a tracking number with the live key. Ends the rule as skipped if the service refuses the number. */
export async function registerLiveTracker(t: RuleContext): Promise<RegisteredTracker> {
  const [rate] = await t.setup.rates({ key: 'live' })
  const body = { tracking_number: foreignTrackingNumber, carrier: rate?.carrier ?? '' }
  const answer = await t.call('registerTracker', { body, key: 'live' })
  if ([400, 404, 422].includes(answer.status)) {
    t.notJudged(
      `the target refuses to register a tracking number that no label has: ${describeAnswer(answer)}`,
    )
  }
  return t.setup.of('The registration of a tracker', async () => ({
    id: expectResource(answer, 'tracker').text('id'),
    trackingNumber: foreignTrackingNumber,
    carrier: body.carrier,
  }))
}

async function registerNumber(
  t: RuleContext,
  trackingNumber: string,
  carrier: string,
): Promise<RegisteredTracker> {
  const answer = await t.call('registerTracker', { body: { tracking_number: trackingNumber, carrier } })
  return { id: expectResource(answer, 'tracker').text('id'), trackingNumber, carrier }
}

/** Returns the events of a tracker. Throws RuleBroken. */
export const trackerEventsOf = (tracker: Fields): readonly Fields[] =>
  tracker.list('events').map((each, index) => fieldsOf(each, `events[${index}]`, tracker.answer))

/** Returns the `status_detail` of each event of a tracker. */
export const statusDetailsOf = (tracker: Fields): readonly unknown[] =>
  trackerEventsOf(tracker).map((each) => each.raw('status_detail'))

/** Checks that a tracker has an event with each of these `status_detail` texts. Throws RuleBroken. */
export function expectStatusDetails(tracker: Fields, details: readonly string[], why?: string): void {
  const found = statusDetailsOf(tracker)
  expectThat(
    details.every((each) => found.includes(each)),
    {
      expected: `the status_details ${details.join(' and ')}${why === undefined ? '' : `, ${why}`}`,
      actual: `the status_details ${showValue(found)}`,
      answer: tracker.answer,
    },
  )
}

/** Checks that a tracker has this carrier, in upper or lower case. Throws RuleBroken. */
export function expectTrackerCarrier(tracker: Fields, carrier: string): void {
  const found = tracker.text('carrier')
  if (found.toLowerCase() !== carrier.toLowerCase()) tracker.expect('carrier', carrier)
}

/** Adds tracking events at the carrier one after the other, and lets a span of time pass after each event. */
export async function addCarrierEvents(
  t: RuleContext,
  trackingNumber: string,
  { details, afterMs }: { readonly details: readonly string[]; readonly afterMs: number },
): Promise<void> {
  for (const detail of details) {
    await t.account.tracking.event(trackingNumber, 'in_transit', detail)
    await t.passTime(afterMs)
  }
}
