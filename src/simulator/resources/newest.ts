import type { Collection } from '../accounts/collection.ts'
import type { Environment } from '../specification/model.ts'

/** All records there are now, newest first, each read when it is its turn: what has come since is not among them. */
export function newestFirst<T extends { readonly environment: Environment }>(
  collection: Pick<Collection<T>, 'keys' | 'get'>,
  environment: Environment | undefined,
): Iterable<T> {
  // Records come to a collection in the order of time.
  return read(collection, { ids: [...collection.keys()].reverse(), environment })
}

function* read<T extends { readonly environment: Environment }>(
  collection: Pick<Collection<T>, 'get'>,
  { ids, environment }: { readonly ids: readonly string[]; readonly environment: Environment | undefined },
): Generator<T> {
  for (const id of ids) {
    const record = collection.get(id)
    if (record !== undefined && (environment === undefined || record.environment === environment))
      yield record
  }
}
