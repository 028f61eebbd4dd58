import type { OperationName } from '../../http/operation.ts'
import type { ActiveRule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged } from '../../section.ts'
import { makeRequestRule, type StatedActive } from './active.ts'

/** The facts of a rule besides its title. */
type Facts<Given> = Partial<Omit<StatedActive, 'id' | 'judges' | 'title' | 'operation' | 'run'>> & {
  /** Prepares the value that the code of the rule gets. Without it, the code gets undefined. */
  given?(t: RuleContext): Promise<Given>
}

/**
 * Returns a function that makes rules about one operation, or about several if it is null: call it with id and title, then
 * `judges` with its statements, then `by` with the code that judges what `given` makes.
 */
export function rulesOn<Given = undefined>(operation: OperationName | null, shared?: Facts<Given>) {
  const { given, ...facts } = shared ?? {}
  return (id: RuleId, title: string) => ({
    judges: (...judges: Judged) => ({
      by: (judge: (t: RuleContext, given: Given) => unknown): ActiveRule =>
        makeRequestRule({
          ...{ id, judges, title, ...facts, ...(operation !== null && { operation }) },
          run: async (t) => {
            await judge(t, (await given?.(t)) as Given)
          },
        }),
    }),
  })
}

/** Makes a single rule: call it with id and title, then `on` or `with` for operation and facts, then as with `rulesOn`. */
export const rule = (id: RuleId, title: string) => ({
  ...rulesOn(null)(id, title),
  on: <Given = undefined>(operation: OperationName, facts?: Facts<Given>) =>
    rulesOn(operation, facts)(id, title),
  with: <Given = undefined>(facts: Facts<Given>) => rulesOn(null, facts)(id, title),
})
