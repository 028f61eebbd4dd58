import * as z from 'zod'
import { listedBatchBody } from '../batches.ts'
import { type BodyOf, body, describeSchema, text } from '../body-schema.ts'
import { deliveryEntry } from '../deliveries.ts'
import { listedLabelBody } from '../labels.ts'
import { listedTrackerBody } from '../trackers.ts'
import { liveWalletBody } from '../wallet.ts'
import { accountBody } from './accounts.ts'
import { advancedBody, clockBody } from './clock.ts'
import { faultBody } from './faults.ts'
import { requestEntry } from './requests.ts'

/** The data of an event of the account's stream that says that a record was removed. */
export const goneBody = body(
  {
    id: text('The id of the removed record.'),
    deleted: describeSchema(z.literal(true), 'Always true: the record was removed.'),
  },
  'A record that was removed.',
  { id: 'Gone' },
)

const missed = body(
  { missed: describeSchema(z.literal(true), 'Always true: events are missing.') },
  'The notice that the stream has lost events before this one.',
)

const eventId = describeSchema(
  z.int().min(0),
  'The id of the event, higher than all earlier ones. Send it as `Last-Event-ID` to resume after this event.',
)

/** One event of the stream of an account: its fields are the lines `id`, `event` and `data` of server-sent events. */
export type StreamEvent = BodyOf<typeof streamEvent>
export const streamEvent = describeSchema(
  z.discriminatedUnion('event', [
    createEventSchema('request', requestEntry, 'The service has responded to a request.'),
    createEventSchema(
      'delivery',
      z.union([deliveryEntry, goneBody]),
      'A webhook delivery was created, or an attempt was made.',
    ),
    createEventSchema('fired', advancedBody.shape.fired.element, 'Work that was due has been done.'),
    createEventSchema('clock', clockBody, 'The clock was moved, frozen or started.'),
    createEventSchema('fault', z.union([faultBody, goneBody]), 'A fault was added, triggered or removed.'),
    createEventSchema('label', z.union([listedLabelBody, goneBody]), 'A label was bought or voided.'),
    createEventSchema(
      'tracker',
      z.union([listedTrackerBody, goneBody]),
      'A tracker was registered or polled.',
    ),
    createEventSchema(
      'batch',
      z.union([listedBatchBody, goneBody]),
      'A batch was created or bought, or some of its labels were made.',
    ),
    createEventSchema(
      'wallet',
      liveWalletBody,
      'The balance or the settings of the live wallet have changed.',
    ),
    createEventSchema(
      'account',
      accountBody,
      'All data of the account were replaced, by a reset or a snapshot.',
    ),
    createEventSchema(
      'gap',
      missed,
      'The simulator no longer has some of the events that you missed. Read the data of the account again.',
    ),
  ]),
  'An event of the stream.',
  { id: 'StreamEvent' },
)

export type StreamEventName = StreamEvent['event']

/** Returns the schema of one kind of event of the account's event stream. */
function createEventSchema<const Name extends string, Data extends z.ZodType>(
  name: Name,
  data: Data,
  description: string,
) {
  const described = describeSchema(
    data,
    'The changed record in the form in which lists show it, or the notice that it was removed.',
  )
  return body(
    { id: eventId, event: describeSchema(z.literal(name), 'The kind of event.'), data: described },
    description,
  )
}
