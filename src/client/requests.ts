import type { Control } from './control.ts'
import { withQuery } from './query.ts'

/** An exchange with the service, keys redacted. */
export interface RequestEntry {
  readonly id: string
  readonly at: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly error_code: string | null
  /** Parsed where they are JSON of at most 32 levels, else as text. */
  readonly request_body: unknown
  readonly response_body: unknown
  readonly duration_ms: number
  /** Faults and magic values that had a say. */
  readonly decided_by: readonly string[]
  /** The fault that kept the answer from the client, and whether it came before or after the request was carried out. */
  readonly lost: { readonly mode: string; readonly phase: 'before' | 'after' } | null
}

export interface RequestFilter {
  readonly method?: string | undefined
  /** In which each `*` stands for any characters. */
  readonly path?: string | undefined
  /** One of them, or a class such as `4xx`. */
  readonly status?: number | string | undefined
  /** ISO 8601, on the account's clock. */
  readonly since?: string | undefined
  /** The newest so many. */
  readonly limit?: number | undefined
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
      const { requests } = await control.ask<{ readonly requests: readonly RequestEntry[] }>({
        method: 'GET',
        path: withQuery(path, filter),
      })
      return requests
    },
    clear: () => control.tell({ method: 'DELETE', path }),
  }
}
