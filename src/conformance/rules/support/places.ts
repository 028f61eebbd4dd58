import { isObject } from '../../http/fields.ts'

/**
 * All simple values of a document by place: `attributes.status`. A list has its length as a value, as the length of a
 * list of attempts is their number.
 */
export function placesIn(document: unknown): ReadonlyMap<string, unknown> {
  return new Map(walk(document, ''))
}

function walk(value: unknown, place: string): readonly (readonly [string, unknown])[] {
  const at = (name: string | number): string => (place === '' ? `${name}` : `${place}.${name}`)
  if (Array.isArray(value)) {
    return [[at('length'), value.length], ...value.flatMap((each, index) => walk(each, at(index)))]
  }
  if (!isObject(value)) return [[place, value]]
  return Object.entries(value).flatMap(([name, each]) => walk(each, at(name)))
}
