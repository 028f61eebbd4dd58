import * as z from 'zod'
import {
  type BodyOf,
  body,
  cents,
  described,
  id,
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
    name: text('Whom it is of.'),
    street: text('The street line.'),
    street1: text('The street line once more, as requests name it.', { choice: 21 }),
    street2: textOrNull('The second street line; null where there is none.', { choice: 21 }),
    city: text('The city.'),
    state: text('The code of the region.'),
    zip: text('The postal code.'),
    country: text('The code of the country.'),
    phone: text('The telephone number: the one sent, or one made up.', { choice: 21 }),
    email: text('The email address: the one sent, or one made up.', { choice: 21 }),
  },
  'A complete address.',
)

/** A label as a purchase answers it (specification, Label). */
export type LabelBody = BodyOf<typeof labelBody>
export const labelBody = body(
  {
    id: id('lbl', 'What to read and void the label by.'),
    tracking_number: text('The number to track the parcel by; of a sandbox label it begins with `9999`.'),
    label_url: described(z.string(), "Where the label's PDF is.", { choice: 33 }).meta({ format: 'uri' }),
    carrier,
    service: text("The name of the carrier's service."),
    rate_cents: cents('What was charged for it; of a sandbox label, the price that was not.', { choice: 28 }),
    sandbox: described(z.boolean(), 'Whether it was bought with a test key, and so cannot be mailed.'),
    wallet_balance_after_cents: cents('What the wallet held after the purchase.'),
    from_address: described(completeAddressBody, 'Where the parcel is sent from.'),
    to_address: described(completeAddressBody, 'Where the parcel is sent to.'),
    created_at: timestamp('When it was bought.'),
  },
  'A label that was bought.',
)

const voidStatus = {
  void_status: described(
    z.literal('requested').nullable(),
    'Whether a void was requested; null where none was.',
    {
      choice: 34,
    },
  ),
  void_requested_at: timestampOrNull('When it was; null where it was not.', { choice: 34 }),
}

export type LabelDetailsBody = BodyOf<typeof labelDetailsBody>
export const labelDetailsBody = body({ ...labelBody.shape, ...voidStatus }, 'A label with its void status.')

export type VoidBody = BodyOf<typeof voidBody>
export const voidBody = body(
  { id: id('lbl', 'The label whose void was requested.'), ...voidStatus },
  'A void that was requested.',
  { choice: 34 },
)

export type VoidStatusBody = Omit<VoidBody, 'id'>

/** A label as the control protocol lists it: as the service shows it, with what a dashboard wants beside it. */
export type ListedLabelBody = BodyOf<typeof listedLabelBody>
export const listedLabelBody = body(
  {
    ...labelDetailsBody.shape,
    environment,
    shipment_id: id('shp', 'The shipment record that it has.'),
    account_type: accountType,
    scanned_at: timestampOrNull(
      'When the carrier first had the package in its hands, from when on a void is too late; null where it has not.',
    ),
  },
  'A label as the service shows it, with what a dashboard wants beside it.',
)
