import * as z from 'zod'
import { ApiError } from '../specification/errors.ts'
import type { Address } from '../specification/model.ts'
import { batchMaxItems } from '../specification/operations.ts'
import { toCarrierName } from './carrier-name.ts'
import { issueMessages } from './issue-messages.ts'
import { isObject, refuseField } from './json-body.ts'
import { readListBody } from './list-body.ts'
import { textUpTo } from './text-field.ts'

/** The longest text taken anywhere (choices 4). */
const maxTextLength = 500

/** Above any real rate, and small enough that the sum of a batch is an exact integer. */
const maxRateCents = 1_000_000_000

const text = textUpTo(maxTextLength, { empty: true })
  .refine((value) => value.trim() !== '', 'must not be empty')
  .register(z.globalRegistry, { maxLength: maxTextLength, pattern: '\\S' })

/** A text that may be absent or null. */
const optionalText = textUpTo(maxTextLength, { empty: true }).nullish()

const addressFields = {
  street1: text,
  street2: optionalText,
  city: text,
  state: text,
  zip: text,
  country: text,
  company: optionalText,
  phone: optionalText,
  email: optionalText,
}

/** An address for validation, where the name may be missing (choices 17). */
export const placeSchema = record({ name: optionalText, ...addressFields }).transform(toAddress)

export const addressSchema = record({ name: text, ...addressFields }).transform(toAddress)

/** Has no maximum: any weight and size gets rates (choices 23), and prices are bounded on their own. */
const measure = z.number({ error: 'must be a number' }).positive('must be greater than 0')

export const parcelSchema = record({
  weight_oz: measure,
  length: measure,
  width: measure,
  height: measure,
}).transform(({ weight_oz, length, width, height }) => ({
  weightOz: weight_oz,
  lengthIn: length,
  widthIn: width,
  heightIn: height,
}))

export const carrierSchema = text.transform(toCarrierName)

export const ratesSchema = record({
  from_address: addressSchema,
  to_address: addressSchema,
  parcel: parcelSchema,
}).transform(({ from_address, to_address, parcel }) => ({ from: from_address, to: to_address, parcel }))

export const buyLabelSchema = record({ rate_id: text }).transform(({ rate_id }) => ({ rateId: rate_id }))

export const trackerSchema = record({ tracking_number: text, carrier: carrierSchema }).transform(
  ({ tracking_number, carrier }) => ({ trackingNumber: tracking_number, carrier }),
)

export const batchItemSchema = record({
  from_address: addressSchema,
  to_address: addressSchema,
  parcel: parcelSchema,
  rate_id: optionalText,
  carrier: carrierSchema,
  service: text,
  rate_cents: z
    .int({ error: 'must be a whole number of cents' })
    .positive('must be greater than 0')
    .max(maxRateCents, `must be at most ${maxRateCents}`),
}).transform((item) => ({
  from: item.from_address,
  to: item.to_address,
  parcel: item.parcel,
  carrier: item.carrier,
  service: item.service,
  rateCents: item.rate_cents,
  rateId: item.rate_id ?? null,
}))

const batchSchema = record({ items: z.array(z.unknown(), { error: 'must be a list' }) })
export const batchItemsSchema = record({ items: z.array(batchItemSchema) })

export const parseAddress = (body: unknown) => parse(placeSchema, body)
export const parseRates = (body: unknown) => parse(ratesSchema, body)
export const parseBuyLabel = (body: unknown) => parse(buyLabelSchema, body)
export const parseTracker = (body: unknown) => parse(trackerSchema, body)

/** The items of a batch. `checkSize` is called with their number before any is parsed (choices 41). */
export function parseBatch(body: unknown, checkSize: (itemCount: number) => void) {
  const batch = parse(batchSchema, body)
  checkSize(batch.items.length)
  return parse(batchItemsSchema, batch)
}

/** The same from the bytes of a large body, in steps, so that thousands of items do not block other requests. */
export function* parseLargeBatch(bytes: Uint8Array, checkSize: (itemCount: number) => void) {
  const { rest, items, itemCount } = yield* readListBody(bytes, { name: 'items', keptCount: batchMaxItems })
  const isList = Array.isArray(valueAt(rest, ['items']))
  parse(batchSchema, isList ? { items: [] } : rest)
  checkSize(itemCount)
  const read: z.infer<typeof batchItemSchema>[] = []
  for (const [index, item] of items.entries()) {
    read.push(parse(batchItemSchema, item, ['items', index]))
    yield
  }
  return { items: read }
}

/** A record of known fields; other fields are accepted and ignored (choices 6). */
function record<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, { error: 'must be an object' })
}

/**
 * The value that a schema reads from a body, or from the part of a body at path `at`. Throws
 * VALIDATION.FIELD.REQUIRED or VALIDATION.FIELD.INVALID for the first wrong field.
 */
export function parse<Output>(
  schema: z.ZodType<Output>,
  body: unknown,
  at: readonly PropertyKey[] = [],
): Output {
  const parsed = schema.safeParse(body, issueMessages)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const path = [...at, ...(issue?.path ?? [])]
  const field = path.length === 0 ? 'body' : fieldOf(path)
  // What must be one of several values and is none at all is missing, too.
  const isAboutType = issue?.code === 'invalid_type' || issue?.code === 'invalid_value'
  if (isAboutType && valueAt(body, issue.path) === undefined) {
    throw new ApiError('VALIDATION.FIELD.REQUIRED', { message: `${field} is required.`, extras: { field } })
  }
  return refuseField(field, issue?.message ?? 'is not acceptable')
}

/** A path as in `items[3].parcel.weight_oz` (choices 5). */
function fieldOf(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value = body
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

interface AddressFields {
  readonly name?: string | null | undefined
  readonly company?: string | null | undefined
  readonly street1: string
  readonly street2?: string | null | undefined
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly country: string
  readonly phone?: string | null | undefined
  readonly email?: string | null | undefined
}

/** Fields that were left out, null or blank are absent from the address. */
function toAddress(fields: AddressFields): Address {
  const { name, company, street1, street2, city, state, zip, country, phone, email } = fields
  // Assigned one by one: conditional spreads would cost more than the rest of a rates call.
  const address: { -readonly [Field in keyof Address]: Address[Field] } = {
    street1,
    city,
    state,
    zip,
    country,
  }
  if (isGiven(name)) address.name = name
  if (isGiven(company)) address.company = company
  if (isGiven(street2)) address.street2 = street2
  if (isGiven(phone)) address.phone = phone
  if (isGiven(email)) address.email = email
  return address
}

function isGiven(text: string | null | undefined): text is string {
  return text !== undefined && text !== null && text.trim() !== ''
}
