import { isObject } from '../fields.ts'

/** Every value in a document that holds no others, by where it stands: `attributes.status`. */
export function placesIn(document: unknown): ReadonlyMap<string, unknown> {
  return new Map(walk(document, ''))
}

/** Every list in a document is as long as there are places directly in it. */
function walk(value: unknown, place: string): readonly (readonly [string, unknown])[] {
  const at = (name: string | number): string => (place === '' ? `${name}` : `${place}.${name}`)
  if (Array.isArray(value)) {
    return [[at('length'), value.length], ...value.flatMap((each, index) => walk(each, at(index)))]
  }
  if (!isObject(value)) return [[place, value]]
  return Object.entries(value).flatMap(([name, each]) => walk(each, at(name)))
}
