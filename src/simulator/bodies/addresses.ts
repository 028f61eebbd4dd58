import * as z from 'zod'
import { type BodyOf, body, described, text, textOrNull } from './body-schema.ts'

/** An address as the wire shows it where it is neither a request nor a label. */
export type AddressBody = BodyOf<typeof addressBody>
export const addressBody = body(
  {
    name: textOrNull('Whom it is of; null where none was sent.'),
    street1: text('The street line.'),
    street2: textOrNull('The second street line; null where there is none.'),
    city: text('The city.'),
    state: text('The code of the region.'),
    zip: text('The postal code.'),
    country: text('The code of the country.'),
  },
  'An address as its carrier would print it.',
  { choice: 18 },
)

/** What is said of an address that can be delivered to (choices 18). */
export type ValidationBody = BodyOf<typeof validationBody>
export const validationBody = body(
  {
    valid: described(z.literal(true), 'That it can be delivered to; an address that cannot is an error.', {
      choice: 18,
    }),
    residential: described(z.boolean(), 'Whether it is a home, rather than a business.', { choice: 18 }),
    address: described(addressBody, 'The address as its carrier would print it.'),
  },
  'A good address.',
  { choice: 18 },
)

const sent = (what: string) => text(`${what}, as it was sent.`).exactOptional()

/** An address as a client sent it: what was left out is left out. */
export const sentAddressBody = body(
  {
    name: sent('Whom it is of'),
    company: sent('The company'),
    street1: text('The street line, as it was sent.'),
    street2: sent('The second street line'),
    city: text('The city, as it was sent.'),
    state: text('The code of the region, as it was sent.'),
    zip: text('The postal code, as it was sent.'),
    country: text('The code of the country, as it was sent.'),
    phone: sent('The telephone number'),
    email: sent('The email address'),
  },
  'An address as it was sent.',
)
