/** A statement of the specification that does not hold. */
export interface BrokenStatement {
  readonly id: string
  readonly text: string
}

/** A walk that broke a statement, as reports show it. */
export interface ToldWalk {
  /** The seed of the exploration, and the number of the walk in it, from 1 on. */
  readonly seed: string
  readonly number: number
  /** What was done, one line for each step, in enough detail to do it by hand. */
  readonly steps: readonly string[]
  /** Why this was expected. */
  readonly why: string
  /** How often the walk failed again when it was repeated: `2 of 2`, or `notRepeated`. */
  readonly again: string
  /** How many requests were sent to shorten the walk, and whether that had to end early. */
  readonly sent: number
  readonly isCut: boolean
  /** The steps as data in the format walk/1, which can be replayed on any account. */
  readonly script: string
  /** A shell script with curl and jq that repeats the walk, its calls of the control protocol included. */
  readonly shell: string
}

/** What stands in the place of how often a walk failed again where nobody has tried. */
export const notRepeated = 'not tried'
