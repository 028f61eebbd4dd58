import type { RuleContext } from '../../rule-context.ts'
import { brokenRule } from '../../wire/cause.ts'
import { expectThat, isSuccess, summary } from '../../wire/expect.ts'

/** What other rules take for granted of events. */
export const eventIdRule = {
  id: 'HOOK-005',
  title: 'The event has the id of the label in data.id.',
} as const

export const oneEventRule = { id: 'HOOK-017', title: 'One purchase has one event.' } as const

/** What an event tells in data.id is a label: where it is none, the event is wrong and nothing else. */
export async function expectLabelOfEvent(t: RuleContext, id: string): Promise<void> {
  const answer = await t.call('getLabel', { id })
  expectThat(isSuccess(answer), {
    expected: `the label ${id}, which an event has in data.id`,
    actual: summary(answer),
    answer,
    cause: brokenRule(eventIdRule),
  })
}
