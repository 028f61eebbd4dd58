/** A call of one of the thirteen operations, besides which it is. */
export interface CallRequest {
  /** In the place of `{id}`. */
  readonly id?: string
  readonly body?: unknown
  /** A kind of key, a key itself, or none. */
  readonly key?: 'test' | 'live' | { readonly value: string } | null
  readonly headers?: Readonly<Record<string, string>>
  /** A 429 is what the rule is about (needs `load`). */
  readonly takes429?: boolean
}

/** Any request at all. */
export interface FreeRequest {
  readonly method: string
  /** From the base URL on, or a whole URL. */
  readonly path: string
  readonly body?: unknown
  readonly key?: CallRequest['key']
  readonly headers?: Readonly<Record<string, string>>
}
