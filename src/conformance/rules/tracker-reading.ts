import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }
import type { RuleContext } from '../rule-context.ts'
import type { Answer } from '../wire/answer.ts'
import { expectResource } from '../wire/expect.ts'
import { type Fields, fieldsOf } from '../wire/fields.ts'

const statuses: readonly string[] = constants.trackingStatuses

export const oneOfSix = {
  pattern: new RegExp(`^(?:${statuses.join('|')})$`),
  described: `one of ${statuses.join(', ')}`,
}

/** A label, and the registration of its number. */
export const registration = { createRates: 1, buyLabel: 1, registerTracker: 1 } as const

export async function readTracker(
  t: RuleContext,
  id: string,
): Promise<{ readonly tracker: Fields; readonly answer: Answer }> {
  const answer = await t.call('getTracker', { id })
  return { tracker: expectResource(answer, 'tracker'), answer }
}

export const eventsOf = (tracker: Fields, answer: Answer): readonly Fields[] =>
  tracker.list('events').map((each, index) => fieldsOf(each, `events[${index}]`, answer))
