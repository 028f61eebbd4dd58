/** The parts of a request to one of the thirteen operations, beside the operation itself. */
export interface CallRequest {
  /** The id that replaces `{id}` in the path. */
  readonly id?: string
  readonly body?: unknown
  /** The kind of key to send, a key itself, or null for no key. */
  readonly key?: 'test' | 'live' | { readonly value: string } | null
  readonly headers?: Readonly<Record<string, string>>
  /** True if the rule tests 429 responses: the client then returns a 429 instead of waiting and trying again. Needs `load`. */
  readonly takes429?: boolean
}

/** A request with any method and path, which need not be one of the thirteen operations. */
export interface FreeRequest {
  readonly method: string
  /** A path below the base URL, or a whole URL. */
  readonly path: string
  readonly body?: unknown
  readonly key?: CallRequest['key']
  readonly headers?: Readonly<Record<string, string>>
}
