import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { carrierNames } from '../../../simulator/specification/model.ts'
import { matchesFilter, requestFilter } from '../../control/requests.ts'
import type { PageRequest } from '../page.ts'

/** The query parameters that choose among the requests. */
const filterNames = ['method', 'path', 'status', 'why', 'code', 'key', 'carrier'] as const

/** The filter in a page's URL. */
export interface Filtering {
  /** The error of each field that cannot be read. */
  readonly errors: ReadonlyMap<string, string>
  readonly isChosen: boolean
  /** The filter and the page of the list as a query; empty for none. */
  readonly query: URLSearchParams
  matches(entry: LoggedRequest): boolean
}

export function readFilter({ query }: PageRequest): Filtering {
  const chosen: Readonly<Record<string, string>> = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = query.get(name)?.trim() ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
  const { why, code, key, carrier, ...fields } = chosen
  const read = requestFilter.safeParse(fields)
  const errors = new Map(read.error?.issues.map(({ path, message }) => [String(path[0]), message]))
  return {
    errors,
    isChosen: Object.keys(chosen).length > 0,
    query: new URLSearchParams({ ...chosen, ...(query.has('page') && { page: query.get('page') ?? '' }) }),
    matches: (entry) =>
      (why !== 'decided' || entry.decidedBy.length > 0 || entry.lost !== null) &&
      (code === undefined || entry.errorCode === code) &&
      (key === undefined || entry.keyId === key) &&
      (carrier === undefined || concernsCarrier(entry, carrier)) &&
      (read.data === undefined || matchesFilter(entry, read.data)),
  }
}

/** Whether a carrier failed in a request for rates, or another response is about it. */
export function concernsCarrier({ path, responseBody }: LoggedRequest, carrier: string): boolean {
  const body = responseBody ?? ''
  const from = path.startsWith('/v1/rates') ? body.indexOf('"failed_carriers"') : 0
  return from !== -1 && body.includes(`"carrier":"${carrier}"`, from)
}

/** Returns the carriers that one of the requests is about. */
export function carriersIn(entries: readonly LoggedRequest[]): readonly string[] {
  return carrierNames.filter((name) => entries.some((entry) => concernsCarrier(entry, name)))
}
