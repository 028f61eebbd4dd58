import type { Judged } from '../section.ts'
import type { CaseContext } from './case-context.ts'
import type { ReceiverCaseFacts } from './case-facts.ts'

/** A case of the receiver examination. */
export type ReceiverCase = ReceiverCaseFacts & {
  /** True if the case also runs when the receiver accepts no genuine delivery. */
  readonly runsWithoutAcceptance?: true
  /** Sends deliveries. Throws RuleBroken if the title of the case is not true of the receiver, NotJudged if the case cannot tell. */
  run(t: CaseContext): Promise<void>
}

type Facts = Pick<ReceiverCase, 'needsEffects' | 'runsWithoutAcceptance'>
type Run = ReceiverCase['run']

/**
 * Begins the definition of a case with severity `error`, which the specification demands. Chained calls add the
 * statements that it checks (`judges`) and its code (`by`).
 */
export const defineErrorCase = (id: ReceiverCase['id'], title: string, facts: Facts = {}) => ({
  judges: (...judges: Judged) => ({
    by: (run: Run): ReceiverCase => ({ id, title, severity: 'error', judges, ...facts, run }),
  }),
})

/**
 * Begins the definition of a case with severity `advice`, about good practice, with the same chained calls as
 * `defineErrorCase`.
 */
export const defineAdviceCase = (id: ReceiverCase['id'], title: string, facts: Facts = {}) => ({
  judges: (...judges: Judged | readonly []) => ({
    by: (run: Run): ReceiverCase => ({ id, title, severity: 'advice', judges, ...facts, run }),
  }),
})
