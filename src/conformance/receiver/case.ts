import type { Judged } from '../section.ts'
import type { CaseContext } from './case-context.ts'
import type { ReceiverCaseFacts } from './case-facts.ts'

/** A case of the receiver examination. */
export type ReceiverCase = ReceiverCaseFacts & {
  /** The case says something about a receiver that accepts no genuine delivery. */
  readonly standsAlone?: true
  /** Sends deliveries. Throws RuleBroken if the receiver does not do what the title says, NotJudged if that cannot be known. */
  run(t: CaseContext): Promise<void>
}

type Facts = Pick<ReceiverCase, 'needsEffects' | 'standsAlone'>
type Run = ReceiverCase['run']

/** Makes a case that follows from the specification: its id and sentence, then `judges` with its statements, then `by` with its code. */
export const dutyCase = (id: ReceiverCase['id'], title: string, facts: Facts = {}) => ({
  judges: (...judges: Judged) => ({
    by: (run: Run): ReceiverCase => ({ id, title, severity: 'error', judges, ...facts, run }),
  }),
})

/** Makes a case that is good practice, as `duty` does. */
export const adviceCase = (id: ReceiverCase['id'], title: string, facts: Facts = {}) => ({
  judges: (...judges: Judged | readonly []) => ({
    by: (run: Run): ReceiverCase => ({ id, title, severity: 'advice', judges, ...facts, run }),
  }),
})
