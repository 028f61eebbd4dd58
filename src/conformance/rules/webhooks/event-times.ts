import { expectThat } from '../../http/expect.ts'
import { readTimestamp } from '../../http/fields.ts'
import { showField, showValue } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import { minutes } from '../../target/need.ts'
import { expectCreatedNow, expectTimestampNow } from '../support/timestamps.ts'
import { makeEventRule } from './event-payload.ts'

/** The additional requests of a rule: it reads the wallet if no other response has shown the target's time. */
const timeRequests = { getWallet: 1 } as const

export const eventTimeRules: readonly Rule[] = [
  makeEventRule(
    'HOOK-011',
    ['EVENTS-18', 'RESOURCES-67'],
    'An event has the creation time of its label in data.created_at, as an ISO 8601 timestamp.',
    (event) => {
      event.object('data').timestamp('created_at')
    },
  ),
  makeEventRule(
    'HOOK-012',
    ['EVENTS-20'],
    'An event has the time of its delivery in timestamp, as an ISO 8601 timestamp.',
    (event) => {
      event.timestamp('timestamp')
    },
  ),
  makeEventRule(
    'HOOK-013',
    ['EVENTS-19'],
    'The event and the label have the same created_at.',
    async (event, { label }, t) => {
      const told = event.object('data').timestamp('created_at')
      const own = readTimestamp(label.fields.raw('created_at'))
      if (own === undefined) return t.notJudged('the label has no valid created_at to compare with the event')
      // If `created_at` of the label is wrong, this rule ends as errored, because another rule reports that failure.
      await t.setup.of('The time of the label', () => expectCreatedNow(t, label.fields))
      // A service may cut one of the two timestamps to whole minutes.
      expectThat(Math.abs(own - told) <= minutes(1), {
        expected: `data.created_at ${showValue(label.fields.raw('created_at'))}, as in the label`,
        actual: showField('data.created_at', event.object('data').raw('created_at')),
      })
    },
    timeRequests,
  ),
  makeEventRule(
    'HOOK-014',
    ['EVENTS-21'],
    'The timestamp of an event is the time of its delivery.',
    (event, _, t) => expectTimestampNow(t, event, 'timestamp'),
    timeRequests,
  ),
  makeEventRule(
    'HOOK-024',
    ['EVENTS-19'],
    'The created_at in an event is the time of the purchase.',
    (event, _, t) => expectTimestampNow(t, event.object('data'), 'created_at'),
    timeRequests,
  ),
]
