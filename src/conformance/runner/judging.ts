import { isUnexpected } from '../report/report.ts'
import type { ActiveRule, Rule } from '../rule.ts'
import { hasOwnAccounts } from '../target/target.ts'
import { auxiliaryRulesOf } from './auxiliary-rules.ts'
import { openDeferredRules, type TriedRule } from './deferred-rules.ts'
import { forecastOf } from './forecast.ts'
import type { Judged, Steps } from './judging-steps.ts'
import { limitsMs } from './limit-waits.ts'
import type { Outcome } from './outcome.ts'
import { runAll } from './rule-order.ts'
import { byBadClock, runRule } from './rule-run.ts'
import type { Run } from './run-in-progress.ts'
import { sampleTraffic } from './sample-traffic.ts'
import { matchesAny } from './selection.ts'
import { carryOutShared } from './shared-account-run.ts'
import { findSkipReason } from './skip-reason.ts'
import { accessCheck, uniformAnswerCheck } from './target-checks.ts'

/** Carries out the selected rules, and ends each once. */
interface Judging {
  /** Carries out all rules that send requests. It never throws: an error of the harness stops the run. */
  judgeAll(): Promise<void>
  finish(rule: Rule, outcome: Outcome, durationMs: number): void
  /** How many requests each rule sent, by rule id and operation. */
  readonly sent: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/** Opens the judging of a run. Nothing is sent before `judgeAll`. */
export function openJudging(judged: Judged): Judging {
  const { options, running, results, stopping, redactor } = judged
  const { signal, slots, patience } = running
  const own = hasOwnAccounts(running.target)
  const sent = new Map<string, ReadonlyMap<string, number>>()
  const finish: Judging['finish'] = (rule, outcome, durationMs) => {
    const result = results.finish(rule, outcome, durationMs)
    if (options.bail === true && isUnexpected(result)) {
      stopping.stop({
        kind: 'bail',
        reason: `${rule.id} ${result.status}, and --bail was given: exit status 1. Rules about every answer are judged by those until then.`,
      })
    }
  }
  // An error of the harness stops the run, and what is known by then is reported.
  const crash = (error: unknown): void => {
    const reason = `The harness failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
    stopping.stop({ kind: 'crashed', reason: redactor.conceal(reason) })
  }
  const tries = openDeferredRules(patience)
  const end = ({ rule, outcome, durationMs }: TriedRule): void => {
    try {
      finish(rule, outcome, durationMs)
    } catch (error) {
      crash(error)
    }
  }
  const tryOut = async (rule: ActiveRule): Promise<TriedRule> => {
    const began = performance.now()
    const { outcome, sent: count } = await runRule(rule, running)
    sent.set(rule.id, count)
    return { rule, outcome, durationMs: performance.now() - began }
  }
  const work = async (rule: ActiveRule, isLast = !own || options.bail === true): Promise<void> => {
    if (signal.aborted) return
    const tried = await tryOut(rule)
    if (isLast || !tries.keep(tried)) end(tried)
  }
  return {
    sent,
    finish,
    judgeAll: async () => {
      try {
        await carryOut(judged, { finish, work, tryOut, end })
        await tries.settle({ as: end, again: (rule) => slots.take(() => work(rule, true)), signal })
        distrustClock(judged, finish)
      } catch (error) {
        crash(error)
      }
    },
  }
}

/** Finds out whether the target can be judged at all, then whether rules may buy, and then carries out the rules. */
async function carryOut(judged: Judged, steps: Steps): Promise<void> {
  const { running, results } = judged
  const { finish, work } = steps
  const { signal, slots } = running
  const own = hasOwnAccounts(running.target)
  const active = findAble(judged, finish)
  if (active.some(({ needs }) => needs.includes('key:expired'))) running.expiredKey?.begin()
  const { acting, provokers, tours } = auxiliaryRulesFor(judged, active)
  if (acting.length > 0) await proveContrast(judged)
  else results.distrust('it could not be asked')
  running.waits.expect(() => forecastOf(active, running, results))
  /** Carries out a rule only for its answers, whatever its outcome. */
  const provoke = async (rule: ActiveRule): Promise<void> => {
    if (!signal.aborted) await runRule(rule, running)
  }
  const carryOutAll = (some: readonly ActiveRule[]): Promise<void> =>
    runAll(some, {
      own,
      oneByOne: !own && running.target.control !== undefined,
      slots,
      waitMs: (rule) => Math.max(limitsMs(rule, running), expiredMs(rule, running)),
      work: (rule) => (provokers.includes(rule) ? provoke(rule) : work(rule)),
    })
  if (own) {
    if (tours) await runRule(sampleTraffic, running)
    await carryOutAll([...active, ...provokers])
  } else {
    await carryOutShared({ judged, steps, active, acting, provokers, tours, carryOutAll })
  }
}

/** Takes back the passes of rules that moved the clock, if time did not really pass. */
function distrustClock({ running, selected, results }: Judged, finish: Judging['finish']): void {
  const problem = running.clockTrust.problem()
  if (problem?.kind !== 'time') return
  for (const rule of selected) {
    const result = results.get(rule.id)
    if (result?.status !== 'passed' || !running.clockTrust.hasMoved(rule.id)) continue
    finish(rule, { ...byBadClock(problem), clock: result.clock }, result.duration_ms)
  }
}

/** How long a rule would wait for the expired key if it began now, in milliseconds. */
function expiredMs({ needs }: ActiveRule, { expiredKey }: Run): number {
  return needs.includes('key:expired') ? (expiredKey?.leftMs() ?? 0) : 0
}

/** The selected rules that can run on this target and send requests. Those that cannot run end as skipped. */
function findAble({ selected, running }: Judged, finish: Judging['finish']): readonly ActiveRule[] {
  const active: ActiveRule[] = []
  for (const rule of running.signal.aborted ? [] : selected) {
    const skipReason = findSkipReason(rule, running.target)
    if (skipReason !== undefined) finish(rule, skipReason, 0)
    else if (rule.kind === 'active') active.push(rule)
  }
  return active
}

function auxiliaryRulesFor(judged: Judged, active: readonly ActiveRule[]) {
  const { options, rules, running, results } = judged
  const invariants = judged.selected
    .filter((rule) => rule.kind === 'invariant')
    .filter(({ id }) => !running.signal.aborted && !results.has(id))
  return auxiliaryRulesOf(
    { active, invariants },
    { target: running.target, rules, isLeftOut: (id) => matchesAny(options.skip, id) },
  )
}

/** Checks that the target does not answer everything alike; if it does, that the service answers at all and accepts the key. */
async function proveContrast({ running, results, stopping }: Judged): Promise<void> {
  const proof = (await runRule(uniformAnswerCheck, running)).outcome
  if (proof.status !== 'passed') results.distrust(proof.reason ?? 'it could not be asked')
  if (proof.reasonKind !== 'not_observed') return
  const { outcome } = await runRule(accessCheck, running)
  if (outcome.reasonKind === 'not_observed') {
    stopping.stop({ kind: 'refused', reason: outcome.reason ?? '' })
  }
}
