import * as z from 'zod'
import type { DeepReadonly, ReadonlyRecord } from '../accounts/records/readonly-record.ts'

/** Builders for the schemas of response bodies. A running simulator imports only their types; the OpenAPI documents are made from the schemas. */

/** The body that a schema describes, as a readonly type. */
export type BodyOf<Schema extends z.ZodType> = ReadonlyRecord<Schema>

/** The request that a schema reads, as a client writes it, as a readonly type. */
export type RequestOf<Schema extends z.ZodType> = DeepReadonly<z.input<Schema>>

/** The details of a schema that the OpenAPI documents show besides its description. */
export interface SchemaDetails {
  /** The name of the schema as a component of the OpenAPI documents. */
  readonly id?: string
  /** The unit of a number. */
  readonly unit?: string
  /** The choice (docs/choices.md) that the field follows where the specification is open. */
  readonly choice?: number
}

/** Returns the schema with the description that the OpenAPI documents show. */
export function describeSchema<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  { id, unit, choice }: SchemaDetails = {},
): Schema {
  return schema.meta({
    description,
    ...(id !== undefined && { id }),
    ...(unit !== undefined && { 'x-unit': unit }),
    ...(choice !== undefined && { 'x-drydock-choice': buildChoiceLink(choice) }),
  })
}

/** Returns the path of a choice in docs/choices.md by its number. */
export function buildChoiceLink(choice: number): string {
  return `docs/choices.md#${choice}`
}

/** Returns a schema of an id: a prefix, then 24 lowercase letters and digits (choices 9). */
export function id(prefix: string, description: string, words: SchemaDetails = {}) {
  // safe regex: it has no repetition without a bound.
  return describeSchema(z.string().regex(new RegExp(`^${prefix}_[a-z0-9]{24}$`)), description, {
    choice: 9,
    ...words,
  })
}

const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** Returns a schema of a time in UTC with milliseconds (choices 10). */
export function timestamp(description: string, words: SchemaDetails = {}) {
  return instant.meta({
    format: 'date-time',
    description: `${description} ISO 8601, UTC.`,
    'x-drydock-choice': buildChoiceLink(words.choice ?? 10),
  })
}

/** Returns a schema of a time, or null (choices 10). */
export function timestampOrNull(description: string, words: SchemaDetails = {}) {
  const { choice = 10 } = words
  return describeSchema(instant.meta({ format: 'date-time' }).nullable(), `${description} ISO 8601, UTC.`, {
    choice,
  })
}

/** Returns a schema of a text. */
export function text(description: string, words: SchemaDetails = {}) {
  return describeSchema(z.string(), description, words)
}

/** Returns a schema of a text, or null. */
export function textOrNull(description: string, words: SchemaDetails = {}) {
  return describeSchema(z.string().nullable(), description, words)
}

/** Returns a schema of an amount of money in US cents. */
export function cents(description: string, words: SchemaDetails = {}) {
  return describeSchema(z.int(), description, { unit: 'US cents', ...words })
}

/** Returns a schema of a price in US cents: an amount that is never below 0. */
export function price(description: string, words: SchemaDetails = {}) {
  return describeSchema(z.int().min(0), description, { unit: 'US cents', ...words })
}

/** Returns a schema of an amount of money in US cents, or null. */
export function centsOrNull(description: string, words: SchemaDetails = {}) {
  return describeSchema(z.int().nullable(), description, { unit: 'US cents', ...words })
}

/** Returns a schema of a whole number from 0 up. */
export function count(description: string, words: SchemaDetails = {}) {
  return describeSchema(z.int().min(0), description, words)
}

/** Returns a schema of an object that has the given fields and no others. */
export function body<const Shape extends z.ZodRawShape>(
  shape: Shape,
  description: string,
  words: SchemaDetails = {},
) {
  return describeSchema(z.strictObject(shape), description, words)
}

/** Returns a schema of a list. */
export function listOf<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  words: SchemaDetails = {},
) {
  return describeSchema(z.array(schema), description, words)
}
