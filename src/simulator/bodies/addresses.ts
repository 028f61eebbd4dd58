import * as z from 'zod'
import { type BodyOf, body, describeSchema, type SchemaDetails, text, textOrNull } from './body-schema.ts'

/** Marks a field that has the form in which carriers print it. */
const printed = { choice: 18 }

const createSentTextSchema = (what: string, words: SchemaDetails = {}) =>
  text(`${what}, as it was sent.`, words).exactOptional()

/** Marks a field that the specification does not list. */
const unlisted = { choice: 17 }

/** An address in a response, except in a label, with the field names of the wire. */
export type AddressBody = BodyOf<typeof addressBody>
export const addressBody = body(
  {
    name: textOrNull('The name of the person or business; null if none was sent.', printed),
    street1: text('The street and house number.', printed),
    street2: textOrNull('The second line of the street address; null if there is none.', printed),
    city: text('The city.', printed),
    state: text('The code of the state or region.', printed),
    zip: text('The postal code.', printed),
    country: text('The code of the country.', printed),
    company: createSentTextSchema('The name of the company', printed),
    phone: createSentTextSchema('The telephone number', printed),
    email: createSentTextSchema('The email address', printed),
  },
  'An address in the form in which it is printed on labels.',
  { id: 'ValidatedAddress', ...printed },
)

/** The response of a validation to a deliverable address (choices 18). */
export type ValidationBody = BodyOf<typeof validationBody>
export const validationBody = body(
  {
    valid: describeSchema(
      z.literal(true),
      'Always true: an address that cannot be delivered to gets an error.',
      printed,
    ),
    residential: describeSchema(
      z.boolean(),
      'Whether the address is a home rather than a business.',
      printed,
    ),
    address: describeSchema(
      addressBody,
      'The address in the form in which it is printed on labels.',
      printed,
    ),
  },
  'The result of a validation: the address can be delivered to.',
  { id: 'Validation', choice: 18 },
)

/** An address as a client sent it: absent fields stay absent. */
export const sentAddressBody = body(
  {
    name: createSentTextSchema('The name of the person or business'),
    company: createSentTextSchema('The name of the company', unlisted),
    street1: text('The street and house number, as they were sent.'),
    street2: createSentTextSchema('The second line of the street address', unlisted),
    city: text('The city, as it was sent.'),
    state: text('The code of the state or region, as it was sent; empty if none was.', unlisted),
    zip: text('The postal code, as it was sent.'),
    country: text('The code of the country, as it was sent.'),
    phone: createSentTextSchema('The telephone number', unlisted),
    email: createSentTextSchema('The email address', unlisted),
  },
  'An address as it was sent.',
  { id: 'SentAddress' },
)
