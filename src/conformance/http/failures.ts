import type { Answer, Exchange } from './answer.ts'
import type { Cause } from './cause.ts'
import type { Endpoint } from './operation.ts'

/** Thrown if the target breaks a rule. Only this error makes the rule fail. */
export class RuleBroken extends Error {
  override readonly name = 'RuleBroken'
  readonly expected: string
  readonly actual: string
  /** The response in which the target broke the rule; undefined if no single response shows it. */
  readonly answer: Answer | undefined
  /** The defect of the target, if other rules can fail because of it. */
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

/** The expected and the actual value, with the response or the random walk that shows the difference. */
export interface BrokenExpectation {
  /** The value that the specification requires. */
  readonly expected: string
  readonly actual: string
  readonly answer?: Answer | undefined
  readonly cause?: Cause | undefined
  readonly shownBy?: ShownByWalk | undefined
}

/** A random walk (series of random requests) in which the target broke a statement of the specification, with all its exchanges. */
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
  /** The error that the setup threw, if a response was not as required. */
  readonly broken: RuleBroken | undefined

  constructor(message: string, broken?: RuleBroken) {
    super(message)
    this.broken = broken
  }
}

/** Thrown if a rule cannot be checked, as the target never did what the rule checks. */
export class NotJudged extends Error {
  override readonly name = 'NotJudged'
}

/** Thrown if no usable response came: the connection was refused or closed, or the response was too late or too long. */
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

/** Thrown for a request that the harness does not send, as the rule may not spend money. This is a mistake in the rule, not in the target. */
export class Unsafe extends Error {
  override readonly name = 'Unsafe'
}

/** Thrown for a request that the harness does not send, as it could cost more than the spending limit of the run. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget'
}

/** A statement of the specification that the target broke. */
export interface BrokenStatement {
  /** The id of the statement of the specification, such as `EVENTS-22`. */
  readonly id: string
  /** The statement of the specification in words. */
  readonly text: string
}

/** A random walk (series of random requests) that failed, in the form of the report. */
export interface WalkDescription {
  /** The seed of the run's random walks. */
  readonly seed: string
  /** The number of the walk among the run's random walks, from 1 on. */
  readonly number: number
  /** The steps of the random walk, one line each, in enough detail to repeat them by hand. */
  readonly steps: readonly string[]
  /** Why the service had to respond otherwise. */
  readonly why: string
  /** How often the random walk failed again when the harness repeated it: `2 of 2`, or `notRepeated`. */
  readonly again: string
  /** How many requests the harness sent to find a shorter random walk that fails the same way. */
  readonly sent: number
  /** True if the harness stopped the search for a shorter random walk, as it had used up the time or the requests allowed for it. */
  readonly isCut: boolean
  /** The steps of the random walk as data in the format walk/1, which can be repeated on any account. */
  readonly script: string
  /** A shell script with curl and jq that repeats the random walk, including its calls of the control protocol. */
  readonly shell: string
}

/** The value of `again` if the harness did not repeat the failing random walk. */
export const notRepeated = 'not tried'
