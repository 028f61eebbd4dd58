import type { CaseContext } from './case-context.ts'
import type { ReceiverCaseFacts } from './case-facts.ts'

/** A case of the receiver examination. */
export type ReceiverCase = ReceiverCaseFacts & {
  /** The case says something about a receiver that accepts no genuine delivery. */
  readonly standsAlone?: true
  /** Sends deliveries. Throws RuleBroken if the receiver does not do what the title says, NotJudged if that cannot be known. */
  run(t: CaseContext): Promise<void>
}
