import type { Judged } from '../section.ts'

/** The facts about a case of the receiver examination: everything but its code. */
export type ReceiverCaseFacts = ErrorCaseFacts | AdviceCaseFacts

/** The facts that every case of the receiver examination has. */
interface CaseFacts {
  /** The id of the case. It is never used again, even if the case is removed. */
  readonly id: `RECV-${number}`
  /** The correct behaviour of the receiver, as one sentence that can be true or false. */
  readonly title: string
  /** True if the case counts how often the app acted on events, so that it needs the option `countEffects`. */
  readonly needsEffects?: true
}

/**
 * A case of the receiver examination that follows from the specification. A receiver that fails it loses events,
 * handles them twice or accepts forged ones.
 */
interface ErrorCaseFacts extends CaseFacts {
  /** How serious it is if a receiver fails the case. */
  readonly severity: 'error'
  /** The statements of the specification that the case checks, wholly or in part. */
  readonly judges: Judged
}

/** A case of the receiver examination about good practice, which the specification does not demand exactly. */
interface AdviceCaseFacts extends CaseFacts {
  /** How serious it is if a receiver fails the case. */
  readonly severity: 'advice'
  /** The statements of the specification that the case checks, wholly or in part. */
  readonly judges: Judged | readonly []
}
