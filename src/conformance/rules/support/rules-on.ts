import type { OperationName } from '../../http/operation.ts'
import type { ActiveRule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged } from '../../section.ts'
import { makeRequestRule, type StatedRequestFacts } from './active.ts'

/** The options of a rule besides its id, title, statements, operation and code. */
type RuleOptions<Given> = Partial<
  Omit<StatedRequestFacts, 'id' | 'judges' | 'title' | 'operation' | 'run'>
> & {
  /** Prepares the value that is passed to the code of the rule. Without `given`, the code gets undefined. */
  given?(t: RuleContext): Promise<Given>
}

/**
 * Returns a function that begins rules about one operation, or about no single one if `operation` is null. All of them
 * have the options `shared`. A rule is made by three calls: `make(id, title).judges(...statements).by(code)`. The code
 * gets the value from `given`.
 */
export function rulesOn<Given = undefined>(operation: OperationName | null, shared?: RuleOptions<Given>) {
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

/**
 * Begins a single rule. Continue with `on` (operation and options) or `with` (options) if the rule needs them, then with
 * `judges` and `by`, as with `rulesOn`.
 */
export const rule = (id: RuleId, title: string) => ({
  ...rulesOn(null)(id, title),
  on: <Given = undefined>(operation: OperationName, facts?: RuleOptions<Given>) =>
    rulesOn(operation, facts)(id, title),
  with: <Given = undefined>(facts: RuleOptions<Given>) => rulesOn(null, facts)(id, title),
})
