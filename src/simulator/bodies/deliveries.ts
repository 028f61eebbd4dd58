import * as z from 'zod'
import {
  type BodyOf,
  body,
  count,
  describeSchema,
  id,
  listOf,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './body-schema.ts'
import { environment } from './enums.ts'

const status = describeSchema(
  z.enum(['pending', 'succeeded', 'failed']),
  'The state of the delivery: `pending` while attempts are still due, then `succeeded` or `failed`.',
  { choice: 47 },
)
const responseCode = z.int().nullable()

/** An entry of the delivery log (choices 47). */
export type DeliveryBody = BodyOf<typeof deliveryBody>
export const deliveryBody = body(
  {
    id: id('whd', 'The id of the delivery.'),
    event: describeSchema(z.literal('label.created'), 'The kind of event that is delivered.', { choice: 47 }),
    label_id: id('lbl', 'The id of the label that the event is about.'),
    status,
    response_code: describeSchema(
      responseCode,
      'The HTTP status of the response to the last attempt; null if no attempt was made, or no response came.',
      { choice: 47 },
    ),
    attempts: count('The number of attempts made so far.', { choice: 47 }),
    created_at: timestamp('When the event happened.', { choice: 47 }),
    last_attempt_at: timestampOrNull('When the last attempt was made; null if no attempt was made.', {
      choice: 47,
    }),
    next_attempt_at: timestampOrNull('When the next attempt is due; null if no further attempt is due.', {
      choice: 47,
    }),
  },
  'The delivery of one event to the webhook URL.',
  { id: 'Delivery', choice: 47 },
)

/** The list of webhook deliveries, newest first (choices 47). */
export type DeliveriesBody = BodyOf<typeof deliveriesBody>
export const deliveriesBody = body(
  {
    deliveries: listOf(deliveryBody, "The last 50 deliveries of the key's environment, newest first.", {
      choice: 47,
    }),
  },
  'The most recent webhook deliveries.',
  { id: 'Deliveries', choice: 47 },
)

/** An entry of the delivery log, with additional details for developers. */
export type DeliveryEntry = BodyOf<typeof deliveryEntry>
export const deliveryEntry = body(
  {
    ...deliveryBody.shape,
    environment,
    url: describeSchema(z.string(), 'The URL that the event is sent to.').meta({ format: 'uri' }),
    body: text('The request body of every attempt, exactly as it is sent.'),
    attempt_log: listOf(
      body(
        {
          at: timestamp('When the attempt was made.'),
          response_code: describeSchema(
            responseCode,
            'The HTTP status of the response; null if no response came.',
          ),
          failure: textOrNull('Why no response came; null if a response came.'),
        },
        'One attempt to deliver the event.',
      ),
      'The attempts made so far, oldest first.',
    ),
  },
  'A webhook delivery, with its body and each attempt.',
  { id: 'ListedDelivery' },
)
