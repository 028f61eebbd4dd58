/** The request of a call: everything but which of the thirteen operations it calls. */
export interface CallRequest {
  /** Takes the place of `{id}` in the path. */
  readonly id?: string
  readonly body?: unknown
  /** The kind of key to send, a key itself, or null for no key. */
  readonly key?: 'test' | 'live' | { readonly value: string } | null
  readonly headers?: Readonly<Record<string, string>>
  /** Set where the rule is about 429 answers: such an answer is then returned and not waited out. Needs `load`. */
  readonly takes429?: boolean
}

/** Any request, also one that is none of the thirteen operations. */
export interface FreeRequest {
  readonly method: string
  /** A path below the base URL, or a whole URL. */
  readonly path: string
  readonly body?: unknown
  readonly key?: CallRequest['key']
  readonly headers?: Readonly<Record<string, string>>
}
