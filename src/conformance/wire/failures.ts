import type { Answer } from './answer.ts'
import type { Cause } from './cause.ts'
import type { Exchange } from './exchange.ts'
import type { ToldWalk } from './told-walk.ts'

/** The target has broken the rule: the one verdict against it. */
export class RuleBroken extends Error {
  override readonly name = 'RuleBroken'
  readonly expected: string
  readonly actual: string
  /** The answer that shows it. */
  readonly answer: Answer | undefined
  /** What has to be mended, where other rules can fail for the same. */
  override readonly cause: Cause | undefined
  /** The walk that showed it, where one did. */
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

export interface BrokenExpectation {
  /** What the specification promises, here. */
  readonly expected: string
  readonly actual: string
  readonly answer?: Answer | undefined
  readonly cause?: Cause | undefined
  readonly shownBy?: ShownByWalk | undefined
}

/** A walk and all that was sent on it. */
export interface ShownByWalk {
  readonly walk: ToldWalk
  readonly exchanges: readonly Exchange[]
}

/** What a rule needed before it could ask its question did not work: no verdict on that rule. */
export class SetupFailed extends Error {
  override readonly name = 'SetupFailed'
  /** What broke in it, where an answer did. */
  readonly broken: RuleBroken | undefined

  constructor(message: string, broken?: RuleBroken) {
    super(message)
    this.broken = broken
  }
}

/** The target never did what the rule is about, so there was nothing to judge. */
export class NotJudged extends Error {
  override readonly name = 'NotJudged'
}

/** No usable answer came: refused, reset, too slow, too long. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure'
  /** What has to be mended, as far as it is known. */
  readonly about: Cause | undefined
  /** Where it was sent. */
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

/** The control protocol did not do what it says it can. */
export class ControlFailed extends Error {
  override readonly name = 'ControlFailed'
  /** The call that got no answer, so that nobody knows what came of it; undefined where one came. */
  readonly lost: string | undefined

  constructor(message: string, { lost }: { readonly lost?: string } = {}) {
    super(message)
    this.lost = lost
  }
}

/** The target limits requests for longer than the run may wait. */
export class Throttled extends Error {
  override readonly name = 'Throttled'
}

/** The harness will not send this: it could cost money or harm. A mistake in a rule, never in the target. */
export class Unsafe extends Error {
  override readonly name = 'Unsafe'
}

/** Going on would charge a live wallet more than was allowed. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget'
}
