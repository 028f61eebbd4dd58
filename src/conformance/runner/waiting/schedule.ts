import { operationNames, operationOf } from '../../http/operation.ts'
import { isUnexpected } from '../../report/report.ts'
import type { ActiveRule, Rule } from '../../rule.ts'
import { hasOwnAccounts } from '../../target/target.ts'
import type { Run } from '../open-run.ts'
import type { Outcome } from '../outcome.ts'
import { createWrongClockOutcome, runRule } from '../rule-run.ts'
import { findAuxiliaryRules, findSkipReason, matchesAny } from '../selection.ts'
import { type EndedRule, type RuleSteps, runInSharedAccount, type WholeRun } from '../shared-account-run.ts'
import { accessCheck, sampleTraffic, uniformResponseCheck } from '../target-checks.ts'
import type { AdaptiveTimeout } from './adaptive-timeout.ts'
import type { Semaphore } from './semaphore.ts'
import { computeLimitWaitMs } from './shared-account-waits.ts'
import { forecastRun } from './waits.ts'

/** Runs the selected rules of a run, and records one result for each. */
interface Schedule {
  /** Runs all rules that send requests. Never throws: an error of the harness itself stops the run. */
  runRules(): Promise<void>
  recordOutcome(rule: Rule, outcome: Outcome, durationMs: number): void
  /** How many requests each rule sent, by the id of the rule and by operation. */
  readonly sent: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/** Creates a `Schedule`. Nothing is sent before `runRules` is called. */
export function createSchedule(wholeRun: WholeRun): Schedule {
  const { options, running, results, stopping, redactor } = wholeRun
  const { signal, semaphore, timeout } = running
  const own = hasOwnAccounts(running.target)
  const sent = new Map<string, ReadonlyMap<string, number>>()
  const recordOutcome: Schedule['recordOutcome'] = (rule, outcome, durationMs) => {
    const result = results.recordOutcome(rule, outcome, durationMs)
    if (options.bail === true && isUnexpected(result)) {
      stopping.stop({
        kind: 'bail',
        reason: `${rule.id} ${result.status}, and --bail was given: exit status 1. Rules about every response were checked on the responses until then.`,
      })
    }
  }
  // An error of the harness stops the run. The report then has the results so far.
  const stopOnCrash = (error: unknown): void => {
    const reason = `The harness failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
    stopping.stop({ kind: 'crashed', reason: redactor.conceal(reason) })
  }
  const deferred = createDeferredRules(timeout)
  const recordEndedRule = ({ rule, outcome, durationMs }: EndedRule): void => {
    try {
      recordOutcome(rule, outcome, durationMs)
    } catch (error) {
      stopOnCrash(error)
    }
  }
  const tryRule = async (rule: ActiveRule): Promise<EndedRule> => {
    const began = performance.now()
    const { outcome, sent: count } = await runRule(rule, running)
    sent.set(rule.id, count)
    return { rule, outcome, durationMs: performance.now() - began }
  }
  const runAndRecord = async (rule: ActiveRule, isLast = !own || options.bail === true): Promise<void> => {
    if (signal.aborted) return
    const tried = await tryRule(rule)
    if (isLast || !deferred.deferIfWaitFailed(tried)) recordEndedRule(tried)
  }
  return {
    sent,
    recordOutcome,
    runRules: async () => {
      try {
        await prepareAndRun(wholeRun, { recordOutcome, runAndRecord, tryRule, recordEndedRule })
        const repeatRule = (rule: ActiveRule) => semaphore.run(() => runAndRecord(rule, true))
        await deferred.finishAll({ recordEndedRule, repeat: repeatRule, signal })
        failRulesBecauseOfWrongClock(wholeRun, recordOutcome)
      } catch (error) {
        stopOnCrash(error)
      }
    },
  }
}

/** Checks whether the target can be tested, then whether rules may buy, and then runs the rules. */
async function prepareAndRun(wholeRun: WholeRun, steps: RuleSteps): Promise<void> {
  const { running, results } = wholeRun
  const { recordOutcome, runAndRecord } = steps
  const { signal, semaphore } = running
  const own = hasOwnAccounts(running.target)
  const active = selectRunnable(wholeRun, recordOutcome)
  if (active.some(({ needs }) => needs.includes('key:expired'))) running.expiredKey?.startCreation()
  const { acting, trafficRules, needsSample, canaries } = findAuxiliaryRulesFor(wholeRun, active)
  if (acting.length > 0) await checkTarget(wholeRun)
  else results.skipPassedRules('the target could not be checked')
  running.waits.setForecast(() => forecastRun(active, running, results))
  /** Runs a rule whose responses other rules check. Its own outcome is ignored. */
  const runForResponses = async (rule: ActiveRule): Promise<void> => {
    if (!signal.aborted) await runRule(rule, running)
  }
  const runRulesInOrder = (rules: readonly ActiveRule[]): Promise<void> =>
    runInOrder(rules, {
      own,
      oneByOne: !own && running.target.control !== undefined,
      semaphore,
      waitMs: (rule) => Math.max(computeLimitWaitMs(rule, running), computeExpiredKeyWaitMs(rule, running)),
      runRule: (rule) => (trafficRules.includes(rule) ? runForResponses(rule) : runAndRecord(rule)),
    })
  if (own) {
    if (needsSample) await runRule(sampleTraffic, running)
    await runRulesInOrder([...active, ...trafficRules])
  } else {
    await runInSharedAccount({
      wholeRun,
      steps,
      active,
      canaries,
      trafficRules,
      needsSample,
      runRulesInOrder,
    })
  }
}

/** Changes passed rules that moved the clock to errored, if the control protocol did not really move it. */
function failRulesBecauseOfWrongClock(
  { running, selected, results }: WholeRun,
  recordOutcome: Schedule['recordOutcome'],
): void {
  const problem = running.clockTrust.getProblem()
  if (problem?.kind !== 'time') return
  for (const rule of selected) {
    const result = results.get(rule.id)
    if (result?.status !== 'passed' || !running.clockTrust.hasMovedClock(rule.id)) continue
    recordOutcome(rule, { ...createWrongClockOutcome(problem), clock: result.clock }, result.duration_ms)
  }
}

/** Returns how long a rule that begins now would wait until its expired key has expired, in milliseconds. */
function computeExpiredKeyWaitMs({ needs }: ActiveRule, { expiredKey }: Run): number {
  return needs.includes('key:expired') ? (expiredKey?.leftMs() ?? 0) : 0
}

/** Returns the selected rules that send requests and can run on this target. Records all rules that cannot run as skipped. */
function selectRunnable(
  { selected, running }: WholeRun,
  recordOutcome: Schedule['recordOutcome'],
): readonly ActiveRule[] {
  const active: ActiveRule[] = []
  for (const rule of running.signal.aborted ? [] : selected) {
    const skipReason = findSkipReason(rule, running.target)
    if (skipReason !== undefined) recordOutcome(rule, skipReason, 0)
    else if (rule.kind === 'active') active.push(rule)
  }
  return active
}

function findAuxiliaryRulesFor(wholeRun: WholeRun, active: readonly ActiveRule[]) {
  const { options, rules, running, results } = wholeRun
  const invariants = wholeRun.selected
    .filter((rule) => rule.kind === 'invariant')
    .filter(({ id }) => !running.signal.aborted && !results.has(id))
  return findAuxiliaryRules(
    { active, invariants },
    { target: running.target, rules, isLeftOut: (id) => matchesAny(options.skip, id) },
  )
}

/**
 * Checks that the target does not give every request the same response. If it does, checks whether the service itself
 * responds and accepts the key.
 */
async function checkTarget({ running, results, stopping }: WholeRun): Promise<void> {
  const proof = (await runRule(uniformResponseCheck, running)).outcome
  if (proof.status !== 'passed') results.skipPassedRules(proof.reason ?? 'the target could not be checked')
  if (proof.reasonKind !== 'not_observed') return
  const { outcome } = await runRule(accessCheck, running)
  if (outcome.reasonKind === 'not_observed') {
    stopping.stop({ kind: 'refused', reason: outcome.reason ?? '' })
  }
}

/**
 * Runs rules in parallel if they have separate accounts. On a shared account, a rule that must be alone runs after all
 * others, and rules that use up rate limits run last.
 */
export async function runInOrder(
  rules: readonly ActiveRule[],
  order: Order & { readonly own: boolean; readonly oneByOne: boolean },
): Promise<void> {
  const { own, oneByOne, semaphore, runRule: runOne } = order
  const exhaustsLimits = ({ needs }: ActiveRule): boolean => needs.includes('load')
  const isAlone = (rule: ActiveRule): boolean => !own && (rule.alone === true || exhaustsLimits(rule))
  const waitsForTime = ({ needs, delaysMs = 0 }: ActiveRule): boolean =>
    delaysMs > 0 || needs.some((need) => typeof need === 'object' && 'waitMs' in need)
  const together = rules.filter((rule) => !isAlone(rule))
  // Long rules begin early, so that the run does not end with one long rule.
  const longest = own
    ? [...together].sort((one, other) => estimateRuleLength(other) - estimateRuleLength(one))
    : together
  const ordered = oneByOne ? [...together].sort(compareLimitUse) : longest
  const first = [...ordered.filter(waitsForTime), ...ordered.filter((rule) => !waitsForTime(rule))]
  if (oneByOne) await runOneByOne(first, order)
  else await Promise.all(first.map((rule) => semaphore.run(() => runOne(rule))))
  const alone = rules.filter(isAlone)
  await runOneByOne(
    alone.filter((rule) => !exhaustsLimits(rule)),
    order,
  )
  for (const rule of alone.filter(exhaustsLimits)) await semaphore.run(() => runOne(rule))
}

interface Order {
  readonly semaphore: Semaphore
  runRule(rule: ActiveRule): Promise<void>
  /** Returns how long a rule that begins now would wait for rate limits, in milliseconds. */
  waitMs(rule: ActiveRule): number
}

/** Runs rules one after the other. The next rule is always the one that has to wait least for rate limits. */
async function runOneByOne(
  rules: readonly ActiveRule[],
  { semaphore, runRule: runOne, waitMs }: Order,
): Promise<void> {
  const left = new Set(rules)
  while (left.size > 0) {
    let next: { readonly rule: ActiveRule; readonly ms: number } | undefined
    for (const rule of left) {
      const ms = waitMs(rule)
      if (next === undefined || ms < next.ms) next = { rule, ms }
      if (ms === 0) break
    }
    const rule = next?.rule
    if (rule === undefined) return
    left.delete(rule)
    await semaphore.run(() => runOne(rule))
  }
}

/**
 * Compares two rules for a sort: the rule that uses more of the rate limits comes first. A rule that uses less can run
 * later with the remaining part of the limits.
 */
function compareLimitUse(first: ActiveRule, second: ActiveRule): number {
  return countLimitUse(second) - countLimitUse(first)
}

function countLimitUse({ requests }: ActiveRule): number {
  return operationNames.reduce(
    (use, name) => use + (requests[name] ?? 0) / operationOf(name).limitPerMinute,
    0,
  )
}

/** How long a wait for webhook events takes, in milliseconds, as an estimate. */
const eventLength = 1_000
/** How long it takes to move the clock, in milliseconds, as an estimate. */
const timeLength = 100

/** Estimates how long a rule takes, in milliseconds. Each request counts as one millisecond. */
function estimateRuleLength({
  needs,
  delaysMs = 0,
  requests,
  requestsOfOwn = {},
  requestsOnce = {},
}: ActiveRule): number {
  const waiting =
    delaysMs +
    (needs.includes('inbox') ? eventLength : 0) +
    (needs.includes('control:clock') ? timeLength : 0)
  return waiting + countRequests(requestsOfOwn) + countRequests(requestsOnce) + countRequests(requests)
}

const countRequests = (requests: ActiveRule['requests']): number =>
  Object.values(requests).reduce((all, each) => all + each, 0)

/**
 * Holds back rules that did not pass and whose wait for a delivery ended without one. Their results are recorded after
 * all other rules, as the run may have learned by then that deliveries come late.
 */
export interface DeferredRules {
  /** Defers a rule that did not pass, if one of its waits ended without a delivery. Returns true if it did. */
  deferIfWaitFailed(tried: EndedRule): boolean
  /** Repeats the deferred rules that would now wait longer, and records the results of all other deferred rules. */
  finishAll(steps: {
    recordEndedRule(tried: EndedRule): void
    repeat(rule: ActiveRule): Promise<void>
    readonly signal: AbortSignal
  }): Promise<void>
}

/** A deferred rule is repeated only if it would now wait at least this many times as long. */
const minFactor = 1.5

/** Creates an empty list of deferred rules. */
export function createDeferredRules(timeout: Pick<AdaptiveTimeout, 'currentMs'>): DeferredRules {
  const kept: EndedRule[] = []
  return {
    deferIfWaitFailed: (tried) => {
      if (tried.outcome.failedWait === undefined || tried.outcome.status === 'passed') return false
      kept.push(tried)
      return true
    },
    finishAll: async ({ recordEndedRule, repeat, signal }) => {
      const repeats: Promise<void>[] = []
      for (const tried of kept.splice(0)) {
        const { failedWait } = tried.outcome
        const isWorthwhile =
          failedWait !== undefined &&
          timeout.currentMs(failedWait.what) > failedWait.waitedMs * minFactor &&
          !signal.aborted
        if (isWorthwhile) repeats.push(repeat(tried.rule))
        else recordEndedRule(tried)
      }
      await Promise.all(repeats)
    },
  }
}
