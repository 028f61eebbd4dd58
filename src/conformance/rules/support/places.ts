import { isObject } from '../../wire/fields.ts'

/**
 * Every value in a document that holds no others, by where it stands: `attributes.status`. A list has its length, too,
 * since a list of attempts tells their number.
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
