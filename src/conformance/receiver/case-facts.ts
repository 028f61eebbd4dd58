import type { Judged } from '../section.ts'

/** The facts about a case of the receiver examination, without its code. */
export type ReceiverCaseFacts = ErrorCaseFacts | AdviceCaseFacts

/** The facts that every case has. */
interface CaseFacts {
  /** The id of the case. It is never used again, even if the case is removed. */
  readonly id: `RECV-${number}`
  /** The duty of the receiver, as one sentence that can be true or false. */
  readonly title: string
  /** The case counts what the app did, so it needs the effect command. */
  readonly needsEffects?: true
}

/** A case that follows from statements of the specification. A receiver that fails it loses, repeats or accepts forged events. */
interface ErrorCaseFacts extends CaseFacts {
  /** How serious a failure is. */
  readonly severity: 'error'
  /** The statements of the specification that it judges, wholly or in part. */
  readonly judges: Judged
}

/** A case of good practice, which the specification does not demand exactly. */
interface AdviceCaseFacts extends CaseFacts {
  /** How serious a failure is. */
  readonly severity: 'advice'
  /** The statements of the specification that it judges, wholly or in part. */
  readonly judges: Judged | readonly []
}
