import type { ActiveRule } from '../../rule.ts'

/** A rule that sends requests, with what most of them have in common. */
export function active(
  rule: Omit<ActiveRule, 'kind' | 'needs' | 'basis'> & Partial<Pick<ActiveRule, 'needs' | 'basis'>>,
): ActiveRule {
  return { kind: 'active', basis: 'sentence', needs: ['key:test'], ...rule }
}
