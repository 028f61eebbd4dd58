import * as z from 'zod'
import { carrierName } from '../../src/server/control/fields.ts'
import { buildChoiceLink } from '../../src/simulator/bodies/body-schema.ts'
import {
  addressSchema,
  batchItemSchema,
  batchItemsSchema,
  buyLabelSchema,
  parcelSchema,
  placeSchema,
  ratesSchema,
  trackerSchema,
} from '../../src/simulator/requests/parse.ts'
import { carrierNames } from '../../src/simulator/specification/model.ts'
import { batchMaxItems, type OperationName } from '../../src/simulator/specification/operations.ts'

/**
 * The descriptions of request fields. They are not part of the schemas, because a running simulator does not use them.
 */

/** The schema of the request body of each operation that has one. */
export const serviceRequests = {
  validateAddress: placeSchema,
  createRates: ratesSchema,
  buyLabel: buyLabelSchema,
  registerTracker: trackerSchema,
  createBatch: batchItemsSchema,
} satisfies Partial<Record<OperationName, z.ZodType>>

/** Adds a description of a schema and of each of its fields. A field without a description does not compile. */
function describeFields<Shape extends z.ZodRawShape>(
  schema: z.ZodPipe<z.ZodObject<Shape>, z.ZodTransform> | z.ZodObject<Shape>,
  id: string,
  description: string,
  fields: { readonly [Name in keyof Shape]: FieldWords },
): void {
  z.globalRegistry.add(schema, { id, description })
  fieldWords.set(schema instanceof z.ZodPipe ? schema.in : schema, fields)
}

/** The description of a request field, its unit, and the choice (docs/choices.md) about it. */
interface FieldWords {
  readonly description: string
  readonly unit?: string
  readonly choice?: number
}

/** The descriptions of the fields of each request schema, by schema and field name. */
export const fieldWords = new WeakMap<z.core.$ZodType, Readonly<Record<string, FieldWords>>>()

/** Returns a field's description as keywords of its JSON schema. */
export function toSchemaKeywords({ description, unit, choice }: FieldWords) {
  return {
    description,
    ...(unit !== undefined && { 'x-unit': unit }),
    ...(choice !== undefined && { 'x-drydock-choice': buildChoiceLink(choice) }),
  }
}

const placeFields = {
  street1: { description: 'The street and house number.' },
  street2: { description: 'The second line of the street address.', choice: 17 },
  city: { description: 'The city.' },
  state: {
    description:
      'The code of the state or region. Required in Australia, Brazil, Canada, India, Mexico and the United States.',
    choice: 17,
  },
  zip: { description: 'The postal code.' },
  country: { description: 'The code of the country.' },
  company: { description: 'The name of the company.', choice: 17 },
  phone: { description: 'The telephone number.', choice: 17 },
  email: { description: 'The email address.', choice: 17 },
}

describeFields(addressSchema, 'Address', 'The address of a sender or a recipient.', {
  name: { description: 'The name of the person or business.' },
  ...placeFields,
})
describeFields(placeSchema, 'AddressToValidate', 'An address to validate.', {
  name: { description: 'The name of the person or business.', choice: 17 },
  ...placeFields,
})

const describeParcelSide = (name: string): FieldWords => ({
  description: `The ${name} of the parcel.`,
  unit: 'inches',
  choice: 22,
})
describeFields(parcelSchema, 'ParcelToSend', 'The weight and size of a parcel.', {
  weight_oz: { description: 'The weight of the parcel.', unit: 'ounces' },
  length: describeParcelSide('length'),
  width: describeParcelSide('width'),
  height: describeParcelSide('height'),
})

const shipmentFields = {
  from_address: { description: 'Where the parcel is sent from.' },
  to_address: { description: 'Where the parcel is sent to.' },
  parcel: { description: 'The weight and size of the parcel.' },
}
describeFields(
  ratesSchema,
  'RatesRequest',
  'A parcel to quote rates for, and where it is sent from and to.',
  shipmentFields,
)

describeFields(buyLabelSchema, 'LabelRequest', 'The rate to buy a label for.', {
  rate_id: { description: 'The `id` of a rate. A rate can be bought for 15 minutes.' },
})

const carrierWords = `The name of the carrier, in any letter case. The simulator knows ${carrierNames.join(', ')}.`
describeFields(trackerSchema, 'TrackerRequest', 'A tracking number to follow.', {
  tracking_number: { description: 'The tracking number.' },
  carrier: { description: carrierWords, choice: 36 },
})

describeFields(batchItemSchema, 'BatchRequestItem', 'An item of a batch: one label to buy.', {
  ...shipmentFields,
  rate_id: {
    description:
      'The id of the rate that the item was made from. If that rate can still be bought, `carrier`, `service` and `rate_cents` must be those of the rate. Other ids are only kept.',
    choice: 41,
  },
  carrier: { description: carrierWords, choice: 36 },
  service: { description: "The name of the carrier's service, as in a rate." },
  rate_cents: { description: 'The price to pay for the label.', unit: 'US cents' },
})

describeFields(batchItemsSchema, 'BatchRequest', 'A batch of labels to buy.', {
  items: { description: 'The labels to buy, in order.' },
})

// Adds the limits of the number of items to the document. The simulator checks this number before it reads any item, so
// its own schema does not have the limits.
z.globalRegistry.add(batchItemsSchema.shape.items, { minItems: 1, maxItems: batchMaxItems })

// The document lists no carriers, because another service has other carriers.
z.globalRegistry.add(carrierName, { pattern: '\\S' })
