import controlDocument from '../../../schemas/control-openapi.json' with { type: 'json' }

/** A JSON Schema, with the keywords that responses of the control protocol use. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly [unused: string]: unknown
}

/** The part of the OpenAPI document of the control protocol that the checks read. */
interface ControlDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const { paths, components }: ControlDocument = controlDocument

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
  return describeJsonProblem({ $ref: '#/components/schemas/StreamEvent' }, text)
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
  // The path `/tracking/poll` also matches the template `/tracking/{tracking_number}`, so the method decides which of
  // the two is meant.
  const operation = Object.entries(paths)
    .filter(([template]) => isPathOfTemplate(template.split('/'), segments))
    .map(([, methods]) => methods[method.toLowerCase()])
    .find((each) => each !== undefined)
  if (operation === undefined) throw new Error(`${method} ${path} is no call of the control protocol`)
  const responses: Readonly<Record<string, unknown>> = Object(Object(operation).responses)
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return Object(Object(success).content)['application/json']?.schema
}

function isPathOfTemplate(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) => part === segments[index] || part.startsWith('{'))
  )
}

function describeValueProblem(given: Schema, value: unknown, fieldPath: string): string | undefined {
  const schema = resolveSchema(given)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) {
    const isOneOf = choices.some((choice) => describeValueProblem(choice, value, fieldPath) === undefined)
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
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined
  for (const name of Object.keys(value)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : others
    const problem = schema && describeValueProblem(schema, value[name], buildFieldPath(name))
    if (problem !== undefined) return problem
  }
  return undefined
}

function resolveSchema(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (components.schemas[name] ?? {})
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
