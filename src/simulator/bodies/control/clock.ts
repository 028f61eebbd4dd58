import * as z from 'zod'
import { taskKinds } from '../../time/agenda.ts'
import { type BodyOf, body, describeSchema, listOf, text, timestamp } from '../body-schema.ts'

/** The clock of an account: its time, and how it moves. */
export type ClockBody = BodyOf<typeof clockBody>
export const clockBody = body(
  {
    now: timestamp("The current time on the account's clock."),
    mode: describeSchema(
      z.enum(['realtime', 'frozen']),
      'Whether the clock runs by itself (`realtime`) or moves only when it is told to (`frozen`).',
    ),
    rate: describeSchema(
      z.number(),
      'How many seconds pass on the clock in one real second, while the clock runs.',
    ),
  },
  'The clock of an account: its time, and how it moves.',
  { id: 'Clock' },
)

/** The clock after an advance, and the tasks that the advance ran. */
export type AdvancedBody = BodyOf<typeof advancedBody>
export const advancedBody = body(
  {
    ...clockBody.shape,
    fired: listOf(
      body(
        {
          at: timestamp('When the work was due.'),
          kind: describeSchema(z.enum(taskKinds), 'The kind of work.'),
          id: text('The id of the resource, such as a delivery or a tracker.'),
        },
        'One piece of work that was due.',
      ),
      'The work that was due in the time that the advance passed over, in order of time. All of it has been done.',
    ),
  },
  'The clock after it was moved, and the work that was done on the way.',
  { id: 'AdvancedClock' },
)
