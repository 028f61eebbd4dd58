import { blocksOtherRules, type Cause, causeKeyOf, needsRuleAboutKind } from '../http/cause.ts'
import type { Rule, RuleId } from '../rule.ts'
import { describeMissingPart } from './cause-words.ts'
import type { RuleResult } from './report.ts'

/**
 * Finds failures that only follow from another failure. For example, a rule needs a header that another rule found
 * missing. The first rule then becomes errored and names the second rule.
 */
export function attributeFailures(
  results: readonly RuleResult[],
  rules: readonly Rule[],
): readonly RuleResult[] {
  const findBrokenRule = createBrokenRuleFinder(results, rules)
  return results.map((result) => {
    const { cause } = result
    const finder = findBrokenRule(cause)
    if (cause === null || finder === result.id) return result
    if (finder === undefined)
      return hasRuleAboutCausePassed(cause, results) ? { ...result, cause: null } : result
    if (result.status !== 'errored' && !(result.status === 'failed' && blocksOtherRules(cause))) return result
    return {
      ...result,
      status: 'errored',
      because: finder,
      reason: `Needs ${describeMissingPart(cause, finder)}.`,
    }
  })
}

/** Creates a function that returns the failed rule that is about a cause; undefined if there is none. */
function createBrokenRuleFinder(
  results: readonly RuleResult[],
  rules: readonly Rule[],
): (cause: Cause | null) => RuleId | undefined {
  const finders = mapRulesByCause(results, rules)
  const findBrokenRule = (cause: Cause | null, triedRules: readonly string[]): RuleId | undefined => {
    if (cause === null) return undefined
    if (cause.kind !== 'broken-rule') return finders.get(causeKeyOf(cause))
    const broken = results.find(({ id, status }) => id === cause.rule && status === 'failed')
    if (broken === undefined || triedRules.includes(broken.id)) return broken?.id
    // The rule in `broken` may itself have failed because of a third rule. If so, the third rule is returned.
    return findBrokenRule(broken.cause, [...triedRules, broken.id]) ?? broken.id
  }
  return (cause) => findBrokenRule(cause, [])
}

/** Returns true if a rule about this cause passed, so that the cause cannot explain the failure. */
function hasRuleAboutCausePassed(cause: Cause, results: readonly RuleResult[]): boolean {
  return (
    needsRuleAboutKind(cause) || (cause.kind === 'broken-rule' && results.some(({ id }) => id === cause.rule))
  )
}

/** Returns the failed rule that is most directly about each cause, by the key of the cause. */
function mapRulesByCause(
  results: readonly RuleResult[],
  rules: readonly Rule[],
): ReadonlyMap<string, RuleId> {
  const best = new Map<string, { readonly id: RuleId; readonly rank: number }>()
  for (const { id, status, cause } of results) {
    if (cause === null || cause.kind === 'broken-rule' || status !== 'failed') continue
    const rule = rules.find((each) => each.id === id)
    if (needsRuleAboutKind(cause) && !isRuleAboutKind(rule, cause)) continue
    const rank = rule === undefined ? 0 : computeIndirectness(rule, cause)
    const known = best.get(causeKeyOf(cause))
    if (known === undefined || rank < known.rank) best.set(causeKeyOf(cause), { id, rank })
  }
  return new Map([...best].map(([key, { id }]) => [key, id]))
}

/** Returns true if the `finds` of a rule says that the rule is about this kind of cause. */
function isRuleAboutKind(rule: Rule | undefined, { kind }: Cause): boolean {
  return rule?.kind === 'active' && rule.finds === kind
}

/**
 * Returns a number for how indirectly a rule is about a cause. It is higher if the rule is about another endpoint,
 * needs more than a test key, or sends many requests.
 */
function computeIndirectness(rule: Rule, cause: Cause): number {
  const endpoint = 'endpoint' in cause ? cause.endpoint : null
  const elsewhere = endpoint === rule.endpoint ? 0 : 1_000
  if (rule.kind === 'invariant') return elsewhere
  if (isRuleAboutKind(rule, cause)) return -1
  const requests = Object.values(rule.requests).reduce((sum, count) => sum + (count ?? 0), 0)
  const needs = rule.needs.filter((need) => need !== 'key:test').length
  return elsewhere + 100 * Math.min(needs, 8) + Math.min(requests, 90) + 1
}
