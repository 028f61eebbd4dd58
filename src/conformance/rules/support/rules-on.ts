import type { OperationName } from '../../http/operation.ts'
import type { ActiveRule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged } from '../../section.ts'
import { active, type StatedActive } from './active.ts'

/** The facts that rules on one operation share. */
type Shared<Given> = Partial<Omit<StatedActive, 'id' | 'judges' | 'title' | 'operation' | 'run'>> & {
  /** Makes what each of the rules judges. Without it, they get nothing. */
  given?(t: RuleContext): Promise<Given>
}

/**
 * Makes the function that makes rules on one operation, or on several if it is null: the rule's id and sentence, then
 * `judges` with its statements, then `by` with the code that judges what `given` makes.
 */
export function rulesOn<Given = undefined>(operation: OperationName | null, shared?: Shared<Given>) {
  const { given, ...facts } = shared ?? {}
  return (id: RuleId, title: string) => ({
    judges: (...judges: Judged) => ({
      by: (judge: (t: RuleContext, given: Given) => unknown): ActiveRule =>
        active({
          ...{ id, judges, title, ...facts, ...(operation !== null && { operation }) },
          run: async (t) => {
            await judge(t, (await given?.(t)) as Given)
          },
        }),
    }),
  })
}
