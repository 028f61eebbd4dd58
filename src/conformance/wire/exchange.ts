/** A request and its answer as reports show them: redacted when captured, long bodies cut. */
export interface Exchange {
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | null
  }
  /** Null where no answer came. */
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  } | null
  /** Why no answer came. */
  readonly failure: string | null
  /** A line for a shell; the key is taken from the environment. */
  readonly curl: string
  readonly duration_ms: number
}

/** An exchange that perhaps nobody will look at. */
export interface CapturedExchange {
  /** What reports may show of it. There is no other way to what it holds. */
  show(): Exchange
}
