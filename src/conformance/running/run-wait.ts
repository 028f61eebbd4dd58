/** A wait of a run, for whoever watches it. */
export interface RunWait {
  /** What follows "waiting for": `the limit of POST /v1/batches (10 a minute)`. */
  readonly what: string
  readonly waitMs: number
  /** Rules that have not ended yet. */
  readonly rulesLeft: number
  /** How long these take about, as far as waits are known. */
  readonly aboutMs: number
}

/** A target that answers slowly, for whoever watches a run. */
export interface RunSlowness {
  /** How long an answer takes about. */
  readonly answerMs: number
  /** Rules that have not ended yet. */
  readonly rulesLeft: number
  /** How long these take about, as long as answers take as long as that. */
  readonly aboutMs: number
}
