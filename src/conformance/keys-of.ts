/** The keys of an object whose keys its type knows. */
export function keysOf<Key extends string>(object: Readonly<Record<Key, unknown>>): readonly Key[] {
  const keys: Key[] = []
  for (const key in object) keys.push(key)
  return keys
}
