import { createBrokenRuleCause } from '../../http/cause.ts'
import { expectAnswer, isSuccess } from '../../http/expect.ts'
import type { RuleContext } from '../../rule-context.ts'

/** The rule about the label id in an event. If the id is wrong, other rules fail, too, and the report names this rule as the cause. */
export const eventIdRule = {
  id: 'HOOK-005',
  judges: ['EVENTS-10'],
  title: 'The event has the id of the label in data.id.',
} as const

/** The rule that each purchase sends an event. If events are missing, other rules fail, too, and the report names this rule as the cause. */
export const oneEventRule = {
  id: 'HOOK-017',
  judges: ['EVENTS-1', 'EVENTS-4'],
  title: 'One purchase sends one event.',
} as const

/** Checks that an id from a webhook event belongs to a label. If not, the rule about `data.id` is reported as the cause. Throws RuleBroken. */
export async function expectEventLabelExists(t: RuleContext, id: string): Promise<void> {
  const answer = await t.call('getLabel', { id })
  expectAnswer(
    answer,
    isSuccess(answer),
    `the label ${id}, which an event has in data.id`,
    createBrokenRuleCause(eventIdRule),
  )
}
