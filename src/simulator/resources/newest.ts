import type { Collection } from '../accounts/collection.ts'

/** The methods of a collection that read its keys and records. */
export type Readable<T> = Pick<Collection<T>, 'keys' | 'get'>

/**
 * Yields the records, newest first. Each record is read only when it is needed; records added after the first read
 * are left out.
 */
export function* iterateNewestFirst<T>(collection: Readable<T>): Generator<T> {
  // Collections keep their records in insertion order, which is the order of time.
  for (const id of [...collection.keys()].reverse()) {
    const record = collection.get(id)
    if (record !== undefined) yield record
  }
}

/** Returns the `count` newest records, newest first, without the `skipped` newest ones. It reads no other record. */
export function listNewest<T>(collection: Readable<T>, count: number, skipped = 0): readonly T[] {
  const ids = [...collection.keys()].reverse().slice(skipped, skipped + count)
  return ids.flatMap((id) => collection.get(id) ?? [])
}
