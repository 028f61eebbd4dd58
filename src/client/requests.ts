import type { Control } from './control.ts'

/** An exchange with the service, keys redacted. */
export interface RequestEntry {
  readonly id: string
  readonly at: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly error_code: string | null
  /** Parsed where they are JSON, else as text. */
  readonly request_body: unknown
  readonly response_body: unknown
  readonly duration_ms: number
  /** Faults and magic values that had a say. */
  readonly decided_by: readonly string[]
}

export interface RequestFilter {
  readonly method?: string | undefined
  readonly path?: string | undefined
  readonly status?: number | undefined
  /** ISO 8601, on the account's clock. */
  readonly since?: string | undefined
}

/** The account's request log. */
export interface AccountRequests {
  /** Newest first. */
  list(filter?: RequestFilter): Promise<readonly RequestEntry[]>
  clear(): Promise<void>
}

export function openRequests(control: Control, account: string): AccountRequests {
  const path = `${account}/requests`
  return {
    list: async (filter = {}) => {
      const given = Object.entries(filter).filter(([, value]) => value !== undefined)
      const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
      const { requests } = await control.ask<{ readonly requests: readonly RequestEntry[] }>({
        method: 'GET',
        path: query.size === 0 ? path : `${path}?${query}`,
      })
      return requests
    },
    clear: () => control.tell({ method: 'DELETE', path }),
  }
}
