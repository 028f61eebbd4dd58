import checked from '../../../schemas/control-responses.json' with { type: 'json' }

/** A JSON Schema, with the keywords that responses of the control protocol use. */
interface Schema {
  /** The name of another schema, in the place of this one. */
  readonly ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema
  readonly items?: Schema
  /** The value must match one of these schemas. */
  readonly choices?: readonly Schema[]
}

/** The calls of the control protocol and their schemas, which `npm run openapi` makes from its OpenAPI document. */
interface CheckedResponses {
  readonly calls: readonly { readonly method: string; readonly path: string; readonly schema?: Schema }[]
  readonly schemas: Readonly<Record<string, Schema>>
}

const { calls, schemas }: CheckedResponses = checked
const templates = calls.map((call) => ({ ...call, segments: call.path.split('/') }))

/**
 * Returns why a successful response does not match the OpenAPI document of the control protocol; undefined if it does.
 * The function checks only types and required fields: another version or implementation may have more fields, enum
 * values, formats and bounds.
 */
export function describeResponseProblem(
  { method, path }: { readonly method: string; readonly path: string },
  text: string,
): string | undefined {
  const schema = findResponseSchema(method, path)
  if (schema === undefined) return text === '' ? undefined : 'has a body, although none is documented'
  return describeJsonProblem(schema, text)
}

/** Returns why the JSON of a stream event does not match the OpenAPI document; undefined if it matches. */
export function describeEventProblem(text: string): string | undefined {
  return describeJsonProblem({ ref: 'StreamEvent' }, text)
}

function describeJsonProblem(schema: Schema, text: string): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'is not JSON'
  }
  return describeValueProblem(schema, value, '')
}

/**
 * Returns the schema of a call's successful JSON response; undefined if its body is empty. Throws if the call
 * is not documented.
 */
function findResponseSchema(method: string, path: string): Schema | undefined {
  const segments = path.split('?', 1)[0]?.split('/') ?? []
  const call = templates.find((each) => each.method === method && isPathOfTemplate(each.segments, segments))
  if (call === undefined) throw new Error(`${method} ${path} is no call of the control protocol`)
  return call.schema
}

function isPathOfTemplate(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) => part === segments[index] || part.startsWith('{'))
  )
}

function describeValueProblem(given: Schema, value: unknown, fieldPath: string): string | undefined {
  const schema = resolveSchema(given)
  if (schema.choices !== undefined) {
    const isOneOf = schema.choices.some(
      (choice) => describeValueProblem(choice, value, fieldPath) === undefined,
    )
    return isOneOf
      ? undefined
      : `has ${describeJsonType(value)}${fieldPath === '' ? '' : ` at ${fieldPath}`} that is none of the documented forms`
  }
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) {
    const wanted = types.map((type) => typeNames[type] ?? type).join(' or ')
    return fieldPath === ''
      ? `is ${describeJsonType(value)}, not ${wanted}`
      : `has ${describeJsonType(value)} at ${fieldPath}, not ${wanted}`
  }
  if ('const' in schema && schema.const !== value)
    return `has ${fieldPath} ${JSON.stringify(value)}, not ${JSON.stringify(schema.const)}`
  if (Array.isArray(value)) return schema.items && describeItemProblem(schema.items, value, fieldPath)
  return isObject(value) ? describeFieldProblem(schema, value, fieldPath) : undefined
}

function describeItemProblem(
  items: Schema,
  values: readonly unknown[],
  fieldPath: string,
): string | undefined {
  for (const [index, value] of values.entries()) {
    const problem = describeValueProblem(items, value, `${fieldPath}[${index}]`)
    if (problem !== undefined) return problem
  }
  return undefined
}

function describeFieldProblem(
  { required = [], properties = {}, additionalProperties }: Schema,
  value: Readonly<Record<string, unknown>>,
  fieldPath: string,
): string | undefined {
  const buildFieldPath = (name: string): string => (fieldPath === '' ? name : `${fieldPath}.${name}`)
  const missing = required.find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) return `has no ${buildFieldPath(missing)}`
  for (const name of Object.keys(value)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    const problem = schema && describeValueProblem(schema, value[name], buildFieldPath(name))
    if (problem !== undefined) return problem
  }
  return undefined
}

function resolveSchema(schema: Schema): Schema {
  return schema.ref === undefined ? schema : (schemas[schema.ref] ?? {})
}

const typeNames: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return isObject(value)
  if (type === 'array') return Array.isArray(value)
  return type === 'null' ? value === null : typeof value === type
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function describeJsonType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeNames[typeof value] ?? String(value)
}
