import controlDocument from '../../../schemas/control-openapi.json' with { type: 'json' }

/** A part of a JSON Schema, as far as responses of the control protocol use them. */
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

interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const { paths, components }: Documented = controlDocument

/**
 * Describes what is wrong with the text of a successful response; undefined if nothing is. The OpenAPI document of the control
 * protocol says which types and fields a response has. Unknown fields, enum values, formats and bounds are not checked:
 * another version or implementation may have more of them.
 */
export function responseProblem(
  { method, path }: { readonly method: string; readonly path: string },
  text: string,
): string | undefined {
  const schema = responseSchema(method, path)
  if (schema === undefined) return text === '' ? undefined : 'has a body where none is due'
  return textProblem(schema, text)
}

/** Describes what is wrong with the JSON of an event of the stream; undefined if nothing is. */
export function eventProblem(text: string): string | undefined {
  return textProblem({ $ref: '#/components/schemas/StreamEvent' }, text)
}

function textProblem(schema: Schema, text: string): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'is no JSON'
  }
  return valueProblem(schema, value, '')
}

/**
 * Returns the schema of a call's successful JSON response; undefined if its body is empty. Throws if the call
 * is not documented.
 */
function responseSchema(method: string, path: string): Schema | undefined {
  const segments = path.split('?', 1)[0]?.split('/') ?? []
  // A word such as `poll` may take the place of a variable part, for another method.
  const operation = Object.entries(paths)
    .filter(([template]) => isPathOf(template.split('/'), segments))
    .map(([, methods]) => methods[method.toLowerCase()])
    .find((each) => each !== undefined)
  if (operation === undefined) throw new Error(`${method} ${path} is no call of the control protocol`)
  const responses: Readonly<Record<string, unknown>> = Object(Object(operation).responses)
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return Object(Object(success).content)['application/json']?.schema
}

function isPathOf(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) => part === segments[index] || part.startsWith('{'))
  )
}

function valueProblem(given: Schema, value: unknown, at: string): string | undefined {
  const schema = resolveSchema(given)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) {
    const isOneOf = choices.some((choice) => valueProblem(choice, value, at) === undefined)
    return isOneOf
      ? undefined
      : `has ${kindOf(value)}${at === '' ? '' : ` at ${at}`} that is none of the documented forms`
  }
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) {
    const wanted = types.map((type) => typeNames[type] ?? type).join(' or ')
    return at === '' ? `is ${kindOf(value)}, not ${wanted}` : `has ${kindOf(value)} at ${at}, not ${wanted}`
  }
  if ('const' in schema && schema.const !== value)
    return `has ${at} ${JSON.stringify(value)}, not ${JSON.stringify(schema.const)}`
  if (Array.isArray(value)) return schema.items && itemProblem(schema.items, value, at)
  return isObject(value) ? fieldProblem(schema, value, at) : undefined
}

function itemProblem(items: Schema, values: readonly unknown[], at: string): string | undefined {
  for (const [index, value] of values.entries()) {
    const problem = valueProblem(items, value, `${at}[${index}]`)
    if (problem !== undefined) return problem
  }
  return undefined
}

function fieldProblem(
  { required = [], properties = {}, additionalProperties }: Schema,
  value: Readonly<Record<string, unknown>>,
  at: string,
): string | undefined {
  const within = (name: string): string => (at === '' ? name : `${at}.${name}`)
  const missing = required.find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) return `has no ${within(missing)}`
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined
  for (const name of Object.keys(value)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : others
    const problem = schema && valueProblem(schema, value[name], within(name))
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

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeNames[typeof value] ?? String(value)
}
