import { expectThat } from '../../http/expect.ts'
import { readTimestamp } from '../../http/fields.ts'
import { showField, showValue } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import { minutes } from '../../target/need.ts'
import { expectCreatedNow, expectTimeNow } from '../support/timestamps.ts'
import { makeEventRule } from './event-payload.ts'

/** A reading of the wallet, which the rule needs if no other response has shown the target's time. */
const forTheTime = { getWallet: 1 } as const

export const eventTimeRules: readonly Rule[] = [
  makeEventRule(
    'HOOK-011',
    ['EVENTS-18', 'RESOURCES-67'],
    'The event says when the label was created, as an ISO 8601 timestamp.',
    (event) => {
      event.object('data').timestamp('created_at')
    },
  ),
  makeEventRule(
    'HOOK-012',
    ['EVENTS-20'],
    'The event says when it was delivered, as an ISO 8601 timestamp.',
    (event) => {
      event.timestamp('timestamp')
    },
  ),
  makeEventRule(
    'HOOK-013',
    ['EVENTS-19'],
    'The event and the label agree on when the label was created.',
    async (event, { label }, t) => {
      const told = event.object('data').timestamp('created_at')
      const own = readTimestamp(label.fields.raw('created_at'))
      if (own === undefined) return t.notJudged('the label has no created_at')
      // If the created_at of the label is wrong, another rule fails for it, not this one.
      await t.setup.of('The time of the label', () => expectCreatedNow(t, label.fields))
      // One of the two timestamps may be in whole minutes.
      expectThat(Math.abs(own - told) <= minutes(1), {
        expected: `data.created_at ${showValue(label.fields.raw('created_at'))}, as the label has it`,
        actual: showField('data.created_at', event.object('data').raw('created_at')),
      })
    },
    forTheTime,
  ),
  makeEventRule(
    'HOOK-014',
    ['EVENTS-21'],
    'The timestamp of an event is the time of its delivery.',
    (event, _, t) => expectTimeNow(t, event, 'timestamp'),
    forTheTime,
  ),
  makeEventRule(
    'HOOK-024',
    ['EVENTS-19'],
    'The event says that its label was created when it was bought.',
    (event, _, t) => expectTimeNow(t, event.object('data'), 'created_at'),
    forTheTime,
  ),
]
