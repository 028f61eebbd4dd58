import * as z from 'zod'
import { type AnyErrorCode, errorCodes, simulatorErrorCodes } from '../specification/errors.ts'
import { describeSchema } from './body-schema.ts'
import { commonMembers, type ErrorExtras, extraMembers } from './errors.ts'

/** The additional fields of the errors of a code, besides the fields that all errors have. */
export const extraFieldsByCode: Partial<Record<AnyErrorCode, readonly (keyof ErrorExtras)[]>> = {
  'AUTH.KEY.INSUFFICIENT_SCOPE': ['required_scope', 'key_scopes'],
  'VALIDATION.FIELD.REQUIRED': ['field'],
  'VALIDATION.FIELD.INVALID': ['field'],
  'CARRIER.ERROR.UNKNOWN': ['raw_carrier_error'],
  'ADDRESS.VALIDATION.AMBIGUOUS': ['suggestions'],
  'CONTROL.FAULT.INVALID': ['field'],
  'CONTROL.CLOCK.BACKWARDS': ['field'],
}

/** `required_scope` is optional, because a fault can cause the error on an operation that needs no scope. */
const shapes = { ...extraMembers.shape, required_scope: extraMembers.shape.required_scope.optional() }

/** Returns the schema of one code's error, inside its envelope. */
export function createErrorBody(code: AnyErrorCode) {
  const extras: object = Object.fromEntries(
    (extraFieldsByCode[code] ?? []).map((name) => [name, shapes[name]]),
  )
  return z.strictObject({
    code: describeSchema(z.literal(code), 'The error code. Its first part is the category of the error.'),
    ...commonMembers.shape,
    ...extras,
  })
}

const [first, ...others] = [...errorCodes, ...simulatorErrorCodes].map(createErrorBody)
if (first === undefined) throw new Error('The list of error codes is empty, so error bodies have no schema.')

/** The body of any error response. The error code decides which additional fields it has. */
export const anyErrorBody = z.strictObject({ error: z.discriminatedUnion('code', [first, ...others]) })
