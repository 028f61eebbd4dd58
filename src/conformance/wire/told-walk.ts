/** A walk that broke a sentence, as a report has it. */
export interface ToldWalk {
  /** What its exploration was drawn from, and which walk of it it was, from 1 on. */
  readonly seed: string
  readonly number: number
  /** What was done, one line for each step: enough to do it by hand. */
  readonly steps: readonly string[]
  /** What the expectation follows from. */
  readonly why: string
  /** How often it failed again when it was done again: `2 of 2`. */
  readonly again: string
  /** Requests that were sent to make it shorter, and whether that ended before it was done. */
  readonly sent: number
  readonly isCut: boolean
  /** The steps as data (walk/1), which mean the same on any account. */
  readonly script: string
  /** A shell script with curl and jq that does it all again, control calls included. */
  readonly shell: string
}
