import { isDeepStrictEqual } from 'node:util'
import { componentOf, type DocumentedParameter, document, type SchemaNode, type Schemas } from './document.ts'

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
  /** Where only some forms of the body have it: what tells these forms apart from the others. */
  readonly forms: readonly string[]
  /** A field before it that has the same fields within, which are not listed twice. */
  readonly sameAs: string | null
}

const serviceSchemas = document.components.schemas

/** The fields of a schema of an object, those within each directly below it. `named`: what it may refer to. */
export function fieldsOf(schema: SchemaNode, named: Schemas = serviceSchemas): readonly Field[] {
  return within(schema, { path: '', depth: 0, seen: new Map(), named })
}

/** A parameter as a field. */
export function parameterField({ name, required, description, schema, example }: DocumentedParameter): Field {
  const given = example === undefined ? {} : { examples: [example] }
  const node = { ...schema, ...given, description }
  const place = { name, path: name, depth: 0, isRequired: required, sameAs: null, forms: [] }
  return fieldOf(node, place, serviceSchemas)
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
  readonly named: Schemas
}

function within(schema: SchemaNode, place: Place): readonly Field[] {
  const { named } = place
  return propertiesOf(schema, named).flatMap(({ name, property, isRequired, forms }) => {
    const path = place.path === '' ? name : `${place.path}.${name}`
    const { node, list, component } = contentOf(property)
    const sameAs = component === undefined ? null : (place.seen.get(component) ?? null)
    if (component !== undefined && sameAs === null) place.seen.set(component, path)
    const { depth } = place
    const field = fieldOf(
      componentOf(property, named),
      { name, path, depth, isRequired, sameAs, forms },
      named,
    )
    if (sameAs !== null) return [field]
    return [field, ...within(node, { ...place, path: list ? `${path}[]` : path, depth: depth + 1 })]
  })
}

interface Property {
  readonly name: string
  readonly property: SchemaNode
  readonly isRequired: boolean
  readonly forms: Field['forms']
}

/** The properties of an object. Those of an object in several forms are told once, with the forms that have them. */
function propertiesOf(schema: SchemaNode, named: Schemas): readonly Property[] {
  const { oneOf, properties = {}, required = [] } = componentOf(schema, named)
  if (oneOf === undefined)
    return Object.entries(properties).map(([name, property]) => ({
      name,
      property,
      isRequired: required.includes(name),
      forms: [],
    }))
  const forms = oneOf.map((form) => componentOf(form, named))
  const names = new Set(forms.flatMap((form) => Object.keys(form.properties ?? {})))
  return [...names].map((name) => {
    const having = forms.filter((form) => form.properties?.[name] !== undefined)
    return {
      name,
      property: merged(having.flatMap((form) => form.properties?.[name] ?? [])),
      isRequired: forms.every((form) => form.required?.includes(name) === true),
      forms: having.length === forms.length ? [] : [...new Set(having.flatMap(formName))],
    }
  })
}

/** What tells a form apart: the one value that one of its properties has. */
function formName({ properties = {} }: SchemaNode): string | readonly never[] {
  const only = Object.values(properties).find(({ const: value }) => value !== undefined)?.const
  return typeof only === 'string' ? only : []
}

/** A property of all forms: with the values of each; where it is something else in each, only with its words. */
function merged(nodes: readonly SchemaNode[]): SchemaNode {
  const [first = {}, ...others] = nodes
  const bare = (node: SchemaNode): SchemaNode => ({ ...node, examples: undefined })
  if (others.every((other) => isDeepStrictEqual(bare(other), bare(first)))) return first
  const values = nodes.flatMap(
    ({ const: only, enum: several }) => several ?? (only === undefined ? [] : [only]),
  )
  const { description, type } = first
  if (values.length >= nodes.length) return { description, type, enum: [...new Set(values)] }
  return { description }
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
  place: Pick<Field, 'name' | 'path' | 'depth' | 'isRequired' | 'sameAs' | 'forms'>,
  named: Schemas,
): Field {
  const inner = componentOf(notNull(schema), named)
  const [example] = schema.examples ?? inner.examples ?? []
  return {
    ...place,
    type: isNullable(schema) ? `${typeOf(inner, named)} or null` : typeOf(inner, named),
    description: schema.description ?? inner.description ?? '',
    unit: schema['x-unit'] ?? null,
    values: valuesOf(inner, named),
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

function typeOf(schema: SchemaNode, named: Schemas): string {
  const { format, items } = schema
  if (items !== undefined) return `list of ${typeOf(componentOf(notNull(items), named), named)}s`
  if (format !== undefined && formats[format] !== undefined) return formats[format]
  const type = [schema.type ?? []].flat().find((each) => each !== 'null')
  return type ?? (schema.properties === undefined ? 'anything' : 'object')
}

function valuesOf(schema: SchemaNode, named: Schemas): readonly string[] {
  const { const: only, enum: several } = componentOf(schema.items ?? schema, named)
  const values = several ?? (only === undefined ? [] : [only])
  return values.filter((value) => typeof value === 'string')
}

/** Made once: `toLocaleString` makes a formatter for each number, which takes a tenth of a second for the document. */
const { format: count } = new Intl.NumberFormat('en-US')

function limitsOf({
  minItems,
  maxItems,
  minimum,
  maximum,
  exclusiveMinimum,
  maxLength,
}: SchemaNode): readonly string[] {
  return [
    exclusiveMinimum !== undefined && `above ${count(exclusiveMinimum)}`,
    minimum !== undefined && `${count(minimum)} or more`,
    maximum !== undefined && `${count(maximum)} at most`,
    maxLength !== undefined && `up to ${count(maxLength)} characters`,
    minItems !== undefined && maxItems !== undefined && `${count(minItems)} to ${count(maxItems)} of them`,
  ].filter((limit) => limit !== false)
}
