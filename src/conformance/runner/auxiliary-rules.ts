import type { ActiveRule, InvariantRule, Rule } from '../rule.ts'
import { hasOwnAccounts, type Target } from '../target/target.ts'
import { canariesOf, mayBuy, usesBatches } from './purchases.ts'
import { sampleTraffic } from './sample-traffic.ts'
import { findSkipReason } from './skip-reason.ts'
import { uniformAnswerCheck } from './target-checks.ts'

/** What a run carries out besides the selected rules, as far as it is needed. */
export interface AuxiliaryRules {
  /** All rules that send requests: the selected ones, and those that bring about answers for rules about answers. */
  readonly acting: readonly ActiveRule[]
  /** Rules that were not selected, but bring about the answers that a selected rule judges. */
  readonly provokers: readonly ActiveRule[]
  /** Whether every operation is visited once, since only rules about answers were selected. */
  readonly tours: boolean
  /** The rules that send requests without having been selected. */
  readonly besides: readonly ActiveRule[]
}

/** Finds the rules that a run needs besides the selected ones that can run. */
export function auxiliaryRulesOf(
  {
    active,
    invariants,
  }: { readonly active: readonly ActiveRule[]; readonly invariants: readonly InvariantRule[] },
  {
    target,
    rules,
    isLeftOut,
  }: { readonly target: Target; readonly rules: readonly Rule[]; isLeftOut(id: string): boolean },
): AuxiliaryRules {
  const tours = active.length === 0 && invariants.length > 0
  const provokers = new Set<ActiveRule>()
  for (const { provokedBy = [] } of invariants) {
    if (active.some(({ id }) => provokedBy.includes(id))) continue
    const provoker = provokedBy
      .map((id) => rules.find((rule) => rule.id === id))
      .filter((rule) => rule?.kind === 'active')
      .find((rule) => !isLeftOut(rule.id) && findSkipReason(rule, target) === undefined)
    if (provoker !== undefined) provokers.add(provoker)
  }
  const acting = [...active, ...provokers, ...(tours ? [sampleTraffic] : [])]
  const canaries =
    hasOwnAccounts(target) || !acting.some(mayBuy)
      ? []
      : canariesOf(rules, target)
          .filter(
            (canary) => !usesBatches(canary) || acting.some((rule) => mayBuy(rule) && usesBatches(rule)),
          )
          .filter((canary) => !active.includes(canary))
  return {
    acting,
    provokers: [...provokers],
    tours,
    besides:
      acting.length === 0
        ? []
        : [uniformAnswerCheck, ...canaries, ...provokers, ...(tours ? [sampleTraffic] : [])],
  }
}
