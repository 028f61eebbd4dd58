import type { ListedBatchBody } from '../simulator/bodies/batches.ts'
import type { ListedLabelBody } from '../simulator/bodies/labels.ts'
import type { ListedTrackerBody } from '../simulator/bodies/trackers.ts'
import type { Environment } from '../simulator/specification/model.ts'
import type { ControlCaller } from './http/control.ts'
import { addQuery } from './http/query.ts'

/** Selects the records of a list. */
export interface ListFilter {
  /** The environment; both by default. */
  readonly environment?: Environment | undefined
  /** The maximum number of records, the newest: 1 to 10,000, by default 100. */
  readonly limit?: number | undefined
}

/** The account's labels. */
export interface AccountLabels {
  /** Returns the labels, newest first. */
  list(filter?: ListFilter): Promise<readonly ListedLabelBody[]>
}

/** The account's trackers. */
export interface AccountTrackers {
  /** Returns the trackers, newest first. */
  list(filter?: ListFilter): Promise<readonly ListedTrackerBody[]>
}

/** The account's batches. */
export interface AccountBatches {
  /** Returns the batches, newest first, without their items. */
  list(filter?: ListFilter): Promise<readonly ListedBatchBody[]>
}

/** The response of a list call: its records under the name of the list. */
interface ListResponse<Body> {
  readonly has_more?: boolean
  readonly [name: string]: readonly Body[] | boolean | undefined
}

/** Requests a list and returns its records; `path` includes the account. */
export async function fetchList<Body>(
  control: ControlCaller,
  { path, name, filter }: { readonly path: string; readonly name: string; readonly filter: ListFilter },
): Promise<{ readonly bodies: readonly Body[]; readonly hasMore: boolean }> {
  const response = await control.fetchJson<ListResponse<Body>>({
    method: 'GET',
    path: addQuery(path, filter),
  })
  const { [name]: listed, has_more: hasMore = false } = response
  return { bodies: typeof listed === 'object' ? listed : [], hasMore }
}

/** Returns an object with the calls for the lists of the account at `accountPath`. Creating it sends nothing. */
export function buildAccountLists(control: ControlCaller, accountPath: string) {
  const buildList = <Body>(name: string) => ({
    list: async (filter: ListFilter = {}): Promise<readonly Body[]> =>
      (await fetchList<Body>(control, { path: `${accountPath}/${name}`, name, filter })).bodies,
  })
  const labels: AccountLabels = buildList<ListedLabelBody>('labels')
  const trackers: AccountTrackers = buildList<ListedTrackerBody>('trackers')
  const batches: AccountBatches = buildList<ListedBatchBody>('batches')
  return { labels, trackers, batches }
}
