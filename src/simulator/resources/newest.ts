import type { Collection } from '../accounts/collection.ts'
import type { Environment } from '../specification/model.ts'

/**
 * The records of an environment, or of both, newest first. Each is read when its turn comes; records added since
 * the call are left out.
 */
export function newestFirst<T extends { readonly environment: Environment }>(
  collection: Pick<Collection<T>, 'keys' | 'get'>,
  environment: Environment | undefined,
): Iterable<T> {
  // Collections are in insertion order, which is the order of time.
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
