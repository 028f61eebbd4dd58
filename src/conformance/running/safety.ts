import { isRed } from '../report/report.ts'
import type { ActiveRule, Rule, RuleId } from '../rule.ts'
import type { Target } from '../target/target.ts'
import type { Outcome } from './outcome.ts'
import { asksLiveWallet, buys, canariesOf, mayBuy, usesBatches } from './purchases.ts'

/** Why nothing more is bought. */
export interface Unproved {
  readonly reason: string
  /** The canary that showed it. */
  readonly because: RuleId
}

/** Rules that prove purchases to be free, and those that may follow each. */
export interface Proofs {
  /** First a label, by the live wallet where there is one. */
  readonly labels: readonly ActiveRule[]
  /** Then a batch, which only the live wallet proves. */
  readonly batches: readonly ActiveRule[]
}

/** What has to be proved before these rules may be carried out on an account that is somebody's own. */
export function proofsFor(
  acting: readonly ActiveRule[],
  { rules, target }: { readonly rules: readonly Rule[]; readonly target: Target },
): Proofs {
  const canaries = acting.some(mayBuy) ? canariesOf(rules, target) : []
  const ofBatches = canaries.filter(usesBatches)
  const needsBatches = acting.some((rule) => mayBuy(rule) && usesBatches(rule))
  return {
    labels: canaries.filter((rule) => !ofBatches.includes(rule)),
    batches: needsBatches ? ofBatches : [],
  }
}

/**
 * Nothing is bought before one purchase has proved to be free: by one canary at least, by that of the live wallet where
 * it can be asked, and against none.
 */
export async function proveFree(
  canaries: readonly ActiveRule[],
  host: {
    readonly isTrusted: boolean
    carryOut(canary: ActiveRule): Promise<Outcome | undefined>
  },
): Promise<Unproved | undefined> {
  let isProved = canaries.length === 0
  let last: Unproved | undefined
  for (const canary of canaries) {
    const outcome = await host.carryOut(canary)
    const told = [outcome?.expected, outcome?.actual, outcome?.reason]
    const trouble = told.filter((each) => typeof each === 'string').join('; ')
    last = { reason: reasonOf(`${canary.id}: ${trouble}`), because: canary.id }
    if (isRed(outcome?.status)) return last
    const hasPassed = outcome?.status === 'passed'
    // What the wallet of the test key shows is no proof where the live one could not be asked.
    if (!hasPassed && asksLiveWallet(canary) && !host.isTrusted) return last
    isProved ||= hasPassed
  }
  return isProved ? undefined : last
}

/** Rules that can run before it is known whether purchases are free, and those that can run before batches are. */
export function inStages(
  rules: readonly ActiveRule[],
  { isCalm }: { /** Nothing may disturb what proves. */ readonly isCalm: boolean },
): {
  readonly free: readonly ActiveRule[]
  readonly labels: readonly ActiveRule[]
  readonly rest: readonly ActiveRule[]
} {
  if (!isCalm) return { free: [], labels: [], rest: rules }
  // What is charged to the live wallet would hide what is taken from it besides.
  const leavesAlone = ({ alone, needs }: ActiveRule): boolean =>
    alone !== true && !needs.includes('load') && !needs.includes('spend')
  const calm = rules.filter((rule) => leavesAlone(rule) && !usesBatches(rule))
  const free = calm.filter((rule) => !mayBuy(rule))
  const labels = calm.filter((rule) => mayBuy(rule))
  return { free, labels, rest: rules.filter((rule) => !calm.includes(rule)) }
}

/** The rules that cannot be judged once nothing of this kind is bought. */
export function stoppedBy(rules: readonly ActiveRule[], onlyBatches: boolean): readonly ActiveRule[] {
  return rules.filter((rule) => buys(rule) && (!onlyBatches || usesBatches(rule)))
}

const reasonOf = (trouble: string): string =>
  `Nothing more is bought, since a first purchase did not prove that test labels are free (${trouble}).`
