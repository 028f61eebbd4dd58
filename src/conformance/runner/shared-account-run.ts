import type { Redactor } from '../http/redaction.ts'
import type { ConformanceOptions } from '../options.ts'
import { isFailedOrErrored } from '../report/report.ts'
import type { ActiveRule, Rule, RuleId } from '../rule.ts'
import { walletRule } from './money/spending.ts'
import type { Run } from './open-run.ts'
import type { Outcome } from './outcome.ts'
import type { Results } from './results.ts'
import { runRule } from './rule-run.ts'
import { type Canaries, makesPurchases, mayBuy, needsLiveKey, usesBatches } from './selection.ts'
import { sampleTraffic } from './target-checks.ts'
import type { Stopping } from './waiting/lost-requests.ts'

/** A run, with the lists of its rules and of their results. */
export interface WholeRun {
  readonly options: ConformanceOptions
  /** All rules of the suite, selected or not. */
  readonly rules: readonly Rule[]
  readonly selected: readonly Rule[]
  readonly running: Run
  readonly results: Results
  readonly stopping: Stopping
  readonly redactor: Redactor
}

/** The functions that run a rule and record its result. */
export interface RuleSteps {
  recordOutcome(rule: Rule, outcome: Outcome, durationMs: number): void
  /** Runs a rule and records its result. */
  runAndRecord(rule: ActiveRule): Promise<void>
  /** Runs a rule without recording its result. */
  tryRule(rule: ActiveRule): Promise<EndedRule>
  recordEndedRule(tried: EndedRule): void
}

/** A rule that has run, with its outcome. */
export interface EndedRule {
  readonly rule: ActiveRule
  readonly outcome: Outcome
  readonly durationMs: number
}

interface SharedAccountWork {
  readonly wholeRun: WholeRun
  readonly steps: RuleSteps
  /** The selected rules that can run on this target. */
  readonly active: readonly ActiveRule[]
  readonly canaries: Canaries
  readonly trafficRules: readonly ActiveRule[]
  readonly needsSample: boolean
  runRulesInOrder(rules: readonly ActiveRule[]): Promise<void>
}

/**
 * Runs the rules in an account that the run did not create, in three stages. First, it runs the rules that test whether
 * buying labels is free (canaries) and the rules that buy nothing. Second, it runs the canaries for batches and the
 * rules that buy labels. Third, it runs all other rules.
 */
export async function runInSharedAccount(work: SharedAccountWork): Promise<void> {
  const { buying, liveWallet } = work.wholeRun.running
  const proving = createPurchaseProof(work)
  try {
    if (work.canaries.labels.length > 0) await buying.start()
    await runInStages(work, proving)
  } finally {
    await buying.close()
    proving.recordWalletCanary(liveWallet?.lostCents() ?? 0)
  }
}

async function runInStages(
  { wholeRun, canaries, active, trafficRules, needsSample, runRulesInOrder }: SharedAccountWork,
  proving: PurchaseProof,
): Promise<void> {
  const { running, results } = wholeRun
  const { target } = running
  const all = [...canaries.labels, ...canaries.batches]
  const others = [...active, ...trafficRules].filter((rule) => !all.includes(rule) && !results.has(rule.id))
  const removeEndedRules = (rules: readonly ActiveRule[]) =>
    rules.filter((rule) => !results.has(rule.id) && !proving.isForbidden(rule))
  // Canaries (tests of free purchases) run beside other rules only if no rule can change the account by the control protocol.
  const isCalm = target.control === undefined && !target.permissions.trust
  const { free, labels, rest } = divideInStages(others, { isCalm })
  await Promise.all([
    proving.provePurchasesFree(canaries.labels, { onlyBatches: false }),
    runRulesInOrder(free),
  ])
  await Promise.all([
    proving.provePurchasesFree(canaries.batches, { onlyBatches: true }),
    runRulesInOrder(removeEndedRules(labels)),
  ])
  if (needsSample) await runRule(sampleTraffic, running)
  await runRulesInOrder(removeEndedRules(rest))
}

interface PurchaseProof {
  /** Runs canaries (rules that test whether purchases are free). If they do not pass, forbids purchases of the kind that they test. */
  provePurchasesFree(
    canaries: readonly ActiveRule[],
    options: { readonly onlyBatches: boolean },
  ): Promise<void>
  /** Returns true if a rule must not run any more, since it has to buy and purchases are forbidden. */
  isForbidden(rule: ActiveRule): boolean
  /**
   * Records the result of the canary that reads the live wallet: failed if `lostCents` are missing from the wallet. A
   * canary is a rule that tests whether purchases are free.
   */
  recordWalletCanary(lostCents: number): void
}

/**
 * Creates a `PurchaseProof`, which runs the canaries (rules that test whether purchases with test keys are free). If
 * they fail, it records the rules that buy as skipped.
 */
function createPurchaseProof({ wholeRun, steps, active, trafficRules }: SharedAccountWork): PurchaseProof {
  const { running } = wholeRun
  const { buying, signal, target } = running
  const forbidden = new Set<ActiveRule>()
  /** The canary that reads the live wallet, if it passed. Its result is recorded last, because a charge may come late. */
  let passedWalletCanary: EndedRule | undefined
  /** True if a canary has failed. */
  let hasFailed = false
  const runCanary = async (canary: ActiveRule): Promise<Outcome> => {
    const tried = active.includes(canary) ? await steps.tryRule(canary) : undefined
    const outcome = tried?.outcome ?? (await runRule(canary, running)).outcome
    hasFailed ||= outcome.status === 'failed'
    if (tried !== undefined && canary.id === walletRule && outcome.status === 'passed')
      passedWalletCanary = tried
    else if (tried !== undefined) steps.recordEndedRule(tried)
    return outcome
  }
  return {
    isForbidden: (rule) => forbidden.has(rule),
    provePurchasesFree: async (canaries, { onlyBatches }) => {
      if (canaries.length === 0 || signal.aborted) return
      const unproved = await runCanaries(canaries, { isTrusted: target.permissions.trust, runCanary })
      // If the run was stopped, it has not shown that purchases cost money, so it forbids nothing.
      if (unproved === undefined || signal.aborted) return
      const { reason, because } = unproved
      if (onlyBatches) buying.forbidBatches(reason, because)
      else buying.forbid(reason, because)
      for (const rule of listRulesThatMustBuy([...active, ...trafficRules], onlyBatches)) {
        forbidden.add(rule)
        if (active.includes(rule) && !wholeRun.results.has(rule.id) && rule !== passedWalletCanary?.rule) {
          steps.recordOutcome(rule, { status: 'skipped', reason, reasonKind: 'safety', because }, 0)
        }
      }
    },
    recordWalletCanary: (lostCents) => {
      if (passedWalletCanary === undefined) return
      // If another canary (rule that tests whether purchases are free) has failed, its result already reports the lost money.
      const isLost = lostCents > 0 && !hasFailed
      steps.recordEndedRule(
        isLost ? { ...passedWalletCanary, outcome: createLostMoneyOutcome(lostCents) } : passedWalletCanary,
      )
    },
  }
}

/** Returns the outcome of the canary (test of free purchases) that reads the live wallet, if a later purchase was not free. */
function createLostMoneyOutcome(lostCents: number): Outcome {
  return {
    status: 'failed',
    expected: 'a live wallet from which purchases with test keys take nothing',
    actual: `${lostCents} cents less than live purchases explain`,
  }
}

/** The reason why the run may not buy anything more. */
interface Unproved {
  readonly reason: string
  /** The canary (rule that tests whether purchases are free) because of which the run may not buy. */
  readonly because: RuleId
}

/**
 * Runs canaries (rules that test whether purchases are free). Resolves with undefined if purchases are proved free: at
 * least one canary and all that read the live wallet passed, and none failed. Otherwise resolves with the reason.
 */
async function runCanaries(
  canaries: readonly ActiveRule[],
  host: {
    readonly isTrusted: boolean
    runCanary(canary: ActiveRule): Promise<Outcome | undefined>
  },
): Promise<Unproved | undefined> {
  let isProved = canaries.length === 0
  let last: Unproved | undefined
  for (const canary of canaries) {
    const outcome = await host.runCanary(canary)
    const texts = [outcome?.expected, outcome?.actual, outcome?.reason]
    const trouble = texts.filter((each) => typeof each === 'string').join('; ')
    last = { reason: describeUnproved(`${canary.id}: ${trouble}`), because: canary.id }
    if (isFailedOrErrored(outcome?.status)) return last
    const hasPassed = outcome?.status === 'passed'
    // If this canary cannot read the live wallet, no other canary can prove anything: the balance that a test key shows
    // says nothing about real charges.
    if (!hasPassed && needsLiveKey(canary) && !host.isTrusted) return last
    isProved ||= hasPassed
  }
  return isProved ? undefined : last
}

/**
 * Divides rules by when they may run: in parallel with the canaries for labels (`free`), in parallel with the canaries
 * for batches (`labels`), or only after both (`rest`). A canary is a rule that tests whether purchases are free.
 */
function divideInStages(
  rules: readonly ActiveRule[],
  { isCalm }: { /** True if no rule can disturb another. */ readonly isCalm: boolean },
): {
  readonly free: readonly ActiveRule[]
  readonly labels: readonly ActiveRule[]
  readonly rest: readonly ActiveRule[]
} {
  if (!isCalm) return { free: [], labels: [], rest: rules }
  // A rule that buys with a live key changes the live wallet, so that charges for test-key purchases could not be seen.
  const canRunBesideOthers = ({ alone, needs }: ActiveRule): boolean =>
    alone !== true && !needs.includes('load') && !needs.includes('spend')
  const calm = rules.filter((rule) => canRunBesideOthers(rule) && !usesBatches(rule))
  const free = calm.filter((rule) => !mayBuy(rule))
  const labels = calm.filter((rule) => mayBuy(rule))
  return { free, labels, rest: rules.filter((rule) => !calm.includes(rule)) }
}

/** Lists the rules that cannot be checked if the run may buy nothing, or no batches. */
function listRulesThatMustBuy(rules: readonly ActiveRule[], onlyBatches: boolean): readonly ActiveRule[] {
  return rules.filter((rule) => makesPurchases(rule) && (!onlyBatches || usesBatches(rule)))
}

const describeUnproved = (trouble: string): string =>
  `Nothing more is bought, since a first purchase did not prove that test labels are free (${trouble}).`
