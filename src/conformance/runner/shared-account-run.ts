import type { ActiveRule } from '../rule.ts'
import { walletRule } from './buying-gate.ts'
import type { TriedRule } from './deferred-rules.ts'
import type { Judged, Steps } from './judging-steps.ts'
import type { Outcome } from './outcome.ts'
import { runRule } from './rule-run.ts'
import { inStages, type Proofs, proofsFor, proveFree, stoppedBy } from './safety.ts'
import { sampleTraffic } from './sample-traffic.ts'

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
