/** An object in a JSON document. */
export type Json = { readonly [name: string]: unknown }

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the object to which a `$ref` refers, or the given object if it has no `$ref`. */
export function resolveRef(document: Json, object: unknown): Json {
  const { $ref } = Object(object)
  if (typeof $ref !== 'string') return Object(object)
  const path = $ref.slice('#/'.length).split('/')
  return Object(path.reduce((value: unknown, name) => Object(value)[name], document))
}

/** Returns a copy of a JSON value in which `change` has replaced each object, innermost first. */
export function mapJson(value: unknown, change: (object: Json) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => mapJson(each, change))
  if (!isJson(value)) return value
  return change(
    Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapJson(each, change)])),
  )
}
