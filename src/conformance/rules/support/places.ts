import { isObject } from '../../http/fields.ts'

/**
 * Returns all simple values of a document by place: `attributes.status`. A list also has its length as a value, because
 * that may be the number of attempts.
 */
export function placesIn(document: unknown): ReadonlyMap<string, unknown> {
  return new Map(collectPlaces(document, ''))
}

function collectPlaces(value: unknown, place: string): readonly (readonly [string, unknown])[] {
  const at = (name: string | number): string => (place === '' ? `${name}` : `${place}.${name}`)
  if (Array.isArray(value)) {
    return [[at('length'), value.length], ...value.flatMap((each, index) => collectPlaces(each, at(index)))]
  }
  if (!isObject(value)) return [[place, value]]
  return Object.entries(value).flatMap(([name, each]) => collectPlaces(each, at(name)))
}
