import * as z from 'zod'
import { addressBody } from './addresses.ts'
import { type BodyOf, body, described, id, listOf, text } from './body-schema.ts'
import { scope } from './enums.ts'

/** The fields of every error besides its code (specification, Envelope). */
export type CommonMembers = BodyOf<typeof commonMembers>
export const commonMembers = body(
  {
    message: text('What went wrong, for people.'),
    suggestion: text('What to do next.'),
    docs_url: described(z.string(), 'Where the code is explained.', { choice: 50 }).meta({ format: 'uri' }),
    request_id: id('req', 'The request, as the header `X-Request-Id` has it; to be told to the support.'),
  },
  'What every error says.',
)

/** Fields that only the errors of some codes have. */
type ExtraMembers = BodyOf<typeof extraMembers>
export const extraMembers = body(
  {
    field: text('The field it is about, as a path such as `items[3].parcel.weight_oz`.', { choice: 5 }),
    required_scope: described(scope, 'The scope that the key lacks.'),
    key_scopes: listOf(scope, 'The scopes that the key has.'),
    raw_carrier_error: text("The carrier's own words."),
    suggestions: listOf(addressBody, 'Addresses to choose from.', { choice: 20 }),
  },
  'What some errors say besides.',
)

export type ErrorExtras = Partial<ExtraMembers>
