import * as z from 'zod'
import { listedBatchBody } from '../batches.ts'
import { type BodyOf, body, described, text } from '../body-schema.ts'
import { deliveryEntry } from '../deliveries.ts'
import { listedLabelBody } from '../labels.ts'
import { listedTrackerBody } from '../trackers.ts'
import { liveWalletBody } from '../wallet.ts'
import { accountBody } from './accounts.ts'
import { advancedBody, clockBody } from './clock.ts'
import { faultBody } from './faults.ts'
import { requestEntry } from './requests.ts'

/** The data of an event about a removed record. */
export const goneBody = body(
  { id: text('What it was called.'), deleted: described(z.literal(true), 'That it is gone.') },
  'Something that is gone.',
  { id: 'Gone' },
)

const missed = body(
  { missed: described(z.literal(true), 'That some are missing.') },
  'That some events are missing here.',
)

const eventId = described(
  z.int().min(0),
  'Higher than that of any event before; what `Last-Event-ID` resumes after.',
)

/** One event of the stream of an account: its fields are the lines `id`, `event` and `data` of server-sent events. */
export type StreamEvent = BodyOf<typeof streamEvent>
export const streamEvent = described(
  z.discriminatedUnion('event', [
    event('request', requestEntry, 'The service was asked something, and has answered.'),
    event(
      'delivery',
      z.union([deliveryEntry, goneBody]),
      'A webhook delivery has begun, or is a step further.',
    ),
    event('fired', advancedBody.shape.fired.element, 'Something that was due has happened.'),
    event('clock', clockBody, 'The clock was moved, frozen or set going.'),
    event('fault', z.union([faultBody, goneBody]), 'A fault was added, has bitten or was taken away.'),
    event('label', z.union([listedLabelBody, goneBody]), 'A label was bought or voided.'),
    event('tracker', z.union([listedTrackerBody, goneBody]), 'A tracker was registered, or has polled.'),
    event(
      'batch',
      z.union([listedBatchBody, goneBody]),
      'A batch was created or bought, or is a step further.',
    ),
    event('wallet', liveWalletBody, 'Money has moved in the live wallet, or its settings have changed.'),
    event(
      'account',
      accountBody,
      'The account begins anew: it was reset, or a snapshot was put in its place.',
    ),
    event(
      'gap',
      missed,
      'Events were missed that nobody remembers: what was listed before may be out of date.',
    ),
  ]),
  'An event of the stream.',
  { id: 'StreamEvent' },
)

export type StreamEventName = StreamEvent['event']

/** Returns a schema of an event of the stream. */
function event<const Name extends string, Data extends z.ZodType>(
  name: Name,
  data: Data,
  description: string,
) {
  const told = described(data, 'What the matching list has; for what is gone, that it is.')
  return body(
    { id: eventId, event: described(z.literal(name), 'What it is about.'), data: told },
    description,
  )
}
