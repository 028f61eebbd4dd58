import type { Answer, Exchange } from './answer.ts'
import type { Cause } from './cause.ts'
import type { Endpoint } from './operation.ts'

/** Thrown if the target breaks a rule. No other error makes a rule fail. */
export class RuleBroken extends Error {
  override readonly name = 'RuleBroken'
  readonly expected: string
  readonly actual: string
  /** The response in which the target broke the rule; undefined if no single response shows it. */
  readonly answer: Answer | undefined
  /** Why the target breaks the rule, if other rules can fail for the same cause. */
  override readonly cause: Cause | undefined
  /** The random walk in which the target broke the rule; undefined if there was none. */
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

/** The expected and the actual value, with the response or random walk that shows the difference. */
export interface BrokenExpectation {
  /** The value that the specification requires. */
  readonly expected: string
  readonly actual: string
  readonly answer?: Answer | undefined
  readonly cause?: Cause | undefined
  readonly shownBy?: ShownByWalk | undefined
}

/** A random walk in which the target broke a statement of the specification, and all exchanges of the walk. */
export interface ShownByWalk {
  readonly broken: BrokenStatement
  /** The endpoint of the request that showed the failure; null if no request did. */
  readonly endpoint: Endpoint | null
  readonly walk: WalkDescription
  readonly exchanges: readonly Exchange[]
}

/** Thrown if the setup of a rule failed, so that the rule cannot be checked. */
export class SetupFailed extends Error {
  override readonly name = 'SetupFailed'
  /** The expectation that the target broke in the setup, if a response was not as it should be. */
  readonly broken: RuleBroken | undefined

  constructor(message: string, broken?: RuleBroken) {
    super(message)
    this.broken = broken
  }
}

/** Thrown if a rule cannot be checked, as the target never did what the rule is about. */
export class NotJudged extends Error {
  override readonly name = 'NotJudged'
}

/** Thrown if no usable response came: the connection was refused or closed, or the response was too slow or too long. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure'
  /** The cause of the transport failure, if it is known. */
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
  /** The control-protocol call, if it got no response, so that its effect is unknown; undefined if a response came. */
  readonly lost: string | undefined

  constructor(message: string, { lost }: { readonly lost?: string } = {}) {
    super(message)
    this.lost = lost
  }
}

/** Thrown if a rate limit of the target lasts longer than the run may wait. */
export class Throttled extends Error {
  override readonly name = 'Throttled'
}

/** Thrown for a request that the harness refuses to send, as it could cost money. This is a mistake in a rule, not in the target. */
export class Unsafe extends Error {
  override readonly name = 'Unsafe'
}

/** Thrown for a request that the harness does not send, as it could cost the live wallet more than is allowed. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget'
}

/** A statement of the specification that the target broke. */
export interface BrokenStatement {
  /** The id of the statement, such as `EVENTS-22`. */
  readonly id: string
  /** The statement of the specification in words. */
  readonly text: string
}

/** A random walk in which the target broke a statement of the specification, as reports show it. */
export interface WalkDescription {
  /** The seed of the run's random walks. */
  readonly seed: string
  /** The number of the walk among the run's random walks, from 1 on. */
  readonly number: number
  /** The steps of the walk, one line each, in enough detail to repeat them by hand. */
  readonly steps: readonly string[]
  /** Why the service must respond as expected. */
  readonly why: string
  /** How often the walk failed again when it was repeated: `2 of 2`, or `notRepeated`. */
  readonly again: string
  /** How many requests it took to find a shorter walk that fails the same way. */
  readonly sent: number
  /** True if the time or request budget ended the search for a shorter walk. */
  readonly isCut: boolean
  /** The steps of the walk as data in the format walk/1, which can be repeated on any account. */
  readonly script: string
  /** A shell script with curl and jq that repeats the walk, its calls of the control protocol included. */
  readonly shell: string
}

/** The value of `again` if the failing walk was not repeated. */
export const notRepeated = 'not tried'
