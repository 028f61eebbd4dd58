import * as z from 'zod'
import {
  type BodyOf,
  body,
  cents,
  describeSchema,
  id,
  price,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './body-schema.ts'
import { accountType, carrier, environment } from './enums.ts'

/** A complete address, as labels show it (choices 21). */
export type CompleteAddressBody = BodyOf<typeof completeAddressBody>
export const completeAddressBody = body(
  {
    name: text('The name of the person or business.'),
    street: text('The street and house number.'),
    street1: text('The same as `street`, under the name that requests use.', { choice: 21 }),
    street2: textOrNull('The second line of the street address; null if there is none.', { choice: 21 }),
    city: text('The city.'),
    state: text('The code of the state or region.'),
    zip: text('The postal code.'),
    country: text('The code of the country.'),
    phone: text('The telephone number that was sent, or an invented number if none was sent.', {
      choice: 21,
    }),
    email: text('The email address that was sent, or an invented address if none was sent.', { choice: 21 }),
  },
  'An address with every field filled in.',
  { id: 'CompleteAddress' },
)

/** A label in the response to its purchase (specification, Label). */
export type LabelBody = BodyOf<typeof labelBody>
export const labelBody = body(
  {
    id: id('lbl', 'The id of the label, to read it and to void it.'),
    tracking_number: text('The tracking number of the parcel. On a sandbox label it begins with `9999`.'),
    label_url: describeSchema(z.string(), "The address of the label's PDF.", { choice: 33 }).meta({
      format: 'uri',
    }),
    carrier,
    service: text("The name of the carrier's service."),
    rate_cents: price(
      'The price of the label. A live label was charged to the wallet; a sandbox label is free.',
      { choice: 28 },
    ),
    sandbox: describeSchema(
      z.boolean(),
      'Whether the label was bought with a test key. Such a label cannot be used for mailing.',
    ),
    wallet_balance_after_cents: cents('The balance of the wallet after the purchase.'),
    from_address: describeSchema(completeAddressBody, 'Where the parcel is sent from.'),
    to_address: describeSchema(completeAddressBody, 'Where the parcel is sent to.'),
    created_at: timestamp('When the label was bought.'),
  },
  'A label that was bought.',
  { id: 'Label' },
)

const voidStatus = {
  void_status: describeSchema(
    z.literal('requested').nullable(),
    '`requested` if a void of the label was requested; null if none was.',
    {
      choice: 34,
    },
  ),
  void_requested_at: timestampOrNull('When the void was requested; null if no void was requested.', {
    choice: 34,
  }),
}

/** A label with its void status (choices 34). */
export type LabelDetailsBody = BodyOf<typeof labelDetailsBody>
export const labelDetailsBody = body({ ...labelBody.shape, ...voidStatus }, 'A label with its void status.', {
  id: 'LabelDetails',
})

/** The void status of a label, with its id (choices 34). */
export type VoidBody = BodyOf<typeof voidBody>
export const voidBody = body(
  { id: id('lbl', 'The id of the label.'), ...voidStatus },
  'The void status of a label.',
  { id: 'LabelVoid', choice: 34 },
)

export type VoidStatusBody = Omit<VoidBody, 'id'>

/** A label as the control protocol lists it: the service's fields, with additional ones for a dashboard. */
export type ListedLabelBody = BodyOf<typeof listedLabelBody>
export const listedLabelBody = body(
  {
    ...labelDetailsBody.shape,
    environment,
    shipment_id: id('shp', 'The id of the shipment record of the label.'),
    account_type: accountType,
    scanned_at: timestampOrNull(
      'When the carrier first scanned the package; null if it has not. A label cannot be voided after that.',
    ),
  },
  'A label, with details that only the control protocol shows.',
  { id: 'ListedLabel' },
)
