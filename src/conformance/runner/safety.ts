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

/** The canaries of a run: rules that show that purchases with test keys are free. */
export interface Proofs {
  /** Those that buy a label. */
  readonly labels: readonly ActiveRule[]
  /** Those that buy a batch. */
  readonly batches: readonly ActiveRule[]
}

/** The canaries that must pass before these rules may run in an account that is not made for the run. */
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
 * Carries out canaries. Resolves with why purchases are not proved to be free; undefined if they are: at least one canary
 * passed, among them each one that reads the live wallet, and none failed.
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
    // If the live wallet cannot be read, what the wallet of the test key shows is no proof.
    if (!hasPassed && asksLiveWallet(canary) && !host.isTrusted) return last
    isProved ||= hasPassed
  }
  return isProved ? undefined : last
}

/** Divides rules into those that may run beside the canaries for labels (`free`), beside those for batches (`labels`), and after both. */
export function inStages(
  rules: readonly ActiveRule[],
  { isCalm }: { /** Whether rules do not disturb each other. */ readonly isCalm: boolean },
): {
  readonly free: readonly ActiveRule[]
  readonly labels: readonly ActiveRule[]
  readonly rest: readonly ActiveRule[]
} {
  if (!isCalm) return { free: [], labels: [], rest: rules }
  // A rule that charges the live wallet would hide what test keys take from it.
  const leavesAlone = ({ alone, needs }: ActiveRule): boolean =>
    alone !== true && !needs.includes('load') && !needs.includes('spend')
  const calm = rules.filter((rule) => leavesAlone(rule) && !usesBatches(rule))
  const free = calm.filter((rule) => !mayBuy(rule))
  const labels = calm.filter((rule) => mayBuy(rule))
  return { free, labels, rest: rules.filter((rule) => !calm.includes(rule)) }
}

/** The rules that cannot be judged if nothing may be bought, or no batches. */
export function stoppedBy(rules: readonly ActiveRule[], onlyBatches: boolean): readonly ActiveRule[] {
  return rules.filter((rule) => buys(rule) && (!onlyBatches || usesBatches(rule)))
}

const reasonOf = (trouble: string): string =>
  `Nothing more is bought, since a first purchase did not prove that test labels are free (${trouble}).`
