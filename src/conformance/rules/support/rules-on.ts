import type { OperationName } from '../../http/operation.ts'
import type { ActiveRule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged } from '../../section.ts'
import { ruleWithRequests, type StatedActive } from './active.ts'

/** The facts of a rule besides its sentence. */
type Facts<Given> = Partial<Omit<StatedActive, 'id' | 'judges' | 'title' | 'operation' | 'run'>> & {
  /** Prepares what the rule judges. Without it, the rule gets nothing. */
  given?(t: RuleContext): Promise<Given>
}

/**
 * Makes the function that makes rules on one operation, or on several if it is null: the rule's id and sentence, then
 * `judges` with its statements, then `by` with the code that judges what `given` makes.
 */
export function rulesOn<Given = undefined>(operation: OperationName | null, shared?: Facts<Given>) {
  const { given, ...facts } = shared ?? {}
  return (id: RuleId, title: string) => ({
    judges: (...judges: Judged) => ({
      by: (judge: (t: RuleContext, given: Given) => unknown): ActiveRule =>
        ruleWithRequests({
          ...{ id, judges, title, ...facts, ...(operation !== null && { operation }) },
          run: async (t) => {
            await judge(t, (await given?.(t)) as Given)
          },
        }),
    }),
  })
}

/** Makes a rule that shares nothing with others: its id and sentence, then its operation and facts if any, then as `rulesOn`. */
export const rule = (id: RuleId, title: string) => ({
  ...rulesOn(null)(id, title),
  on: <Given = undefined>(operation: OperationName, facts?: Facts<Given>) =>
    rulesOn(operation, facts)(id, title),
  with: <Given = undefined>(facts: Facts<Given>) => rulesOn(null, facts)(id, title),
})
