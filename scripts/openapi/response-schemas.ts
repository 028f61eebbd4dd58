import { isJson, type Json } from './json.ts'

/**
 * Returns what the client checks of successful responses of the control protocol, from its OpenAPI document: the schema
 * of each call's JSON response, and the schemas that these refer to. Descriptions, examples and formats, which no check
 * reads, are left out, because every command that controls a simulator loads the result.
 */
export function createResponseSchemas(control: Json): Json {
  const components: Json = Object(Object(control['components']).schemas)
  const schemas = new Map<string, Json>()
  const reduceNamed = (name: string): void => {
    if (schemas.has(name)) return
    schemas.set(name, {})
    schemas.set(name, reduceSchema(Object(components[name]), reduceNamed))
  }
  const calls = Object.entries(Object(control['paths'])).flatMap(([path, methods]) =>
    Object.entries(Object(methods)).map(([method, operation]) => {
      const schema = findJsonSchema(operation)
      return {
        method: method.toUpperCase(),
        path,
        ...(schema === undefined ? {} : { schema: reduceSchema(schema, reduceNamed) }),
      }
    }),
  )
  reduceNamed('StreamEvent')
  return { calls, schemas: Object.fromEntries(schemas) }
}

/** Returns the schema of an operation's successful JSON response; undefined if its body is empty. */
function findJsonSchema(operation: unknown): Json | undefined {
  const [, success] =
    Object.entries(Object(Object(operation).responses)).find(([status]) => status.startsWith('2')) ?? []
  return Object(Object(success).content)['application/json']?.schema
}

/** Returns a schema with only the keywords that the client checks. Calls `onRef` with each name that it refers to. */
function reduceSchema(schema: Json, onRef: (name: string) => void): Json {
  const { $ref, type, required, properties, additionalProperties, items, anyOf, oneOf } = schema
  const reduce = (each: unknown): unknown => (isJson(each) ? reduceSchema(each, onRef) : each)
  const reduceAll = (each: unknown): unknown => (Array.isArray(each) ? each.map(reduce) : undefined)
  const name = typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined
  if (name !== undefined) onRef(name)
  return {
    ref: name,
    type,
    ...('const' in schema ? { const: schema['const'] } : {}),
    required,
    properties: isJson(properties)
      ? Object.fromEntries(Object.entries(properties).map(([field, each]) => [field, reduce(each)]))
      : undefined,
    additionalProperties: isJson(additionalProperties) ? reduce(additionalProperties) : undefined,
    items: reduce(items),
    choices: reduceAll(anyOf ?? oneOf),
  }
}
