import * as z from 'zod'
import { errorCodes } from '../specification/errors.ts'
import { sentAddressBody } from './addresses.ts'
import {
  type BodyOf,
  body,
  cents,
  count,
  describeSchema,
  id,
  listOf,
  price,
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
    from_address: describeSchema(sentAddressBody, 'Where the parcel is sent from.'),
    to_address: describeSchema(sentAddressBody, 'Where the parcel is sent to.'),
    parcel: describeSchema(parcelBody, 'The weight and size of the parcel.'),
    rate_id: text('The `rate_id` of the request, as it was sent; absent if none was.').exactOptional(),
    carrier,
    service: text("The name of the carrier's service."),
    rate_cents: price('The price of the label.'),
    status: describeSchema(z.enum(itemStatuses), 'The state of the item.', { choice: 43 }),
    label_id: describeSchema(
      id('lbl', 'The id of a label.').nullable(),
      'The id of the label that was bought; null if no label has been bought for the item.',
      { choice: 43 },
    ),
    error: describeSchema(
      body(
        {
          code: describeSchema(z.enum(errorCodes), 'The error code of the failure.', { choice: 43 }),
          message: text('What went wrong, in words.', { choice: 43 }),
          raw_carrier_error: text(
            "The carrier's error message, unchanged; only with the code `CARRIER.ERROR.UNKNOWN`.",
            { choice: 43 },
          ).exactOptional(),
        },
        'Why no label could be bought for the item.',
      ).nullable(),
      'Why no label could be bought for the item; null if a label was bought, or if the item is still waiting.',
      { choice: 43 },
    ),
  },
  'An item of a batch: one label to buy.',
  { id: 'BatchItem' },
)

/** A batch with its progress and without its items (choices 43). */
export type BatchStartBody = BodyOf<typeof batchStartBody>
export const batchStartBody = body(
  {
    id: id('bat', 'The id of the batch, to buy it and to read it.'),
    status: describeSchema(z.enum(['created', 'processing', 'completed']), 'The state of the batch.', {
      choice: 43,
    }),
    total_cost_cents: price(
      'The price of all items. It was charged to the wallet when the batch was created.',
      {
        choice: 42,
      },
    ),
    wallet_balance_after_cents: cents('The balance of the wallet after the batch was charged to it.'),
    estimated_completion_percentage: describeSchema(
      z.number().min(0).max(100),
      'How much of the batch is done.',
      {
        unit: 'percent',
      },
    ),
    estimated_time_remaining_seconds: describeSchema(
      z.number().min(0),
      'An estimate of the time until all items of the batch are done.',
      {
        unit: 'seconds',
      },
    ),
  },
  'The progress of a batch, without its items.',
  { id: 'BatchProgress' },
)

/** A batch with its items and its progress (specification, Batch; choices 43). */
export type BatchBody = BodyOf<typeof batchBody>
export const batchBody = body(
  {
    ...batchStartBody.shape,
    items: listOf(batchItemBody, 'The items, in the order of the request.', { choice: 43 }),
  },
  'A batch with all its items.',
  { id: 'Batch' },
)

const createItemCountSchema = (are: string) => count(`The number of items that ${are}.`)

/** A batch as the control protocol lists it: its progress, without its items. */
export type ListedBatchBody = BodyOf<typeof listedBatchBody>
export const listedBatchBody = body(
  {
    ...batchStartBody.shape,
    environment,
    item_count: count('The number of items in the batch.'),
    item_counts: body(
      {
        pending: createItemCountSchema('have no result yet'),
        purchased: createItemCountSchema('have a label'),
        failed: createItemCountSchema('have failed'),
      } satisfies Record<(typeof itemStatuses)[number], z.ZodType>,
      'The number of items in each state.',
    ),
    created_at: timestamp('When the batch was created.'),
    bought_at: timestampOrNull('When the purchase of the labels began; null if it has not begun.'),
  },
  'A batch without its items, with details that only the control protocol shows.',
  { id: 'ListedBatch' },
)
