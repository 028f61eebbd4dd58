import { isObject } from '../../http/fields.ts'

/**
 * Returns all simple values of a document by path: `attributes.status`. A list also has its length as a value: the
 * length of a list in a delivery log entry may be the number of attempts.
 */
export function readValuesByPath(document: unknown): ReadonlyMap<string, unknown> {
  return new Map(collectValuesByPath(document, ''))
}

function collectValuesByPath(value: unknown, path: string): readonly (readonly [string, unknown])[] {
  const joinPath = (name: string | number): string => (path === '' ? `${name}` : `${path}.${name}`)
  if (Array.isArray(value)) {
    return [
      [joinPath('length'), value.length],
      ...value.flatMap((each, index) => collectValuesByPath(each, joinPath(index))),
    ]
  }
  if (!isObject(value)) return [[path, value]]
  return Object.entries(value).flatMap(([name, each]) => collectValuesByPath(each, joinPath(name)))
}
