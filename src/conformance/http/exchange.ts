/** A request and its answer as reports show them: secrets masked, long bodies cut. */
export interface Exchange {
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | null
  }
  /** Null if no answer came. */
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  } | null
  /** Why no answer came; null if one did. */
  readonly failure: string | null
  /** The request as a curl command that takes the key from an environment variable. */
  readonly curl: string
  readonly duration_ms: number
}

/** An exchange that is redacted only when it is shown, as most are never shown. */
export interface CapturedExchange {
  /** The exchange without secrets. */
  show(): Exchange
}
