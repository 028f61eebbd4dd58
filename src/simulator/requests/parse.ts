import * as z from 'zod'
import { hasStates } from '../geography/countries.ts'
import { fail } from '../specification/errors.ts'
import type { Address } from '../specification/model.ts'
import { batchMaxItems } from '../specification/operations.ts'
import { toCarrierName } from './carrier-name.ts'
import { issueMessages } from './issue-messages.ts'
import { isObject } from './json-body.ts'
import { ListBodyReader } from './list-body.ts'
import { createTextSchema } from './text-field.ts'

/** The longest text in any field (choices 4). */
const maxTextLength = 500

/**
 * The maximum price of a batch item: above any real rate, and small enough that the sum of a batch is an exact
 * integer.
 */
const maxRateCents = 1_000_000_000

const text = createTextSchema(maxTextLength, { empty: true })
  .refine((value) => value.trim() !== '', 'must not be empty')
  .register(z.globalRegistry, { maxLength: maxTextLength, pattern: '\\S' })

/** A text that may be absent or null. */
const optionalText = createTextSchema(maxTextLength, { empty: true }).nullish()

const addressFields = {
  street1: text,
  street2: optionalText,
  city: text,
  state: optionalText,
  zip: text,
  country: text,
  company: optionalText,
  phone: optionalText,
  email: optionalText,
}

/** An address for validation, where the name may be missing (choices 17). */
export const placeSchema = createRecordSchema({ name: optionalText, ...addressFields })
  .superRefine(requireState)
  .transform(toAddress)

export const addressSchema = createRecordSchema({ name: text, ...addressFields })
  .superRefine(requireState)
  .transform(toAddress)

/** Refuses an address without a state in a country that has states. */
function requireState({ state, country }: AddressFields, context: z.RefinementCtx): void {
  if (!hasText(state) && hasStates(country)) context.addIssue({ code: 'custom', path: ['state'] })
}

/**
 * The schema of a parcel's weight or side. It has no maximum: any parcel gets rates (choices 23), and prices have their
 * own limit.
 */
const measure = z.number({ error: 'must be a number' }).positive('must be greater than 0')

export const parcelSchema = createRecordSchema({
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

export const ratesSchema = createRecordSchema({
  from_address: addressSchema,
  to_address: addressSchema,
  parcel: parcelSchema,
}).transform(({ from_address, to_address, parcel }) => ({ from: from_address, to: to_address, parcel }))

export const buyLabelSchema = createRecordSchema({ rate_id: text }).transform(({ rate_id }) => ({
  rateId: rate_id,
}))

export const trackerSchema = createRecordSchema({ tracking_number: text, carrier: carrierSchema }).transform(
  ({ tracking_number, carrier }) => ({ trackingNumber: tracking_number, carrier }),
)

export const batchItemSchema = createRecordSchema({
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

const batchSchema = createRecordSchema({ items: z.array(z.unknown(), { error: 'must be a list' }) })
export const batchItemsSchema = createRecordSchema({ items: z.array(batchItemSchema) })

export const parseAddress = (body: unknown) => parseInput(placeSchema, body)
export const parseRates = (body: unknown) => parseInput(ratesSchema, body)
export const parseBuyLabel = (body: unknown) => parseInput(buyLabelSchema, body)
export const parseTracker = (body: unknown) => parseInput(trackerSchema, body)

/** Reads one item of a batch by itself. */
export const parseBatchItem = (item: unknown) => parseInput(batchItemSchema, item)

/**
 * Returns the items of a batch. `checkSize` is called with the number of items before any item is parsed (choices 41).
 */
export function parseBatch(body: unknown, checkSize: (itemCount: number) => void) {
  const batch = parseInput(batchSchema, body)
  checkSize(batch.items.length)
  return parseInput(batchItemsSchema, batch)
}

/** Returns a reader for the bytes of a large batch. It calls `refuseSize` as soon as the batch has too many items. */
export function createLargeBatchReader(refuseSize: () => never): ListBodyReader {
  return new ListBodyReader({ name: 'items', maxMembers: batchMaxItems, refuse: refuseSize })
}

/** Reads a large batch like `parseBatch`, but in steps, so that thousands of items do not block other requests. */
export function* parseLargeBatch(reader: ListBodyReader, checkSize: (itemCount: number) => void) {
  const { rest, items } = yield* reader.read()
  const isList = Array.isArray(findValueAt(rest, ['items']))
  parseInput(batchSchema, isList ? { items: [] } : rest)
  checkSize(items.length)
  const read: z.infer<typeof batchItemSchema>[] = []
  for (const [index, item] of items.entries()) {
    read.push(parseInput(batchItemSchema, item, ['items', index]))
    yield
  }
  return { items: read }
}

/** Returns a schema of known fields; other fields are accepted and ignored (choices 6). */
function createRecordSchema<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, { error: 'must be an object' })
}

/**
 * Reads a body like `parseBySchema`, but a required field that is null or blank counts as missing, too, because
 * clients send unset variables in this way (choices 7). Optional fields may be null or blank.
 */
function parseInput<Output>(
  schema: z.ZodType<Output>,
  body: unknown,
  at: readonly PropertyKey[] = [],
): Output {
  return readBySchema(schema, body, { at, isMissing: isUnset })
}

/**
 * Returns the value that a schema reads from a body, or from the part of a body at path `at`. Throws
 * VALIDATION.FIELD.REQUIRED or VALIDATION.FIELD.INVALID for the first wrong field.
 */
export function parseBySchema<Output>(
  schema: z.ZodType<Output>,
  body: unknown,
  at: readonly PropertyKey[] = [],
): Output {
  return readBySchema(schema, body, { at, isMissing: (value) => value === undefined })
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

function readBySchema<Output>(
  schema: z.ZodType<Output>,
  body: unknown,
  { at, isMissing }: { readonly at: readonly PropertyKey[]; readonly isMissing: (value: unknown) => boolean },
): Output {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  // An invalid body is parsed a second time to get the messages: messages collected in every parse would double the
  // time for a valid body.
  const found = schema.safeParse(body, issueMessages).error?.issues ?? []
  // A misspelt field comes before the missing field that it was meant to be.
  const issues = found.toSorted((one, other) => Number(isUnknownField(other)) - Number(isUnknownField(one)))
  const isMissingField = (issue: z.core.$ZodIssue): boolean =>
    !isUnknownField(issue) && isMissing(findValueAt(body, issue.path))
  const problems = issues.map((issue) => ({
    field: formatFieldPath([...at, ...issue.path]) || 'body',
    reason: isMissingField(issue) ? 'is required' : issue.message,
  }))
  const [first] = issues
  const code =
    first !== undefined && isMissingField(first) ? 'VALIDATION.FIELD.REQUIRED' : 'VALIDATION.FIELD.INVALID'
  const { field, reason } = problems[0] ?? { field: 'body', reason: 'is not acceptable' }
  return fail(code, { message: `${field} ${reason}.`, extras: { field }, problems })
}

function isUnknownField({ code }: z.core.$ZodIssue): boolean {
  return code === 'unrecognized_keys'
}

/** Formats the path of a field as errors name it, such as `items[3].parcel.weight_oz` (choices 5). */
function formatFieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}

function findValueAt(body: unknown, path: readonly PropertyKey[]): unknown {
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
  readonly state?: string | null | undefined
  readonly zip: string
  readonly country: string
  readonly phone?: string | null | undefined
  readonly email?: string | null | undefined
}

/** Returns an address without the fields that were left out, null or blank; the state is then an empty text. */
function toAddress(fields: AddressFields): Address {
  const { name, company, street1, street2, city, state, zip, country, phone, email } = fields
  // The fields are assigned one by one: conditional spreads would cost more than the rest of a rates call.
  const address: { -readonly [Field in keyof Address]: Address[Field] } = {
    street1,
    city,
    state: hasText(state) ? state : '',
    zip,
    country,
  }
  if (hasText(name)) address.name = name
  if (hasText(company)) address.company = company
  if (hasText(street2)) address.street2 = street2
  if (hasText(phone)) address.phone = phone
  if (hasText(email)) address.email = email
  return address
}

function hasText(text: string | null | undefined): text is string {
  return text !== undefined && text !== null && text.trim() !== ''
}
