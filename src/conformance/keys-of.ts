/** Returns the keys of an object, with the type of its keys. */
export function keysOf<Key extends string>(object: Readonly<Record<Key, unknown>>): readonly Key[] {
  const keys: Key[] = []
  for (const key in object) keys.push(key)
  return keys
}
