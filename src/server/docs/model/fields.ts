import { componentOf, type DocumentedParameter, type SchemaNode } from './document.ts'

/** A field of a body, in a list that goes through the body from the top. */
export interface Field {
  /** Where it is in the body: `rates[].carrier`. */
  readonly path: string
  readonly name: string
  /** How many things it is within. */
  readonly depth: number
  /** Its type in words: `integer`, `list of objects`. */
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
  readonly unit: string | null
  /** The texts that it can be. */
  readonly values: readonly string[]
  /** What else goes for its value. */
  readonly limits: readonly string[]
  readonly example: string | null
  /** The page of the choice behind it: `docs/choices.md#22`. */
  readonly choice: string | null
  /** A field before it that has the same fields within, which are not listed twice. */
  readonly sameAs: string | null
}

/** The fields of a schema of an object, those within each directly below it. */
export function fieldsOf(schema: SchemaNode): readonly Field[] {
  return within(schema, { path: '', depth: 0, seen: new Map() })
}

/** A parameter as a field. */
export function parameterField({ name, required, description, schema, example }: DocumentedParameter): Field {
  const given = example === undefined ? {} : { examples: [example] }
  const node = { ...schema, ...given, description }
  return fieldOf(node, { name, path: name, depth: 0, isRequired: required, sameAs: null })
}

/** The anchor of a field on its page. */
export function fieldAnchor(part: string, { path }: Field): string {
  return `${part}-${path.replaceAll('[]', '')}`
}

interface Place {
  readonly path: string
  readonly depth: number
  /** Where each component was listed first. */
  readonly seen: Map<string, string>
}

function within(schema: SchemaNode, place: Place): readonly Field[] {
  const { properties = {}, required = [] } = componentOf(schema)
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = place.path === '' ? name : `${place.path}.${name}`
    const { node, list, component } = contentOf(property)
    const sameAs = component === undefined ? null : (place.seen.get(component) ?? null)
    if (component !== undefined && sameAs === null) place.seen.set(component, path)
    const isRequired = required.includes(name)
    const field = fieldOf(componentOf(property), { name, path, depth: place.depth, isRequired, sameAs })
    if (sameAs !== null) return [field]
    const below = { path: list ? `${path}[]` : path, depth: place.depth + 1, seen: place.seen }
    return [field, ...within(node, below)]
  })
}

/** What a field holds: the object, or the objects of a list, and the component that describes them. */
function contentOf(property: SchemaNode) {
  const inner = notNull(property)
  const list = inner.items !== undefined
  const node = notNull(inner.items ?? inner)
  return { node, list, component: node.$ref }
}

function fieldOf(
  schema: SchemaNode,
  place: Pick<Field, 'name' | 'path' | 'depth' | 'isRequired' | 'sameAs'>,
): Field {
  const inner = componentOf(notNull(schema))
  const [example] = schema.examples ?? inner.examples ?? []
  return {
    ...place,
    type: isNullable(schema) ? `${typeOf(inner)} or null` : typeOf(inner),
    description: schema.description ?? inner.description ?? '',
    unit: schema['x-unit'] ?? null,
    values: valuesOf(inner),
    limits: limitsOf(inner),
    example: example === undefined ? null : JSON.stringify(example),
    choice: schema['x-drydock-choice'] ?? null,
  }
}

/** A schema without the null that it takes besides. */
function notNull(schema: SchemaNode): SchemaNode {
  return schema.anyOf?.find((each) => each.type !== 'null') ?? schema
}

function isNullable({ type, anyOf = [] }: SchemaNode): boolean {
  return anyOf.some((each) => each.type === 'null') || (Array.isArray(type) && type.includes('null'))
}

const formats: Readonly<Record<string, string>> = { 'date-time': 'timestamp', date: 'date', uri: 'URL' }

function typeOf(schema: SchemaNode): string {
  const { format, items } = schema
  if (items !== undefined) return `list of ${typeOf(componentOf(notNull(items)))}s`
  if (format !== undefined && formats[format] !== undefined) return formats[format]
  const type = [schema.type ?? []].flat().find((each) => each !== 'null')
  return type ?? (schema.properties === undefined ? 'anything' : 'object')
}

function valuesOf(schema: SchemaNode): readonly string[] {
  const { const: only, enum: several } = componentOf(schema.items ?? schema)
  const values = several ?? (only === undefined ? [] : [only])
  return values.filter((value) => typeof value === 'string')
}

function limitsOf({
  minItems,
  maxItems,
  minimum,
  maximum,
  exclusiveMinimum,
  maxLength,
}: SchemaNode): readonly string[] {
  const count = (value: number): string => value.toLocaleString('en-US')
  return [
    exclusiveMinimum !== undefined && `above ${count(exclusiveMinimum)}`,
    minimum !== undefined && `${count(minimum)} or more`,
    maximum !== undefined && `${count(maximum)} at most`,
    maxLength !== undefined && `up to ${count(maxLength)} characters`,
    minItems !== undefined && maxItems !== undefined && `${count(minItems)} to ${count(maxItems)} of them`,
  ].filter((limit) => limit !== false)
}
