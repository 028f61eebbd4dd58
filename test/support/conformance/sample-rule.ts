import type { ActiveRule, RequestCounts, RuleId } from '../../../src/conformance/rule.ts'
import { makeRequestRule } from '../../../src/conformance/rules/support/active.ts'

/** A rule that sends at most these requests, for tests of how rules are run; the rule checks nothing. */
export function buildSampleRule(
  id: RuleId,
  requests: RequestCounts,
  facts: Partial<ActiveRule> = {},
): ActiveRule {
  return {
    ...makeRequestRule({
      id,
      judges: ['ENDPOINTS-1'],
      title: 'It is there.',
      requests,
      run: async () => {},
    }),
    ...facts,
  }
}
