import * as z from 'zod'
import { errorCodes } from '../specification/errors.ts'
import { sentAddressBody } from './addresses.ts'
import {
  type BodyOf,
  body,
  cents,
  count,
  described,
  id,
  listOf,
  text,
  timestamp,
  timestampOrNull,
} from './body-schema.ts'
import { carrier, environment } from './enums.ts'
import { parcelBody } from './parcels.ts'

const itemStatuses = ['pending', 'purchased', 'failed'] as const

export type BatchItemBody = BodyOf<typeof batchItemBody>
export const batchItemBody = body(
  {
    from_address: described(sentAddressBody, 'Where the parcel is sent from.'),
    to_address: described(sentAddressBody, 'Where the parcel is sent to.'),
    parcel: described(parcelBody, 'What is sent.'),
    rate_id: text('The rate that was named, as it was sent; absent where none was.').exactOptional(),
    carrier,
    service: text("The name of the carrier's service."),
    rate_cents: cents('What is paid for it.'),
    status: described(z.enum(itemStatuses), 'How far it is.', { choice: 43 }),
    label_id: described(z.string().nullable(), 'The label that was bought; null where none was.', {
      choice: 43,
    }),
    error: body(
      {
        code: described(z.enum(errorCodes), 'Why, as an error code.', { choice: 43 }),
        message: text('Why, in words.', { choice: 43 }),
      },
      'Why no label could be bought.',
    )
      .nullable()
      .meta({ description: 'Why no label could be bought; null where one was, or none yet.' }),
  },
  'A label that a batch buys.',
)

export type BatchStartBody = BodyOf<typeof batchStartBody>
export const batchStartBody = body(
  {
    id: id('bat', 'What to buy and read the batch by.'),
    status: described(z.enum(['created', 'processing', 'completed']), 'How far it is.', { choice: 43 }),
    total_cost_cents: cents('What all of it costs, taken from the wallet when it was created.', {
      choice: 42,
    }),
    wallet_balance_after_cents: cents('What the wallet held after that.'),
    estimated_completion_percentage: described(z.number(), 'How much of it is done.', { unit: 'percent' }),
    estimated_time_remaining_seconds: described(z.number(), 'How long the rest will take.', {
      unit: 'seconds',
    }),
  },
  'A batch without its items.',
)

export type BatchBody = BodyOf<typeof batchBody>
export const batchBody = body(
  {
    ...batchStartBody.shape,
    items: listOf(batchItemBody, 'The labels it buys, in the order in which they were sent.', { choice: 43 }),
  },
  'A batch with its items.',
)

const itemsThat = (are: string) => count(`How many of its items ${are}.`)

/** A batch as the control protocol lists it: how far it has come, without its items. */
export type ListedBatchBody = BodyOf<typeof listedBatchBody>
export const listedBatchBody = body(
  {
    ...batchStartBody.shape,
    environment,
    item_count: count('How many items it has.'),
    item_counts: body(
      {
        pending: itemsThat('wait'),
        purchased: itemsThat('have their label'),
        failed: itemsThat('have failed'),
      } satisfies Record<(typeof itemStatuses)[number], z.ZodType>,
      'How many of its items have come how far.',
    ),
    created_at: timestamp('When it was created.'),
    bought_at: timestampOrNull('When its labels began to be bought; null where they have not.'),
  },
  'A batch without its items, with what a dashboard wants beside it.',
)
