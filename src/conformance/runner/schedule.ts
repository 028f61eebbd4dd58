import { operationNames, operationOf } from '../http/operation.ts'
import { isUnexpected } from '../report/report.ts'
import type { ActiveRule, Rule } from '../rule.ts'
import { hasOwnAccounts } from '../target/target.ts'
import type { Patience } from './adaptive-timeout.ts'
import type { Run } from './open-run.ts'
import type { Outcome } from './outcome.ts'
import { byBadClock, runRule } from './rule-run.ts'
import { auxiliaryRulesOf, findSkipReason, matchesAny } from './selection.ts'
import type { Slots } from './semaphore.ts'
import { carryOutShared, type Judged, type Steps, type TriedRule } from './shared-account-run.ts'
import { limitsMs } from './shared-account-waits.ts'
import { accessCheck, sampleTraffic, uniformAnswerCheck } from './target-checks.ts'
import { forecastOf } from './waits.ts'

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

/** Carries out rules: side by side with accounts of their own. On a shared account, rules that must be alone come after the others, and those that exhaust limits last. */
export async function runAll(
  rules: readonly ActiveRule[],
  working: Working & { readonly own: boolean; readonly oneByOne: boolean },
): Promise<void> {
  const { own, oneByOne, slots, work } = working
  const isLoad = ({ needs }: ActiveRule): boolean => needs.includes('load')
  const isAlone = (rule: ActiveRule): boolean => !own && (rule.alone === true || isLoad(rule))
  const waits = ({ needs }: ActiveRule): boolean =>
    needs.some((need) => typeof need === 'object' && 'waitMs' in need)
  const together = rules.filter((rule) => !isAlone(rule))
  // Rules that take long begin early, so that the run does not end with waiting for one of them.
  const longest = own ? [...together].sort((one, other) => lengthOf(other) - lengthOf(one)) : together
  const ordered = oneByOne ? [...together].sort(byUse) : longest
  const first = [...ordered.filter(waits), ...ordered.filter((rule) => !waits(rule))]
  if (oneByOne) await inTurn(first, working)
  else await Promise.all(first.map((rule) => slots.take(() => work(rule))))
  const alone = rules.filter(isAlone)
  await inTurn(
    alone.filter((rule) => !isLoad(rule)),
    working,
  )
  for (const rule of alone.filter(isLoad)) await slots.take(() => work(rule))
}

interface Working {
  readonly slots: Slots
  work(rule: ActiveRule): Promise<void>
  /** How long a rule would wait for its limits if it began now, in milliseconds. */
  waitMs(rule: ActiveRule): number
}

/** Carries out rules one after the other, each time the one that waits shortest for its limits. */
async function inTurn(rules: readonly ActiveRule[], { slots, work, waitMs }: Working): Promise<void> {
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
    await slots.take(() => work(rule))
  }
}

/**
 * Orders rules by how much of the limits they use, the most first. Rules that need little of a single limit still find
 * room later in a minute, while those that need much of several would not.
 */
function byUse(one: ActiveRule, other: ActiveRule): number {
  return useOf(other) - useOf(one)
}

function useOf({ requests }: ActiveRule): number {
  return operationNames.reduce(
    (use, name) => use + (requests[name] ?? 0) / operationOf(name).limitPerMinute,
    0,
  )
}

/** What a wait for events and a move of the clock add to the length of a rule, in requests. */
const eventLength = 1_000
const timeLength = 100

/** An estimate of how long a rule takes, in requests. */
function lengthOf({ needs, requests, requestsOfOwn = {}, requestsOnce = {} }: ActiveRule): number {
  const besides =
    (needs.includes('inbox') ? eventLength : 0) + (needs.includes('control:clock') ? timeLength : 0)
  return besides + sum(requestsOfOwn) + sum(requestsOnce) + sum(requests)
}

const sum = (requests: ActiveRule['requests']): number =>
  Object.values(requests).reduce((all, each) => all + each, 0)

/** Rules that waited in vain, to be decided when all others are done. By then the run may have learned that what they waited for comes late. */
export interface DeferredRules {
  /** Keeps a rule that waited in vain, and returns whether it did. */
  keep(tried: TriedRule): boolean
  /** Ends the rules that were kept: `as` they are, or with a second try if the run would wait longer now. */
  settle(end: {
    as(tried: TriedRule): void
    again(rule: ActiveRule): Promise<void>
    readonly signal: AbortSignal
  }): Promise<void>
}

/** A second try is made if it would wait this many times as long. A little longer would make no difference. */
const worthwhile = 1.5

/** Opens an empty collection of deferred rules. */
export function openDeferredRules(patience: Pick<Patience, 'withinMs'>): DeferredRules {
  const kept: TriedRule[] = []
  return {
    keep: (tried) => {
      if (tried.outcome.timedOut === undefined || tried.outcome.status === 'passed') return false
      kept.push(tried)
      return true
    },
    settle: async ({ as, again, signal }) => {
      const tries: Promise<void>[] = []
      for (const tried of kept.splice(0)) {
        const { timedOut } = tried.outcome
        const isWorthwhile =
          timedOut !== undefined &&
          patience.withinMs(timedOut.what) > timedOut.waitedMs * worthwhile &&
          !signal.aborted
        if (isWorthwhile) tries.push(again(tried.rule))
        else as(tried)
      }
      await Promise.all(tries)
    },
  }
}
