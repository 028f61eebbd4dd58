import type { RequestEntry } from '../simulator/bodies/control/requests.ts'
import type { Known } from '../simulator/specification/model.ts'
import type { Control } from './http/control.ts'
import { withQuery } from './http/query.ts'

/** The logged requests that a list has; each field that is given must match. */
export interface RequestFilter {
  /** The HTTP method, such as `POST`. */
  readonly method?: Known<'GET' | 'POST' | 'DELETE'> | undefined
  /** A path in which each `*` matches any characters. */
  readonly path?: string | undefined
  /** A status, or a class such as `4xx`. */
  readonly status?: number | Known<'2xx' | '4xx' | '5xx'> | undefined
  /** ISO 8601, on the account's clock. */
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

/** Returns the request log of the account at path `account`; makes no call. */
export function openRequests(control: Control, account: string): AccountRequests {
  const path = `${account}/requests`
  return {
    list: async (filter = {}) => {
      const { requests } = await control.ask<{ readonly requests: readonly RequestEntry[] }>({
        method: 'GET',
        path: withQuery(path, filter),
      })
      return requests
    },
    clear: () => control.tell({ method: 'DELETE', path }),
  }
}
