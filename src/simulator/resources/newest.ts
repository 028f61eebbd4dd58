import type { Collection } from '../collection.ts'
import type { Environment } from '../model.ts'

/** Which of an account's records a list is to have. */
export interface ListChoice {
  /** Both where left out. */
  readonly environment?: Environment | undefined
  /** All where left out. */
  readonly limit?: number | undefined
}

/** The newest of some records, newest first. */
export interface Newest<T> {
  readonly records: readonly T[]
  /** Whether older ones were left out for the limit. */
  readonly hasMore: boolean
}

/** Records come to a collection in the order of time; of those left out none is read. */
export function newest<T extends { readonly environment: Environment }>(
  collection: Pick<Collection<T>, 'keys' | 'get'>,
  { environment, limit = Number.POSITIVE_INFINITY }: ListChoice,
): Newest<T> {
  const records: T[] = []
  for (const id of [...collection.keys()].reverse()) {
    const record = collection.get(id)
    if (record === undefined || (environment !== undefined && record.environment !== environment)) continue
    if (records.length === limit) return { records, hasMore: true }
    records.push(record)
  }
  return { records, hasMore: false }
}
