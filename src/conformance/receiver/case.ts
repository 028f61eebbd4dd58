import type { Judged } from '../section.ts'
import type { CaseContext } from './case-context.ts'

/** The facts that every case has. */
interface CaseFacts {
  /** An id is never given to another case, even after its case is removed. */
  readonly id: `RECV-${number}`
  /** The duty of the receiver, as one sentence that can be true or false. */
  readonly title: string
  /** The case counts what the app did, so it needs the effect command. */
  readonly needsEffects?: true
  /** The case says something about a receiver that accepts no genuine delivery. */
  readonly standsAlone?: true
  /** Sends deliveries. Throws RuleBroken if the receiver does not do what the title says, NotJudged if that cannot be known. */
  run(t: CaseContext): Promise<void>
}

/** A case that follows from statements of the specification. A receiver that fails it loses, repeats or forges events. */
interface ErrorCase extends CaseFacts {
  readonly severity: 'error'
  readonly judges: Judged
}

/** A case that is good practice. It may follow from a statement that gives no limit. */
interface AdviceCase extends CaseFacts {
  readonly severity: 'advice'
  readonly judges: Judged | readonly []
}

/** A case of the receiver examination. */
export type ReceiverCase = ErrorCase | AdviceCase
