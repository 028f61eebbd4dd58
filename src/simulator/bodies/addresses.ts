import * as z from 'zod'
import { type BodyOf, body, described, text, textOrNull } from './body-schema.ts'

/** An address as the wire shows it where it is neither a request nor a label. */
export type AddressBody = BodyOf<typeof addressBody>
export const addressBody = body(
  {
    name: textOrNull('The name of the person or business; null if none was sent.'),
    street1: text('The street and house number.'),
    street2: textOrNull('The second line of the street address; null if there is none.'),
    city: text('The city.'),
    state: text('The code of the state or region.'),
    zip: text('The postal code.'),
    country: text('The code of the country.'),
  },
  'An address in the form in which it is printed on labels.',
  { choice: 18 },
)

/** What is said of an address that can be delivered to (choices 18). */
export type ValidationBody = BodyOf<typeof validationBody>
export const validationBody = body(
  {
    valid: described(
      z.literal(true),
      'Always true: an address that cannot be delivered to is answered with an error.',
      {
        choice: 18,
      },
    ),
    residential: described(z.boolean(), 'Whether the address is a home rather than a business.', {
      choice: 18,
    }),
    address: described(addressBody, 'The address in the form in which it is printed on labels.'),
  },
  'The result of a validation: the address can be delivered to.',
  { choice: 18 },
)

const sent = (what: string) => text(`${what}, as it was sent.`).exactOptional()

/** An address as a client sent it: what was left out is left out. */
export const sentAddressBody = body(
  {
    name: sent('The name of the person or business'),
    company: sent('The name of the company'),
    street1: text('The street and house number, as they were sent.'),
    street2: sent('The second line of the street address'),
    city: text('The city, as it was sent.'),
    state: text('The code of the state or region, as it was sent.'),
    zip: text('The postal code, as it was sent.'),
    country: text('The code of the country, as it was sent.'),
    phone: sent('The telephone number'),
    email: sent('The email address'),
  },
  'An address as it was sent.',
)
