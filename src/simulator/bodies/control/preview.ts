import * as z from 'zod'
import { previewLimit } from '../../time/agenda.ts'
import { type BodyOf, body, describeSchema, listOf, text, timestamp } from '../body-schema.ts'
import { momentBody } from './timeline.ts'

function count(description: string) {
  return describeSchema(z.int(), description)
}

/** The preview of an advance: the tasks that it would run and the periods that it would end. Time does not move. */
export type PreviewBody = BodyOf<typeof previewBody>
export const previewBody = body(
  {
    now: timestamp("The current time on the account's clock."),
    reached_at: timestamp('The time that the advance would reach.'),
    due: listOf(
      momentBody,
      `The work that would be done and the faults that would begin, in order of time; the first ${previewLimit}.`,
    ),
    ends: listOf(
      body(
        {
          at: timestamp('When it would end.'),
          kind: describeSchema(z.enum(['fault', 'key', 'rate', 'scenario']), 'The kind of resource.'),
          id: text('The id of the fault, key or rate; the name of the scenario.'),
          name: text('The resource in words, such as the target and mode of a fault.'),
        },
        'A resource that would end.',
      ),
      `The faults, keys and rates that would expire and the scenario that would end, in order of time; the first ${previewLimit}.`,
    ),
    counts: body(
      {
        due: body(
          {
            webhook: count('Attempts to deliver a webhook.'),
            rate_expiry: count('Rates responses whose rates expire.'),
            poll: count('Polls of trackers.'),
            batch: count('Steps of batches.'),
            scenario: count('Wallet steps of the scenario.'),
            fault_begins: count('Faults that begin.'),
          },
          'How many tasks of each kind would be done.',
        ),
        ends: body(
          {
            fault: count('Faults that end.'),
            key: count('Keys that expire.'),
            rate: count('Rates that expire.'),
            scenario: count('Running scenarios that end: 1 or 0.'),
          },
          'How many resources of each kind would end.',
        ),
      },
      'The number of tasks and of ends by kind, also of those that are not listed.',
    ),
  },
  'The effects that an advance of the clock would have.',
  { id: 'AdvancePreview' },
)
