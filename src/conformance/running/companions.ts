import type { ActiveRule, Rule } from '../rule.ts'
import { isolates, type Target } from '../target/target.ts'
import { contrast } from './contrast.ts'
import { buys, canariesOf } from './safety.ts'
import { tour } from './tour.ts'

/** What a run carries out besides the rules chosen, none of it where it does not have to. */
export interface Companions {
  /** The rules that send something: those chosen, or a tour where only rules about all answers were. */
  readonly acting: readonly ActiveRule[]
  /** Canaries that nobody chose, and that have to prove a purchase to be free first. */
  readonly canaries: readonly ActiveRule[]
  /** All that is sent without having been chosen. */
  readonly besides: readonly ActiveRule[]
}

export function companionsOf(
  active: readonly ActiveRule[],
  {
    hasInvariants,
    target,
    rules,
  }: { readonly hasInvariants: boolean; readonly target: Target; readonly rules: readonly Rule[] },
): Companions {
  // Rules about all answers need some, also where they are all that was asked for.
  const tours = active.length === 0 && hasInvariants ? [tour] : []
  const acting = active.length === 0 ? tours : active
  const canaries =
    isolates(target) || !acting.some(buys)
      ? []
      : canariesOf(rules, target).filter((canary) => !active.includes(canary))
  return {
    acting,
    canaries,
    besides: acting.length === 0 ? [] : [contrast, ...canaries, ...tours],
  }
}
