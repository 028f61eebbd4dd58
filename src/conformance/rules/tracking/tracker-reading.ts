import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import type { Answer } from '../../http/answer.ts'
import { expectResource, summary } from '../../http/expect.ts'
import { type Fields, fieldsOf } from '../../http/fields.ts'
import type { RuleContext } from '../../rule-context.ts'

const statuses: readonly string[] = constants.trackingStatuses

/** The documented statuses, for `Fields.text`. */
export const documentedStatus = {
  // regex bound: literal texts, between anchors.
  pattern: new RegExp(`^(?:${statuses.join('|')})$`),
  described: `one of ${statuses.join(', ')}`,
}

/** The status of a tracker, one of the documented ones. Throws RuleBroken. */
export const statusOf = (tracker: Fields): string => tracker.text('status', documentedStatus)

/** The needs of rules that push tracking events and let time pass. */
export const controlledTracking = ['control:tracking', 'control:clock'] as const

/** Reads a tracker. Throws RuleBroken if it is not a success. */
export async function readTracker(
  t: RuleContext,
  id: string,
  key: 'test' | 'live' = 'test',
): Promise<{ readonly tracker: Fields; readonly answer: Answer }> {
  const answer = await t.call('getTracker', { id, key })
  return { tracker: expectResource(answer, 'tracker'), answer }
}

/** The requests of labels of up to four carriers and the registrations of their numbers. */
export const registrationOfEach = { createRates: 1, buyLabel: 4, registerTracker: 4 } as const

interface Registered {
  readonly id: string
  readonly trackingNumber: string
  readonly carrier: string
}

/** Buys a label of each carrier and registers its number. */
export function trackerOfEach(t: RuleContext): Promise<readonly Registered[]> {
  return t.setup.of('A tracker of each carrier', async () => {
    const rates = await t.setup.rates()
    const carriers = [...new Set(rates.map(({ carrier }) => carrier))].slice(0, 4)
    const trackers: Registered[] = []
    for (const carrier of carriers) {
      const rate = rates.find((each) => each.carrier === carrier)
      const bought = expectResource(await t.call('buyLabel', { body: { rate_id: rate?.id } }), 'label')
      trackers.push(await register(t, bought.text('tracking_number'), carrier))
    }
    return trackers
  })
}

/** A tracking number of no label of the account. Its registration is free, even with a live key. */
const strangersNumber = '9400111899223100000418'

/** Registers a number with the live key. */
export async function liveTracker(t: RuleContext): Promise<Registered> {
  const [rate] = await t.setup.rates({ key: 'live' })
  const body = { tracking_number: strangersNumber, carrier: rate?.carrier ?? '' }
  const answer = await t.call('registerTracker', { body, key: 'live' })
  if ([400, 404, 422].includes(answer.status)) {
    t.notJudged(`a number that no label has could not be registered: ${summary(answer)}`)
  }
  return t.setup.of('The registration of a tracker', async () => ({
    id: expectResource(answer, 'tracker').text('id'),
    trackingNumber: strangersNumber,
    carrier: body.carrier,
  }))
}

async function register(t: RuleContext, trackingNumber: string, carrier: string): Promise<Registered> {
  const answer = await t.call('registerTracker', { body: { tracking_number: trackingNumber, carrier } })
  return { id: expectResource(answer, 'tracker').text('id'), trackingNumber, carrier }
}

/** The events of a tracker. Throws RuleBroken. */
export const eventsOf = (tracker: Fields, answer: Answer): readonly Fields[] =>
  tracker.list('events').map((each, index) => fieldsOf(each, `events[${index}]`, answer))
