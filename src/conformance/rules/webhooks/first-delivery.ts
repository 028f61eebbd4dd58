import { type Cause, createBrokenRuleCause } from '../../http/cause.ts'
import { expectThat } from '../../http/expect.ts'
import { showValue } from '../../http/show.ts'
import { plural } from '../../plural.ts'
import type { RuleContext, RuleInbox } from '../../rule-context.ts'
import type { BoughtLabel } from '../../setup/prerequisites.ts'
import type { Arrival } from '../../target/arrival.ts'
import { eventIdRule } from '../support/event-ids.ts'

/** Buys a label and waits for its webhook event. Throws RuleBroken if none comes. */
export async function buyAndAwaitDelivery(
  t: RuleContext,
  inbox: RuleInbox,
  key: 'test' | 'live' = 'test',
): Promise<{ readonly label: BoughtLabel; readonly delivery: Arrival }> {
  const label = await t.setup.label({ key })
  return { label, delivery: await awaitDelivery(t, inbox, label) }
}

/** Waits for the webhook event of a label. Throws RuleBroken if none comes. */
export async function awaitDelivery(
  t: RuleContext,
  inbox: RuleInbox,
  label: Pick<BoughtLabel, 'id' | 'fields' | 'answer'>,
): Promise<Arrival> {
  const [delivery] = await inbox.waitFor(label.id)
  const carrier = label.fields.raw('carrier')
  expectThat(delivery !== undefined, {
    expected: `an event for ${label.id}, of ${typeof carrier === 'string' ? carrier : 'no carrier'}, at ${inbox.url}`,
    actual: describeArrivedEvents(t, inbox),
    answer: label.answer,
    // If events came, but with another label id or none, the cause is the wrong id and not a missing event.
    cause: causeOfMissingEvent(t, inbox),
  })
  return delivery
}

/**
 * Returns the cause of a missing webhook event. In an account made for the rule, every event belongs to the rule's
 * label. If an event has another id, the cause is that wrong id.
 */
function causeOfMissingEvent(t: RuleContext, inbox: RuleInbox): Cause | undefined {
  if (inbox.all().length === 0) return { kind: 'no-event' }
  return t.isOwnAccount ? createBrokenRuleCause(eventIdRule) : undefined
}

function describeArrivedEvents(t: RuleContext, inbox: RuleInbox): string {
  const came = inbox.all()
  const nameless = came.filter(({ labelId }) => labelId === undefined).length
  if (nameless > 0) return `${plural(nameless, 'event')} without data.id, so their label is unknown`
  if (came.length > 0 && t.isOwnAccount) {
    const ids = new Set(came.map(({ labelId }) => showValue(labelId)))
    return `${plural(came.length, 'event')} with another data.id: ${[...ids].slice(0, 3).join(', ')}`
  }
  if (came.length > 0) return `no event of this label; ${plural(came.length, 'event')} of other labels came`
  return t.isOwnAccount
    ? 'no event'
    : 'no event and no request at all: is this URL set as the webhook in the target’s dashboard?'
}
