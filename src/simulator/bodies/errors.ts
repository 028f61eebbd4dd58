import * as z from 'zod'
import { addressBody } from './addresses.ts'
import { type BodyOf, body, describeSchema, id, listOf, text } from './body-schema.ts'
import { scope } from './enums.ts'

/** The fields of every error besides its code (specification, Envelope). */
export type CommonMembers = BodyOf<typeof commonMembers>
export const commonMembers = body(
  {
    message: text('What went wrong, in words for a person to read.'),
    suggestion: text('What to do about the error.'),
    docs_url: describeSchema(z.string(), 'The address of a page that explains the error code.', {
      choice: 50,
    }).meta({ format: 'uri' }),
    request_id: id('req', 'The id of the request, as in the header `X-Request-Id`. Support asks for it.'),
  },
  'The fields that every error has.',
)

/** The fields that only errors with certain codes have. */
type ExtraMembers = BodyOf<typeof extraMembers>
export const extraMembers = body(
  {
    field: text('The path of the field that the error is about, such as `items[3].parcel.weight_oz`.', {
      choice: 5,
    }),
    required_scope: describeSchema(scope, 'The scope that the key lacks.'),
    key_scopes: listOf(scope, 'The scopes that the key has.'),
    raw_carrier_error: text("The carrier's error message, unchanged."),
    suggestions: listOf(
      addressBody,
      'The addresses that match the sent address. The user can choose one of them.',
      { choice: 20 },
    ),
  },
  'The fields that only some errors have.',
)

export type ErrorExtras = Partial<ExtraMembers>
