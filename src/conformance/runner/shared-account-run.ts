import type { Redactor } from '../http/redaction.ts'
import type { ConformanceOptions } from '../options.ts'
import { isRed } from '../report/report.ts'
import type { ActiveRule, Rule, RuleId } from '../rule.ts'
import type { Target } from '../target/target.ts'
import type { Stopping } from './lost-requests.ts'
import type { Run } from './open-run.ts'
import type { Outcome } from './outcome.ts'
import type { Results } from './results.ts'
import { runRule } from './rule-run.ts'
import { asksLiveWallet, buys, canariesOf, mayBuy, usesBatches } from './selection.ts'
import { walletRule } from './spending.ts'
import { sampleTraffic } from './target-checks.ts'

/** A run, with all that it takes to judge its rules. */
export interface Judged {
  readonly options: ConformanceOptions
  /** All rules, selected or not. */
  readonly rules: readonly Rule[]
  readonly selected: readonly Rule[]
  readonly running: Run
  readonly results: Results
  readonly stopping: Stopping
  readonly redactor: Redactor
}

/** How rules are carried out and end. */
export interface Steps {
  finish(rule: Rule, outcome: Outcome, durationMs: number): void
  /** Carries out a rule and ends it. */
  work(rule: ActiveRule): Promise<void>
  /** Carries out a rule without ending it. */
  tryOut(rule: ActiveRule): Promise<TriedRule>
  end(tried: TriedRule): void
}

/** A rule that was carried out, with its outcome. */
export interface TriedRule {
  readonly rule: ActiveRule
  readonly outcome: Outcome
  readonly durationMs: number
}

interface Work {
  readonly judged: Judged
  readonly steps: Steps
  /** The selected rules that can run on this target. */
  readonly active: readonly ActiveRule[]
  /** All rules that send requests. */
  readonly acting: readonly ActiveRule[]
  readonly provokers: readonly ActiveRule[]
  readonly tours: boolean
  carryOutAll(rules: readonly ActiveRule[]): Promise<void>
}

/**
 * Carries out the rules in an account that is not made for the run, in three stages: first the canaries for labels, with
 * the rules that buy nothing; then the canaries for batches, with the rules that buy labels; then all others.
 */
export async function carryOutShared(work: Work): Promise<void> {
  const { judged, acting } = work
  const { running, rules } = judged
  const { target, buying, liveWallet } = running
  const proofs = proofsFor(acting, { rules, target })
  const proving = openProving(work)
  try {
    if (proofs.labels.length > 0) await buying.open()
    await carryOutInStages(work, { proofs, proving })
  } finally {
    await buying.close()
    proving.end(liveWallet?.lostCents() ?? 0)
  }
}

async function carryOutInStages(
  { judged, active, provokers, tours, carryOutAll }: Work,
  { proofs, proving }: { readonly proofs: Proofs; readonly proving: Proving },
): Promise<void> {
  const { running, results } = judged
  const { target } = running
  const canaries = [...proofs.labels, ...proofs.batches]
  const others = [...active, ...provokers].filter((rule) => !canaries.includes(rule) && !results.has(rule.id))
  const left = (some: readonly ActiveRule[]) =>
    some.filter((rule) => !results.has(rule.id) && !proving.isStopped(rule))
  // Stages run side by side only if no rule can disturb another by the control protocol.
  const isCalm = target.control === undefined && !target.permissions.trust
  const { free, labels, rest } = inStages(others, { isCalm })
  await Promise.all([proving.prove(proofs.labels, { onlyBatches: false }), carryOutAll(free)])
  await Promise.all([proving.prove(proofs.batches, { onlyBatches: true }), carryOutAll(left(labels))])
  if (tours) await runRule(sampleTraffic, running)
  await carryOutAll(left(rest))
}

interface Proving {
  /** Carries out canaries. If they do not pass, nothing of the kind they were to prove free is bought. */
  prove(canaries: readonly ActiveRule[], options: { readonly onlyBatches: boolean }): Promise<void>
  /** Whether a rule has ended as skipped, since what it buys may not be bought. */
  isStopped(rule: ActiveRule): boolean
  /** Ends the proof, with what was lost from the live wallet in cents. */
  end(lostCents: number): void
}

/** Carries out the canaries, and ends the rules that cannot be judged if they fail. */
function openProving({ judged, steps, active, provokers }: Work): Proving {
  const { running } = judged
  const { buying, signal, target } = running
  const stopped = new Set<ActiveRule>()
  /** The canary of the live wallet, if it passed. It is ended last, as a charge may still show. */
  let held: TriedRule | undefined
  /** Whether a canary has failed. */
  let isShown = false
  const carryOut = async (canary: ActiveRule): Promise<Outcome> => {
    const tried = active.includes(canary) ? await steps.tryOut(canary) : undefined
    const outcome = tried?.outcome ?? (await runRule(canary, running)).outcome
    isShown ||= outcome.status === 'failed'
    if (tried !== undefined && canary.id === walletRule && outcome.status === 'passed') held = tried
    else if (tried !== undefined) steps.end(tried)
    return outcome
  }
  return {
    isStopped: (rule) => stopped.has(rule),
    prove: async (canaries, { onlyBatches }) => {
      if (canaries.length === 0 || signal.aborted) return
      const unproved = await proveFree(canaries, { isTrusted: target.permissions.trust, carryOut })
      // A run that was stopped has proved nothing.
      if (unproved === undefined || signal.aborted) return
      const { reason, because } = unproved
      if (onlyBatches) buying.endBatches(reason, because)
      else buying.end(reason, because)
      for (const rule of stoppedBy([...active, ...provokers], onlyBatches)) {
        stopped.add(rule)
        if (active.includes(rule) && !judged.results.has(rule.id) && rule !== held?.rule) {
          steps.finish(rule, { status: 'skipped', reason, reasonKind: 'safety', because }, 0)
        }
      }
    },
    end: (lostCents) => {
      if (held === undefined) return
      // If another canary has failed, it reports the loss.
      const isLost = lostCents > 0 && !isShown
      steps.end(isLost ? { ...held, outcome: lossOf(lostCents) } : held)
    },
  }
}

/** The outcome of the wallet's canary if a later purchase was not free. */
function lossOf(lostCents: number): Outcome {
  return {
    status: 'failed',
    expected: 'a wallet from which nothing was taken, whatever test keys buy',
    actual: `${lostCents} cents less than live purchases explain`,
  }
}

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
