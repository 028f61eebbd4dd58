import type { ActiveRule } from '../../rule.ts'

/** Makes a rule that sends requests, with the usual basis and needs as defaults. */
export function active(
  rule: Omit<ActiveRule, 'kind' | 'needs' | 'basis'> & Partial<Pick<ActiveRule, 'needs' | 'basis'>>,
): ActiveRule {
  return { kind: 'active', basis: 'sentence', needs: ['key:test'], ...rule }
}
