import type { ActiveRule, InvariantRule, Rule } from '../rule.ts'
import { hasOwnAccounts, type Target } from '../target/target.ts'
import { canariesOf, mayBuy, usesBatches } from './purchases.ts'
import { sampleTraffic } from './sample-traffic.ts'
import { findSkipReason } from './skip-reason.ts'
import { uniformAnswerCheck } from './target-checks.ts'

/** What a run carries out besides the rules chosen, none of it where it does not have to. */
export interface AuxiliaryRules {
  /** All that acts upon the target: the rules chosen, and what gives rules about answers some to judge. */
  readonly acting: readonly ActiveRule[]
  /** Rules that nobody chose, for the answers that a rule about such answers was chosen for. */
  readonly provokers: readonly ActiveRule[]
  /** Whether every operation is visited, since only rules about all answers were chosen. */
  readonly tours: boolean
  /** All that is sent without having been chosen. */
  readonly besides: readonly ActiveRule[]
}

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
