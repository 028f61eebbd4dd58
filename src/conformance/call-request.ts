/** A request to one of the thirteen operations, without the name of the operation. */
export interface CallRequest {
  /** The id that replaces `{id}` in the path. */
  readonly id?: string
  readonly body?: unknown
  /** The kind of key to send, a key itself, or null for no key. */
  readonly key?: 'test' | 'live' | { readonly value: string } | null
  readonly headers?: Readonly<Record<string, string>>
  /**
   * True if the rule tests 429 responses and so has the need `load`. The client then returns a 429 to the rule and does
   * not send the request again.
   */
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
