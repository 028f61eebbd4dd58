/** A wait in real time, as `onWait` is told of it. */
export interface RunWait {
  /** What is waited for, as it follows "waiting for": `the limit of POST /v1/batches (10 a minute)`. */
  readonly what: string
  readonly waitMs: number
  /** Rules that have not ended yet. */
  readonly rulesLeft: number
  /** About how long they will take, in milliseconds, as far as waits are known. */
  readonly aboutMs: number
}

/** A target that answers slowly, as `onSlow` is told of it. */
export interface RunSlowness {
  /** About how long an answer takes, in milliseconds. */
  readonly answerMs: number
  /** Rules that have not ended yet. */
  readonly rulesLeft: number
  /** About how long they will take, in milliseconds, if answers stay as slow. */
  readonly aboutMs: number
}
