import * as z from 'zod'
import { type BodyOf, body, describeSchema, listOf, text, timestamp } from '../body-schema.ts'

/**
 * The kinds of entries in a timeline: tasks that the simulator runs, and beginnings and ends of periods, which need
 * no task.
 */
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

/** One entry of an account's timeline: an event that has happened or is due, with its time. */
export type MomentBody = BodyOf<typeof momentBody>
export const momentBody = body(
  {
    at: timestamp('When it happened, or is due.'),
    kind: describeSchema(z.enum(momentKinds), 'The kind of the event.'),
    id: text('The id of the delivery, quote, tracker, batch, step, fault or key.'),
    what: text('A description of the event.'),
  },
  'A past or due event, with its time.',
  { id: 'Moment' },
)

/** The past and the due events of an account, in order of time. */
export type TimelineBody = BodyOf<typeof timelineBody>
export const timelineBody = body(
  {
    now: timestamp("The current time on the account's clock."),
    past: listOf(
      momentBody,
      'The past events in order of time: the last 500 of each kind since the simulator was started.',
    ),
    due: listOf(momentBody, 'The due events, in order of time.'),
    has_more: describeSchema(
      z.boolean(),
      'Whether events were left out, because there are more past or due events than the limit allows.',
    ),
  },
  'The past and the due events of an account.',
  { id: 'Timeline' },
)
