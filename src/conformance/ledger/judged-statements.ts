import type { RuleId } from '../rule.ts'
import { ledger } from './ledger.ts'
import type { Statement } from './statement.ts'

const byRule = new Map<string, Statement[]>()
for (const statement of ledger) {
  for (const id of statement.rules ?? []) {
    byRule.set(id, [...(byRule.get(id) ?? []), statement])
  }
}

/** The statements that a rule judges, wholly or in part. */
export function statementsOf(rule: RuleId): readonly Statement[] {
  return byRule.get(rule) ?? []
}
