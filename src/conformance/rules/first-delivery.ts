import { expectThat } from '../expect.ts'
import type { Arrival } from '../inbox.ts'
import type { RuleContext, RuleInbox } from '../rule-context.ts'
import type { BoughtLabel } from '../setup.ts'

/** Buys a label and waits for its event; throws where none comes. */
export async function firstDelivery(
  t: RuleContext,
  inbox: RuleInbox,
  key: 'test' | 'live' = 'test',
): Promise<{ readonly label: BoughtLabel; readonly delivery: Arrival }> {
  const label = await t.setup.label({ key })
  const [delivery] = await inbox.waitFor(label.id)
  expectThat(delivery !== undefined, {
    expected: `an event for ${label.id} at ${inbox.url}`,
    actual: `none, of ${inbox.all().length} that came`,
    answer: label.answer,
  })
  return { label, delivery }
}
