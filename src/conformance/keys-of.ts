/** The keys of an object, typed as the keys that its type names. */
export function keysOf<Key extends string>(object: Readonly<Record<Key, unknown>>): readonly Key[] {
  const keys: Key[] = []
  for (const key in object) keys.push(key)
  return keys
}
