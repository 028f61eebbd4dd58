import * as z from 'zod'
import { type BodyOf, body, described, listOf, text, timestamp } from '../body-schema.ts'

/** Entries of a timeline: tasks that the clock runs, and periods that begin or end by time alone. */
export const momentKinds = [
  'webhook',
  'rate_expiry',
  'poll',
  'batch',
  'scenario',
  'fault_begins',
  'fault_ends',
  'key_expiry',
] as const

/** A past or due event of an account, with its time. */
export type MomentBody = BodyOf<typeof momentBody>
export const momentBody = body(
  {
    at: timestamp('When it happened, or is due.'),
    kind: described(z.enum(momentKinds), 'What kind of thing it is.'),
    id: text('The id of what it is about: a delivery, a quote, a tracker, a batch, a step, a fault, a key.'),
    what: text('What it is, in words.'),
  },
  'Something at an instant.',
  { id: 'Moment' },
)

/** The past and the due events of an account, in order of time. */
export type TimelineBody = BodyOf<typeof timelineBody>
export const timelineBody = body(
  {
    now: timestamp('What time it is for the account.'),
    past: listOf(
      momentBody,
      'What has fired, in the order of time; of each kind the last 500, since the simulator was started.',
    ),
    due: listOf(momentBody, 'What is due, in the order of time.'),
    has_more: described(
      z.boolean(),
      'Whether something was left out, as there is more than the limit on one side of now.',
    ),
  },
  'What has fired and what is due.',
  { id: 'Timeline' },
)
