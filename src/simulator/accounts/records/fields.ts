import * as z from 'zod'
import { isErrorCode } from '../../specification/errors.ts'
import { carrierNames, environments, trackingStatuses } from '../../specification/model.ts'
import { isScope } from '../../specification/scopes.ts'
import { latestInstantMs } from '../../time/timestamp.ts'

/** Schemas of fields that several kinds of records share. */

/**
 * A time in milliseconds since 1970. The due time of a task may be later than the latest time that a clock can show.
 */
export const instant = z
  .int()
  .min(-latestInstantMs, 'is too long ago')
  .max(2 * latestInstantMs, 'is too far ahead')
export const count = z.int().min(0)
export const nullable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable()
export const text = z.string()
export const environment = z.enum(environments)
export const carrier = z.enum(carrierNames)
export const accountType = z.enum(['platform', 'byoa'])
export const scope = z.string().refine(isScope, 'is no scope')
export const errorCode = z.string().refine(isErrorCode, 'is no documented error code')
export const trackingStatus = z.enum(trackingStatuses)
export const paymentMethod = z.enum(['valid', 'declined', 'none'])

export const address = z.strictObject({
  name: text.exactOptional(),
  company: text.exactOptional(),
  street1: text,
  street2: text.exactOptional(),
  city: text,
  state: text,
  zip: text,
  country: text,
  phone: text.exactOptional(),
  email: text.exactOptional(),
})

const positiveNumber = z.number().positive()
export const parcel = z.strictObject({
  weightOz: positiveNumber,
  lengthIn: positiveNumber,
  widthIn: positiveNumber,
  heightIn: positiveNumber,
})
