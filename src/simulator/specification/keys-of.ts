/** Returns the keys of a table imported from JSON, with their literal types. */
export function keysOf<T extends object>(table: T): readonly (keyof T & string)[] {
  const keys: (keyof T & string)[] = []
  for (const key in table) if (Object.hasOwn(table, key)) keys.push(key)
  return keys
}
