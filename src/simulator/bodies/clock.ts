import * as z from 'zod'
import { taskKinds } from '../time/agenda.ts'
import { type BodyOf, body, described, listOf, text, timestamp } from './body-schema.ts'

export type ClockBody = BodyOf<typeof clockBody>
export const clockBody = body(
  {
    now: timestamp('The instant it is for the account.'),
    mode: described(
      z.enum(['realtime', 'frozen']),
      'Whether time passes by itself, or only when it is moved.',
    ),
    rate: described(z.number(), 'How many seconds of the account pass in a real one.'),
  },
  "An account's clock.",
)

export type AdvancedBody = BodyOf<typeof advancedBody>
export const advancedBody = body(
  {
    ...clockBody.shape,
    fired: listOf(
      body(
        {
          at: timestamp('When it was due.'),
          kind: described(z.enum(taskKinds), 'What was due.'),
          id: text('What it was due for.'),
        },
        'Something that was due.',
      ),
      'All that was due in the span, in the order of time.',
    ),
  },
  'The clock after it was moved, and what happened on the way.',
)
