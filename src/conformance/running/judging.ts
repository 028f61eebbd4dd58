import type { ConformanceOptions } from '../options.ts'
import { isUnexpected } from '../report/report.ts'
import type { ActiveRule, Rule } from '../rule.ts'
import { hasOwnAccounts } from '../target/target.ts'
import type { Redactor } from '../wire/redaction.ts'
import { auxiliaryRulesOf } from './auxiliary-rules.ts'
import { openDeferredRules, type TriedRule } from './deferred-rules.ts'
import { forecastOf } from './forecast.ts'
import { limitsMs } from './limit-waits.ts'
import { runAll } from './ordering.ts'
import type { Outcome } from './outcome.ts'
import type { Results } from './results.ts'
import { byBadClock, runRule } from './rule-run.ts'
import type { Run } from './run-in-progress.ts'
import { buys, proveSafe } from './safety.ts'
import { sampleTraffic } from './sample-traffic.ts'
import { matchesAny } from './selection.ts'
import { findSkipReason } from './skip-reason.ts'
import type { Stopping } from './stopping.ts'
import { keyCheck, uniformAnswerCheck } from './target-checks.ts'

/** Carries the rules chosen out, and ends each once. */
interface Judging {
  /** All rules that send requests of their own. Never throws: what goes wrong stops the run. */
  judgeAll(): Promise<void>
  finish(rule: Rule, outcome: Outcome, durationMs: number): void
  /** What each rule that ran has sent. */
  readonly sent: ReadonlyMap<string, ReadonlyMap<string, number>>
}

interface Judged {
  readonly options: ConformanceOptions
  /** All rules, chosen or not. */
  readonly rules: readonly Rule[]
  readonly selected: readonly Rule[]
  readonly running: Run
  readonly results: Results
  readonly stopping: Stopping
  readonly redactor: Redactor
}

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
  // Whatever goes wrong, what is known by then is reported.
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
  const work = async (rule: ActiveRule, isLast = !own || options.bail === true): Promise<void> => {
    if (signal.aborted) return
    const began = performance.now()
    const { outcome, sent: count } = await runRule(rule, running)
    sent.set(rule.id, count)
    const tried = { rule, outcome, durationMs: performance.now() - began }
    if (isLast || !tries.keep(tried)) end(tried)
  }
  return {
    sent,
    finish,
    judgeAll: async () => {
      try {
        await carryOut(judged, { finish, work })
        await tries.settle({ as: end, again: (rule) => slots.take(() => work(rule, true)), signal })
        distrustClock(judged, finish)
      } catch (error) {
        crash(error)
      }
    },
  }
}

interface Steps {
  readonly finish: Judging['finish']
  work(rule: ActiveRule): Promise<void>
}

/** First whether the target can be judged at all, then whether rules may buy, then everything else. */
async function carryOut(judged: Judged, { finish, work }: Steps): Promise<void> {
  const { running, results, rules } = judged
  const { signal, slots } = running
  const own = hasOwnAccounts(running.target)
  const active = findAble(judged, finish)
  if (active.some(({ needs }) => needs.includes('key:expired'))) running.expiredKey?.begin()
  const { acting, provokers, tours } = auxiliaryRulesFor(judged, active)
  if (acting.length > 0) await proveContrast(judged)
  else results.distrust('it could not be asked')
  const unproved = own ? undefined : await proveSafe(acting, { rules, running, work, results })
  // A run that was stopped has proved nothing of it.
  if (unproved !== undefined && !signal.aborted) {
    const { reason, because } = unproved
    running.buying.end(reason, because)
    for (const rule of active.filter((each) => buys(each) && !results.has(each.id))) {
      finish(rule, { status: 'skipped', reason, reasonKind: 'safety', because }, 0)
    }
  }
  if (tours) await runRule(sampleTraffic, running)
  running.waits.expect(() => forecastOf(active, running, results))
  /** Nobody asked what becomes of it; its answers are heard. */
  const provoke = async (rule: ActiveRule): Promise<void> => {
    if (!signal.aborted) await runRule(rule, running)
  }
  await runAll(
    [
      ...active.filter(({ id }) => !results.has(id)),
      ...provokers.filter((rule) => unproved === undefined || !buys(rule)),
    ],
    {
      own,
      oneByOne: !own && running.target.control !== undefined,
      slots,
      waitMs: (rule) => Math.max(limitsMs(rule, running), expiredMs(rule, running)),
      work: (rule) => (provokers.includes(rule) ? provoke(rule) : work(rule)),
    },
  )
}

/** A rule that passed on time which did not pass has passed for nothing. */
function distrustClock({ running, selected, results }: Judged, finish: Judging['finish']): void {
  const problem = running.clockTrust.problem()
  if (problem?.kind !== 'time') return
  for (const rule of selected) {
    const result = results.get(rule.id)
    if (result?.status !== 'passed' || !running.clockTrust.hasMoved(rule.id)) continue
    finish(rule, { ...byBadClock(problem), clock: result.clock }, result.duration_ms)
  }
}

/** How long a rule would wait for the expired key of the run if it began now. */
function expiredMs({ needs }: ActiveRule, { expiredKey }: Run): number {
  return needs.includes('key:expired') ? (expiredKey?.leftMs() ?? 0) : 0
}

/** The rules that can send their requests here; all others end at once. */
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

/** Does the target tell one request from another? And does it know the key at all? */
async function proveContrast({ running, results, stopping }: Judged): Promise<void> {
  const proof = (await runRule(uniformAnswerCheck, running)).outcome
  if (proof.status !== 'passed') results.distrust(proof.reason ?? 'it could not be asked')
  if (hasOwnAccounts(running.target) || proof.reasonKind !== 'not_observed') return
  const { outcome } = await runRule(keyCheck, running)
  if (outcome.reasonKind === 'not_observed') {
    stopping.stop({ kind: 'refused', reason: outcome.reason ?? '' })
  }
}
