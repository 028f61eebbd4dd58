import * as z from 'zod'
import { choiceLink } from '../../src/simulator/bodies/body-schema.ts'
import {
  addressSchema,
  batchItemSchema,
  batchItemsSchema,
  buyLabelSchema,
  carrierSchema,
  parcelSchema,
  placeSchema,
  ratesSchema,
  trackerSchema,
} from '../../src/simulator/requests/parse.ts'
import { carrierNames } from '../../src/simulator/specification/model.ts'
import { batchMaxItems } from '../../src/simulator/specification/operations.ts'

/** What is said of the fields of requests: apart from what reads them, since whoever only serves has no use for it. */

/** Describes every field of a schema; one that is left out does not compile. */
function describeFields<Shape extends z.ZodRawShape>(
  schema: z.ZodPipe<z.ZodObject<Shape>, z.ZodTransform> | z.ZodObject<Shape>,
  description: string,
  fields: { readonly [Name in keyof Shape]: FieldWords },
): void {
  z.globalRegistry.add(schema, { description })
  fieldWords.set(schema instanceof z.ZodPipe ? schema.in : schema, fields)
}

interface FieldWords {
  readonly description: string
  readonly unit?: string
  readonly choice?: number
}

/** What is said of the fields of a schema of an object. */
export const fieldWords = new WeakMap<z.core.$ZodType, Readonly<Record<string, FieldWords>>>()

/** As JSON schema has it. */
export function keywordsOf({ description, unit, choice }: FieldWords) {
  return {
    description,
    ...(unit !== undefined && { 'x-unit': unit }),
    ...(choice !== undefined && { 'x-drydock-choice': choiceLink(choice) }),
  }
}

const places = {
  street1: { description: 'The street line, with the number of the house.' },
  street2: { description: 'The second street line.', choice: 17 },
  city: { description: 'The city.' },
  state: { description: 'The code of the region.' },
  zip: { description: 'The postal code.' },
  country: { description: 'The code of the country.' },
  company: { description: 'The company.', choice: 17 },
  phone: { description: 'The telephone number.', choice: 17 },
  email: { description: 'The email address.', choice: 17 },
}

describeFields(addressSchema, 'An address that something is sent from or to.', {
  name: { description: 'Whom it is of.' },
  ...places,
})
describeFields(placeSchema, 'An address that is to be validated.', {
  name: { description: 'Whom it is of.', choice: 17 },
  ...places,
})

const side = (name: string): FieldWords => ({
  description: `The ${name} of the parcel.`,
  unit: 'inches',
  choice: 22,
})
describeFields(parcelSchema, 'One parcel.', {
  weight_oz: { description: 'The weight of the parcel.', unit: 'ounces' },
  length: side('length'),
  width: side('width'),
  height: side('height'),
})

const sent = {
  from_address: { description: 'Where the parcel is sent from.' },
  to_address: { description: 'Where the parcel is sent to.' },
  parcel: { description: 'What is sent.' },
}
describeFields(ratesSchema, 'What is to be sent, from where and to where.', sent)

describeFields(buyLabelSchema, 'The rate that is bought.', {
  rate_id: { description: 'The `id` of a rate that is not older than 15 minutes.' },
})

const carrierWords = `The name of the carrier: ${carrierNames.join(', ')}, in any letter case.`
describeFields(trackerSchema, 'The number that is to be followed.', {
  tracking_number: { description: 'The number.' },
  carrier: { description: carrierWords, choice: 36 },
})

describeFields(batchItemSchema, 'A label that the batch is to buy.', {
  ...sent,
  rate_id: {
    description: 'The rate that it comes from; nobody looks whether there is such a rate.',
    choice: 41,
  },
  carrier: { description: carrierWords, choice: 36 },
  service: { description: "The name of the carrier's service, as in a rate." },
  rate_cents: { description: 'What is paid for it.', unit: 'US cents' },
})

describeFields(batchItemsSchema, 'The labels that the batch is to buy.', {
  items: { description: 'The labels, in the order in which they are to be made.' },
})

// How many there may be is asked before any of them is read.
z.globalRegistry.add(batchItemsSchema.shape.items, { minItems: 1, maxItems: batchMaxItems })

const eitherCase = (name: string): string =>
  [...name].map((letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`).join('')
z.globalRegistry.add(carrierSchema, { pattern: `^\\s*(?:${carrierNames.map(eitherCase).join('|')})\\s*$` })
