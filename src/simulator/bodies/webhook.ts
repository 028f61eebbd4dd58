import * as z from 'zod'
import { type BodyOf, body, describeSchema, id, price, text, textOrNull, timestamp } from './body-schema.ts'
import { carrier } from './enums.ts'

/** The body of a webhook request (specification, Payload). */
export type LabelCreatedBody = BodyOf<typeof labelCreatedBody>
export const labelCreatedBody = body(
  {
    event: describeSchema(z.literal('label.created'), 'The kind of event.'),
    data: body(
      {
        id: id('lbl', 'The id of the label. If an event arrives twice, both copies have the same id.'),
        carrier,
        service: text("The name of the carrier's service."),
        tracking_number: text('The tracking number of the parcel.'),
        rate_cents: price('The price of the label.'),
        label_url: describeSchema(
          z.string(),
          "The address of the label's PDF. A key with the scope `labels:read` can download it.",
        ).meta({
          format: 'uri',
        }),
        created_at: timestamp('When the label was bought.'),
      },
      'The label that was bought.',
    ),
    timestamp: timestamp('When the event was created. It is the same in every attempt.', { choice: 46 }),
  },
  'The event that is sent when a label is bought.',
  { id: 'LabelCreated' },
)

/** The webhook's URL and secret; both null while no URL is set. */
export type WebhookBody = BodyOf<typeof webhookBody>
export const webhookBody = body(
  {
    url: textOrNull('The URL that events are sent to; null if none is set.'),
    signing_secret: textOrNull('The secret that signs events; null if no URL is set.'),
  },
  'The URL that events are sent to and the secret that signs them.',
  { id: 'Webhook' },
)
