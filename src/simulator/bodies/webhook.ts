import * as z from 'zod'
import { type BodyOf, body, cents, described, id, text, textOrNull, timestamp } from './body-schema.ts'
import { carrier } from './enums.ts'

/** The body of a webhook request (specification, Payload). */
export type LabelCreatedBody = BodyOf<typeof labelCreatedBody>
export const labelCreatedBody = body(
  {
    event: described(z.literal('label.created'), 'What happened.'),
    data: body(
      {
        id: id('lbl', 'The id of the label, by which to know an event that comes twice.'),
        carrier,
        service: text("The name of the carrier's service."),
        tracking_number: text('The number to track the parcel by.'),
        rate_cents: cents('What was charged for it.'),
        label_url: described(z.string(), "Where the label's PDF is, for a key with `labels:read`.").meta({
          format: 'uri',
        }),
        created_at: timestamp('When it was bought.'),
      },
      'The label that was bought.',
    ),
    timestamp: timestamp('When the delivery was made: the same in all its attempts.', { choice: 46 }),
  },
  'The event that a label was bought.',
)

/** Where events go and what signs them; both null while no URL is set. */
export type WebhookBody = BodyOf<typeof webhookBody>
export const webhookBody = body(
  {
    url: textOrNull('Where events go; null where none is set.'),
    signing_secret: textOrNull('What signs them; null where no URL is set.'),
  },
  'Where events go and what signs them.',
)
