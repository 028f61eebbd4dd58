import * as z from 'zod'
import { isJson, type Json, mapJson } from './json.ts'
import { fieldWords, keywordsOf } from './request-words.ts'

/** The schemas of a document by their names. */
export type Models = Readonly<Record<string, z.ZodType>>

const base = '#/components/schemas/'

export function ref(name: string): Json {
  return { $ref: base + name }
}

/** The schemas of answers. They allow unknown fields, so that a generated client accepts an answer with a new field. */
export function answerComponents(models: Models): Readonly<Record<string, Json>> {
  const components = componentsOf(models, 'output')
  return mapComponents(components, ({ additionalProperties, ...schema }) =>
    additionalProperties === false
      ? schema
      : { ...schema, ...(additionalProperties !== undefined && { additionalProperties }) },
  )
}

/** The schemas of requests, as they are sent. */
export function requestComponents(models: Models): Readonly<Record<string, Json>> {
  return componentsOf(models, 'input')
}

function componentsOf(models: Models, io: 'input' | 'output'): Readonly<Record<string, Json>> {
  const registry = z.registry<{ readonly id: string }>()
  for (const [id, schema] of Object.entries(models)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { io, uri: (id) => base + id, override: keepWords })
  const unshared = JSON.parse(JSON.stringify(schemas))
  return mapComponents(unshared, (schema) => plain(describeFields(schema)))
}

const wordsMark = 'x-words'

/**
 * Puts the descriptions of the fields beside the fields. They cannot be put into the fields yet, as fields with the
 * same schema are still one object.
 */
function keepWords({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType
  jsonSchema: z.core.JSONSchema.BaseSchema
}): void {
  const words = fieldWords.get(zodSchema)
  if (words !== undefined) jsonSchema[wordsMark] = words
}

/** Puts the descriptions of a request's fields into the fields. */
function describeFields({ [wordsMark]: words, ...schema }: Json): Json {
  if (!isJson(words)) return schema
  const properties = Object.entries(Object(schema['properties'])).map(([name, property]) => [
    name,
    { ...Object(property), ...keywordsOf(Object(words[name])) },
  ])
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** Leaves out the keywords that only zod needs, and the limits that every safe integer has. */
function plain({ $schema, $id, minimum, maximum, ...schema }: Json): Json {
  const { pattern } = schema
  return {
    ...schema,
    // With its slashes escaped: generators of clients write it between slashes.
    ...(typeof pattern === 'string' && { pattern: new RegExp(pattern, 'u').source }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  }
}

function mapComponents(
  components: Readonly<Record<string, Json>>,
  change: (schema: Json) => Json,
): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [name, Object(mapJson(schema, change))]),
  )
}

/** A value from a recorded exchange, and its schema. */
export interface Recorded {
  readonly schema: unknown
  readonly value: unknown
}

/**
 * The components with an example at each field that holds no object: the first value that was recorded there, null only
 * where nothing else was.
 */
export function withExamples(
  components: Readonly<Record<string, Json>>,
  recorded: readonly Recorded[],
): Readonly<Record<string, Json>> {
  const found = new Map<string, unknown>()
  for (const { schema, value } of recorded) collect(components, found, { schema, value, at: '' })
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [
      name,
      Object(exemplified(schema, found, `/${name}`)),
    ]),
  )
}

interface Place {
  readonly schema: unknown
  readonly value: unknown
  readonly at: string
}

function collect(
  components: Readonly<Record<string, Json>>,
  found: Map<string, unknown>,
  place: Place,
): void {
  const { schema, value, at } = place
  if (!isJson(schema)) return
  const { $ref, properties, items, anyOf, oneOf } = schema
  if (typeof $ref === 'string') {
    const name = $ref.slice(base.length)
    collect(components, found, { schema: components[name], value, at: `/${name}` })
  }
  for (const [index, each] of [anyOf ?? oneOf ?? []].flat().entries())
    if (fits(components, each, value))
      collect(components, found, { schema: each, value, at: `${at}/${index}` })
  if (isJson(properties) && isJson(value)) {
    for (const [name, property] of Object.entries(properties)) {
      if (!Object.hasOwn(value, name)) continue
      const below = `${at}/properties/${name}`
      const known = found.get(below)
      if (known === undefined || known === null) found.set(below, value[name])
      collect(components, found, { schema: property, value: value[name], at: below })
    }
  }
  if (Array.isArray(value))
    for (const each of value) collect(components, found, { schema: items, value: each, at: `${at}/items` })
}

/** Whether a value may be meant by one of several schemas: as far as their constants tell them apart. */
function fits(components: Readonly<Record<string, Json>>, schema: unknown, value: unknown): boolean {
  if (!isJson(schema)) return false
  if (typeof schema['$ref'] === 'string')
    return fits(components, components[schema['$ref'].slice(base.length)], value)
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

function exemplified(schema: unknown, found: ReadonlyMap<string, unknown>, at: string): unknown {
  if (Array.isArray(schema)) return schema.map((each, index) => exemplified(each, found, `${at}/${index}`))
  if (!isJson(schema)) return schema
  const { properties, items, anyOf, oneOf } = schema
  return {
    ...schema,
    ...(isJson(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => {
          const below = `${at}/properties/${name}`
          const inner = exemplified(property, found, below)
          const value = found.get(below)
          return [
            name,
            isJson(inner) &&
            (isLeaf(value) || (value !== undefined && isAnything(inner))) &&
            !('$ref' in inner)
              ? { ...inner, examples: [value] }
              : inner,
          ]
        }),
      ),
    }),
    ...(items !== undefined && { items: exemplified(items, found, `${at}/items`) }),
    ...(anyOf !== undefined && { anyOf: exemplified(anyOf, found, at) }),
    ...(oneOf !== undefined && { oneOf: exemplified(oneOf, found, at) }),
  }
}

/** Whether a schema takes whatever there is. */
function isAnything(schema: Json): boolean {
  return !['type', '$ref', 'anyOf', 'oneOf', 'const', 'enum'].some((keyword) => keyword in schema)
}

/** What has no fields of its own. */
function isLeaf(value: unknown): boolean {
  if (value === undefined) return false
  if (Array.isArray(value)) return !value.some((each) => typeof each === 'object')
  return typeof value !== 'object' || value === null
}
