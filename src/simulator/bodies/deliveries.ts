import * as z from 'zod'
import {
  type BodyOf,
  body,
  count,
  described,
  id,
  listOf,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './body-schema.ts'
import { environment } from './enums.ts'

const status = described(z.enum(['pending', 'succeeded', 'failed']), 'How it stands.', { choice: 47 })
const responseCode = z.int().nullable()

/** An entry of the delivery log (choices 47). */
export type DeliveryBody = BodyOf<typeof deliveryBody>
export const deliveryBody = body(
  {
    id: id('whd', 'The id of the delivery.'),
    event: described(z.literal('label.created'), 'What it tells of.', { choice: 47 }),
    label_id: id('lbl', 'The label it tells of.'),
    status,
    response_code: described(
      responseCode,
      'The status that the receiver answered the last attempt with; null where none was made, or it gave none.',
      { choice: 47 },
    ),
    attempts: count('How many attempts were made.', { choice: 47 }),
    created_at: timestamp('When the event happened.', { choice: 47 }),
    last_attempt_at: timestampOrNull('When the last attempt was made; null where none was.', { choice: 47 }),
    next_attempt_at: timestampOrNull('When the next is due; null where none is.', { choice: 47 }),
  },
  'What became of an event.',
  { choice: 47 },
)

export type DeliveriesBody = BodyOf<typeof deliveriesBody>
export const deliveriesBody = body(
  { deliveries: listOf(deliveryBody, "The last 50 of the key's environment, the newest first.") },
  'The latest webhook deliveries.',
  { choice: 47 },
)

/** An entry of the delivery log, with what a developer wants to see beside it. */
export type DeliveryEntry = BodyOf<typeof deliveryEntry>
export const deliveryEntry = body(
  {
    ...deliveryBody.shape,
    environment,
    url: described(z.string(), 'Where it is sent.').meta({ format: 'uri' }),
    body: text('The bytes that every attempt sends.'),
    attempt_log: listOf(
      body(
        {
          at: timestamp('When it was made.'),
          response_code: described(
            responseCode,
            'The status it was answered with; null where no answer came.',
          ),
          failure: textOrNull('Why there was no answer; null where there was one.'),
        },
        'One attempt.',
      ),
      'The attempts that were made, the first of them first.',
    ),
  },
  'A delivery as the service shows it, with what a developer wants to see beside it.',
)
