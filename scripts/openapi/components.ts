import * as z from 'zod'
import { isJson, type Json, mapJson } from './json.ts'
import { fieldWords, toSchemaKeywords } from './request-words.ts'

type Components = Readonly<Record<string, Json>>

/** The schemas of a document by name. */
export type Models = Readonly<Record<string, z.ZodType>>

const base = '#/components/schemas/'

export function createRef(name: string): Json {
  return { $ref: base + name }
}

/**
 * Returns the schemas of responses. They allow unknown fields, so that a generated client accepts responses of later
 * versions.
 */
export function createResponseComponents(models: Models): Components {
  const components = createComponents(models, 'output')
  return mapComponents(components, ({ additionalProperties, ...schema }) =>
    additionalProperties === false
      ? schema
      : { ...schema, ...(additionalProperties !== undefined && { additionalProperties }) },
  )
}

/** Returns the schemas of requests, as clients send them. */
export function createRequestComponents(models: Models): Components {
  return createComponents(models, 'input')
}

/**
 * Returns the name of a schema in `components`. A resource may have a second schema with another name, for the control
 * protocol.
 */
export function findComponentName(schema: z.core.$ZodType): string | undefined {
  return z.globalRegistry.get(schema)?.id?.replace(/^Listed/, '')
}

/** Returns the components of the given schemas, and of all named schemas that they use. */
function createComponents(models: Models, io: 'input' | 'output'): Components {
  const named = new Map<string, z.core.$ZodType>(Object.entries(models))
  const addModel = ({ zodSchema }: { zodSchema: z.core.$ZodType }): void => {
    const name = findComponentName(zodSchema)
    if (name !== undefined) named.set(name, zodSchema)
  }
  for (const schema of Object.values(models)) z.toJSONSchema(schema, { io, override: addModel })
  const registry = z.registry<{ readonly id: string }>()
  for (const [id, schema] of named) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => base + id,
    override: storeFieldDescriptions,
  })
  const unshared = JSON.parse(JSON.stringify(schemas))
  return mapComponents(unshared, (schema) => removeZodKeywords(describeFields(schema)))
}

const wordsMark = 'x-words'

/**
 * Stores the descriptions of fields under a separate keyword until `describeFields` moves them. Fields with the same
 * schema share one object, which cannot have several descriptions.
 */
function storeFieldDescriptions({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType
  jsonSchema: z.core.JSONSchema.BaseSchema
}): void {
  // The component has the schema's name as its key, so the schema does not need it.
  delete jsonSchema.id
  const words = fieldWords.get(zodSchema)
  if (words !== undefined) jsonSchema[wordsMark] = words
}

/** Moves the stored descriptions of a request's fields into the fields. */
function describeFields({ [wordsMark]: words, ...schema }: Json): Json {
  if (!isJson(words)) return schema
  const properties = Object.entries(Object(schema['properties'])).map(([name, property]) => [
    name,
    { ...Object(property), ...toSchemaKeywords(Object(words[name])) },
  ])
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** Removes the keywords that only zod needs, and the limits of a safe integer. */
function removeZodKeywords({ $schema, $id, minimum, maximum, ...schema }: Json): Json {
  return {
    ...schema,
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  }
}

function mapComponents(components: Components, change: (schema: Json) => Json): Components {
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [name, Object(mapJson(schema, change))]),
  )
}

/** A recorded body and its schema. */
export interface Recorded {
  readonly schema: unknown
  readonly value: unknown
}

/**
 * Returns the components with an example at each field that has no nested fields: the first recorded value that is not
 * null, if there is one.
 */
export function addExamples(components: Components, recorded: readonly Recorded[]): Components {
  const illustrated = structuredClone(components)
  const found = new Map<Json, unknown>()
  for (const { schema, value } of recorded) collectValues({ components: illustrated, found }, schema, value)
  for (const [field, value] of found)
    if ((hasNoNestedFields(value) || acceptsAnyValue(field)) && !('$ref' in field))
      Object.assign(field, { examples: [value] })
  return illustrated
}

interface RecordedValues {
  readonly components: Components
  /** The recorded values, by the schema of their field. */
  readonly found: Map<Json, unknown>
}

function collectValues(collection: RecordedValues, schema: unknown, value: unknown): void {
  if (!isJson(schema)) return
  const { components, found } = collection
  const { $ref, properties, items, anyOf, oneOf } = schema
  if (typeof $ref === 'string') collectValues(collection, components[$ref.slice(base.length)], value)
  for (const each of [anyOf ?? oneOf ?? []].flat())
    if (hasRequiredConstants(components, each, value)) collectValues(collection, each, value)
  if (isJson(value))
    for (const [name, field] of Object.entries<Json>(Object(properties))) {
      if (!Object.hasOwn(value, name)) continue
      if ((found.get(field) ?? null) === null) found.set(field, value[name])
      collectValues(collection, field, value[name])
    }
  if (Array.isArray(value)) for (const each of value) collectValues(collection, items, each)
}

/** Whether a value has every constant that the schema demands in its fields, so that the value may match the schema. */
function hasRequiredConstants(components: Components, schema: unknown, value: unknown): boolean {
  if (!isJson(schema)) return false
  if (typeof schema['$ref'] === 'string')
    return hasRequiredConstants(components, components[schema['$ref'].slice(base.length)], value)
  const { type, properties } = schema
  if (type === 'null') return value === null
  if (type === 'object' && !isJson(value)) return false
  if (!isJson(properties) || !isJson(value)) return true
  return Object.entries(properties).every(([name, property]) => {
    if (!isJson(property)) return true
    if (property['const'] !== undefined) return property['const'] === value[name]
    return !Array.isArray(property['enum']) || property['enum'].includes(value[name])
  })
}

function acceptsAnyValue(schema: Json): boolean {
  return !['type', '$ref', 'anyOf', 'oneOf', 'const', 'enum'].some((keyword) => keyword in schema)
}

function hasNoNestedFields(value: unknown): boolean {
  if (value === undefined) return false
  if (Array.isArray(value)) return !value.some((each) => typeof each === 'object')
  return typeof value !== 'object' || value === null
}
