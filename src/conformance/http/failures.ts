import type { Answer, Exchange } from './answer.ts'
import type { Cause } from './cause.ts'
import type { Endpoint } from './operation.ts'

/** Thrown if the target breaks a rule. No other error makes a rule fail. */
export class RuleBroken extends Error {
  override readonly name = 'RuleBroken'
  readonly expected: string
  readonly actual: string
  /** The response that shows the broken rule; undefined if no single response does. */
  readonly answer: Answer | undefined
  /** Why the rule is broken, if other rules can fail for the same cause. */
  override readonly cause: Cause | undefined
  /** The walk that broke the rule; undefined if no walk did. */
  readonly shownBy: ShownByWalk | undefined

  constructor({ expected, actual, answer, cause, shownBy }: BrokenExpectation) {
    super(`expected ${expected}, got ${actual}`)
    this.expected = expected
    this.actual = actual
    this.answer = answer
    this.cause = cause
    this.shownBy = shownBy
  }
}

/** The expected and the actual value, with the response or walk that shows the difference. */
export interface BrokenExpectation {
  /** The value that the specification requires here. */
  readonly expected: string
  readonly actual: string
  readonly answer?: Answer | undefined
  readonly cause?: Cause | undefined
  readonly shownBy?: ShownByWalk | undefined
}

/** A walk that broke a statement, and all its exchanges. */
export interface ShownByWalk {
  readonly broken: BrokenStatement
  /** The endpoint of the request that showed the failure; null if no request did. */
  readonly endpoint: Endpoint | null
  readonly walk: WalkDescription
  readonly exchanges: readonly Exchange[]
}

/** Thrown if the setup of a rule failed, so that the rule cannot be judged. */
export class SetupFailed extends Error {
  override readonly name = 'SetupFailed'
  /** The broken expectation in the setup, if a response was not as it should be. */
  readonly broken: RuleBroken | undefined

  constructor(message: string, broken?: RuleBroken) {
    super(message)
    this.broken = broken
  }
}

/** Thrown if a rule cannot be judged, as the target never did what the rule is about. */
export class NotJudged extends Error {
  override readonly name = 'NotJudged'
}

/** Thrown if no usable response came: the connection was refused or reset, or the response was too slow or too long. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure'
  /** The cause, if it is known. */
  readonly about: Cause | undefined
  /** The endpoint that the request was sent to, as reports name it. */
  readonly place: string | undefined

  constructor(
    message: string,
    options: { readonly cause?: unknown; readonly about?: Cause; readonly place?: string } = {},
  ) {
    super(message, { cause: options.cause })
    this.about = options.about
    this.place = options.place
  }
}

/** Thrown if a call of the control protocol failed, although the target says that it supports the call. */
export class ControlFailed extends Error {
  override readonly name = 'ControlFailed'
  /** The call, if it got no response, so that its effect is unknown; undefined if a response came. */
  readonly lost: string | undefined

  constructor(message: string, { lost }: { readonly lost?: string } = {}) {
    super(message)
    this.lost = lost
  }
}

/** Thrown if the target limits requests for longer than the run may wait. */
export class Throttled extends Error {
  override readonly name = 'Throttled'
}

/**
 * Thrown for a request that the harness refuses to send, as it could cost money. This is a mistake in a rule, not in
 * the target.
 */
export class Unsafe extends Error {
  override readonly name = 'Unsafe'
}

/** Thrown for a request that the harness does not send, as it could cost the live wallet more than is allowed. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget'
}

/** A statement of the specification that does not hold. */
export interface BrokenStatement {
  /** The id of the statement, such as `EVENTS-22`. */
  readonly id: string
  /** The statement in words. */
  readonly text: string
}

/** A walk that broke a statement, as reports show it. */
export interface WalkDescription {
  /** The seed of the exploration. */
  readonly seed: string
  /** The number of the walk in the exploration, from 1 on. */
  readonly number: number
  /** The steps, one line for each step, in enough detail to do it by hand. */
  readonly steps: readonly string[]
  /** The reason why the service must respond as expected. */
  readonly why: string
  /** How often the walk failed again when it was repeated: `2 of 2`, or `notRepeated`. */
  readonly again: string
  /** How many requests were sent to shorten the walk. */
  readonly sent: number
  /** Whether the time or request budget ended the shortening. */
  readonly isCut: boolean
  /** The steps as data in the format walk/1, which can be replayed on any account. */
  readonly script: string
  /** A shell script with curl and jq that repeats the walk, its calls of the control protocol included. */
  readonly shell: string
}

/** The value of `again` if the walk was not repeated. */
export const notRepeated = 'not tried'
