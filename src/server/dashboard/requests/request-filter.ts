import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { carrierNames } from '../../../simulator/specification/model.ts'
import { matchesRequestFilter, requestFilter } from '../../control/requests.ts'
import type { PageRequest } from '../page.ts'

/** The query parameters of the filter. */
const filterParameters = ['method', 'path', 'status', 'why', 'code', 'key', 'carrier'] as const

/** The filter in a page's URL. */
export type RequestFilter = ReturnType<typeof readRequestFilter>

/** Reads the filter in a page's query. If a field is invalid, the filter ignores method, path and status. */
export function readRequestFilter({ query }: PageRequest) {
  const chosen: Readonly<Record<string, string>> = Object.fromEntries(
    filterParameters.flatMap((name) => {
      const value = query.get(name)?.trim() ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
  const { why, code, key, carrier, ...fields } = chosen
  const read = requestFilter.safeParse(fields)
  const errors = new Map(read.error?.issues.map(({ path, message }) => [String(path[0]), message]))
  return {
    /** The error of each invalid field. */
    errors,
    /** Whether the filter has any condition. */
    isChosen: Object.keys(chosen).length > 0,
    /** The query of a URL with this filter and the number of the list's page. */
    query: new URLSearchParams({ ...chosen, ...(query.has('page') && { page: query.get('page') ?? '' }) }),
    /** Returns whether the filtered list shows a request. */
    matches: (entry: LoggedRequest) =>
      (why !== 'decided' || entry.decidedBy.length > 0 || entry.lost !== null) &&
      (code === undefined || entry.errorCode === code) &&
      (key === undefined || entry.keyId === key) &&
      (carrier === undefined || isAboutCarrier(entry, carrier)) &&
      (read.data === undefined || matchesRequestFilter(entry, read.data)),
  }
}

/** Whether a request is about a carrier: the carrier failed in a request for rates, or any other response names it. */
function isAboutCarrier({ path, responseBody }: LoggedRequest, carrier: string): boolean {
  const body = responseBody ?? ''
  const from = path.startsWith('/v1/rates') ? body.indexOf('"failed_carriers"') : 0
  return from !== -1 && body.includes(`"carrier":"${carrier}"`, from)
}

/** Returns the carriers that at least one of the requests is about. */
export function listCarriersOfRequests(entries: readonly LoggedRequest[]): readonly string[] {
  return carrierNames.filter((name) => entries.some((entry) => isAboutCarrier(entry, name)))
}
