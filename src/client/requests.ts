import type { RequestEntry } from '../simulator/bodies/control/requests.ts'
import type { Known } from '../simulator/specification/model.ts'
import type { ControlCaller } from './http/control.ts'
import { addQuery } from './http/query.ts'

/** Selects logged requests: a request must match every given field. */
export interface RequestFilter {
  /** The HTTP method, such as `POST`. */
  readonly method?: Known<'GET' | 'POST' | 'DELETE'> | undefined
  /** The path; `*` matches any characters. */
  readonly path?: string | undefined
  /** The status of the response, or a class such as `4xx`. */
  readonly status?: number | Known<'2xx' | '4xx' | '5xx'> | undefined
  /** The earliest time, ISO 8601, on the account's clock. */
  readonly since?: string | undefined
  /** The maximum number of requests, the newest. */
  readonly limit?: number | undefined
}

/** The account's request log. */
export interface AccountRequests {
  /** Returns the logged requests, newest first. */
  list(filter?: RequestFilter): Promise<readonly RequestEntry[]>
  /** Removes all requests from the log. */
  clear(): Promise<void>
}

/** Returns an object with the calls for the request log of the account at `accountPath`. Creating it sends nothing. */
export function buildAccountRequests(control: ControlCaller, accountPath: string): AccountRequests {
  const path = `${accountPath}/requests`
  return {
    list: async (filter = {}) => {
      const { requests } = await control.fetchJson<{ readonly requests: readonly RequestEntry[] }>({
        method: 'GET',
        path: addQuery(path, filter),
      })
      return requests
    },
    clear: () => control.send({ method: 'DELETE', path }),
  }
}
