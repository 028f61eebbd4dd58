import { isDeepStrictEqual } from 'node:util'
import {
  type DocumentedParameter,
  document,
  resolveComponent,
  type SchemaNode,
  type Schemas,
} from './document.ts'

/** A field of a body or a parameter, as the reference lists it. */
export interface Field {
  /** The path of the field in the body, such as `rates[].carrier`. */
  readonly path: string
  readonly name: string
  /** The number of objects in the body that enclose the field. */
  readonly depth: number
  /** The type of the field in words, such as `integer` or `list of objects`. */
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
  readonly unit: string | null
  /** The allowed texts of an enum. */
  readonly values: readonly string[]
  /** Further constraints on the value, in words. */
  readonly limits: readonly string[]
  readonly example: string | null
  /** The link to the simulator's choice that the field follows, such as `docs/choices.md#22`. */
  readonly choice: string | null
  /** The alternatives of the body (`oneOf`) with this field, each as its distinguishing value; empty if all have it. */
  readonly forms: readonly string[]
  /** The path of an earlier field where the same nested fields are listed; null if they are listed here. */
  readonly sameAs: string | null
}

const serviceSchemas = document.components.schemas

/** Lists the fields of an object's schema. Nested fields follow their parent. `named` has the referenced schemas. */
export function listFields(schema: SchemaNode, named: Schemas = serviceSchemas): readonly Field[] {
  return listFieldsWithin(schema, { path: '', depth: 0, seen: new Map(), named })
}

export function toParameterField({
  name,
  required,
  description,
  schema,
  example,
}: DocumentedParameter): Field {
  const given = example === undefined ? {} : { examples: [example] }
  const node = { ...schema, ...given, description }
  const place = { name, path: name, depth: 0, isRequired: required, sameAs: null, forms: [] }
  return createField(node, place, serviceSchemas)
}

export function buildFieldAnchor(part: string, { path }: Field): string {
  return `${part}-${path.replaceAll('[]', '')}`
}

interface Place {
  readonly path: string
  readonly depth: number
  /** The components whose fields have been listed, each with the path of the field that listed them. */
  readonly seen: Map<string, string>
  readonly named: Schemas
}

function listFieldsWithin(schema: SchemaNode, place: Place): readonly Field[] {
  const { named } = place
  return listProperties(schema, named).flatMap(({ name, property, isRequired, forms }) => {
    const path = place.path === '' ? name : `${place.path}.${name}`
    const { node, list, component } = findObjectSchema(property)
    const sameAs = component === undefined ? null : (place.seen.get(component) ?? null)
    if (component !== undefined && sameAs === null) place.seen.set(component, path)
    const { depth } = place
    const field = createField(
      resolveComponent(property, named),
      { name, path, depth, isRequired, sameAs, forms },
      named,
    )
    if (sameAs !== null) return [field]
    return [field, ...listFieldsWithin(node, { ...place, path: list ? `${path}[]` : path, depth: depth + 1 })]
  })
}

interface Property {
  readonly name: string
  readonly property: SchemaNode
  readonly isRequired: boolean
  readonly forms: Field['forms']
}

/** Returns the properties of an object, each once. If the object has alternatives, `forms` has those with the property. */
function listProperties(schema: SchemaNode, named: Schemas): readonly Property[] {
  const { oneOf, properties = {}, required = [] } = resolveComponent(schema, named)
  if (oneOf === undefined)
    return Object.entries(properties).map(([name, property]) => ({
      name,
      property,
      isRequired: required.includes(name),
      forms: [],
    }))
  const forms = oneOf.map((form) => resolveComponent(form, named))
  const names = new Set(forms.flatMap((form) => Object.keys(form.properties ?? {})))
  return [...names].map((name) => {
    const having = forms.filter((form) => form.properties?.[name] !== undefined)
    return {
      name,
      property: mergeProperty(having.flatMap((form) => form.properties?.[name] ?? [])),
      isRequired: forms.every((form) => form.required?.includes(name) === true),
      forms: having.length === forms.length ? [] : [...new Set(having.flatMap(findDistinguishingValue))],
    }
  })
}

/** Returns the value that distinguishes an alternative: the only allowed value of a property; `[]` if there is none. */
function findDistinguishingValue({ properties = {} }: SchemaNode): string | readonly never[] {
  const only = Object.values(properties).find(({ const: value }) => value !== undefined)?.const
  return typeof only === 'string' ? only : []
}

/**
 * Merges the schemas that a property has in several alternatives. The result allows the values of all alternatives. If
 * the schemas differ in more than the values, only the description is left.
 */
function mergeProperty(nodes: readonly SchemaNode[]): SchemaNode {
  const [first = {}, ...others] = nodes
  const removeExamples = (node: SchemaNode): SchemaNode => ({ ...node, examples: undefined })
  if (others.every((other) => isDeepStrictEqual(removeExamples(other), removeExamples(first)))) return first
  const values = nodes.flatMap(
    ({ const: only, enum: several }) => several ?? (only === undefined ? [] : [only]),
  )
  const { description, type } = first
  if (values.length >= nodes.length) return { description, type, enum: [...new Set(values)] }
  return { description }
}

/** Returns the schema of a field, or of the items of a list, and the reference to the component that describes it. */
function findObjectSchema(property: SchemaNode) {
  const inner = removeNullAlternative(property)
  const list = inner.items !== undefined
  const node = removeNullAlternative(inner.items ?? inner)
  return { node, list, component: node.$ref }
}

function createField(
  schema: SchemaNode,
  place: Pick<Field, 'name' | 'path' | 'depth' | 'isRequired' | 'sameAs' | 'forms'>,
  named: Schemas,
): Field {
  const inner = resolveComponent(removeNullAlternative(schema), named)
  const [example] = schema.examples ?? inner.examples ?? []
  return {
    ...place,
    type: isNullable(schema) ? `${describeType(inner, named)} or null` : describeType(inner, named),
    description: schema.description ?? inner.description ?? '',
    unit: schema['x-unit'] ?? null,
    values: listAllowedValues(inner, named),
    limits: describeLimits(inner),
    example: example === undefined ? null : JSON.stringify(example),
    choice: schema['x-drydock-choice'] ?? null,
  }
}

function removeNullAlternative(schema: SchemaNode): SchemaNode {
  return schema.anyOf?.find((each) => each.type !== 'null') ?? schema
}

function isNullable({ type, anyOf = [] }: SchemaNode): boolean {
  return anyOf.some((each) => each.type === 'null') || (Array.isArray(type) && type.includes('null'))
}

const formats: Readonly<Record<string, string>> = { 'date-time': 'timestamp', date: 'date', uri: 'URL' }

function describeType(schema: SchemaNode, named: Schemas): string {
  const { format, items } = schema
  if (items !== undefined)
    return `list of ${describeType(resolveComponent(removeNullAlternative(items), named), named)}s`
  if (format !== undefined && formats[format] !== undefined) return formats[format]
  const type = [schema.type ?? []].flat().find((each) => each !== 'null')
  return type ?? (schema.properties === undefined ? 'anything' : 'object')
}

function listAllowedValues(schema: SchemaNode, named: Schemas): readonly string[] {
  const { const: only, enum: several } = resolveComponent(schema.items ?? schema, named)
  const values = several ?? (only === undefined ? [] : [only])
  return values.filter((value) => typeof value === 'string')
}

/** Formats numbers. `toLocaleString` would create a formatter for each number, which takes 0.1 s for all fields. */
const { format: formatNumber } = new Intl.NumberFormat('en-US')

function describeLimits({
  minItems,
  maxItems,
  minimum,
  maximum,
  exclusiveMinimum,
  maxLength,
}: SchemaNode): readonly string[] {
  return [
    exclusiveMinimum !== undefined && `above ${formatNumber(exclusiveMinimum)}`,
    minimum !== undefined && `${formatNumber(minimum)} or more`,
    maximum !== undefined && `${formatNumber(maximum)} at most`,
    maxLength !== undefined && `up to ${formatNumber(maxLength)} characters`,
    minItems !== undefined &&
      maxItems !== undefined &&
      `${formatNumber(minItems)} to ${formatNumber(maxItems)} of them`,
  ].filter((limit) => limit !== false)
}
