/** JSON that a document is made of. */
export type Json = { readonly [name: string]: unknown }

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Rebuilds a value from the inside out. */
export function mapJson(value: unknown, change: (object: Json) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => mapJson(each, change))
  if (!isJson(value)) return value
  return change(
    Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapJson(each, change)])),
  )
}
