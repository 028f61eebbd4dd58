import type { Judged } from '../section.ts'

/** The facts of a case of the receiver examination that are known without running it. */
export type ReceiverCaseFacts = ErrorCaseFacts | AdviceCaseFacts

/** The facts that every case has. */
interface CaseFacts {
  /** An id is never given to another case, even after its case is removed. */
  readonly id: `RECV-${number}`
  /** The duty of the receiver, as one sentence that can be true or false. */
  readonly title: string
  /** The case counts what the app did, so it needs the effect command. */
  readonly needsEffects?: true
}

/** A case that follows from statements of the specification. A receiver that fails it loses, repeats or forges events. */
interface ErrorCaseFacts extends CaseFacts {
  /** How serious a failure is. */
  readonly severity: 'error'
  /** The statements of the specification that it judges, wholly or in part. */
  readonly judges: Judged
}

/** A case that is good practice. It may follow from a statement that gives no limit. */
interface AdviceCaseFacts extends CaseFacts {
  /** How serious a failure is. */
  readonly severity: 'advice'
  /** The statements of the specification that it judges, wholly or in part. */
  readonly judges: Judged | readonly []
}
