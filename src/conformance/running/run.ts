import packageFile from '../../../package.json' with { type: 'json' }
import { rules as catalogue } from '../catalogue.ts'
import type { ConformanceOptions, FinishedRun } from '../options.ts'
import { type Leftover, type RuleResult, type Stop, summarise } from '../reporting/report.ts'
import type { ActiveRule, InvariantRule, Rule } from '../rule.ts'
import { suiteVersion } from '../suite-version.ts'
import { prepare } from '../target/preparing.ts'
import { isInForce } from '../target/profile.ts'
import { isolates } from '../target/target.ts'
import { type Client, openClient } from '../wire/client.ts'
import { openPace } from '../wire/pace.ts'
import type { Redactor } from '../wire/redaction.ts'
import { againLine } from './again.ts'
import { checkOptions } from './checking.ts'
import { companionsOf } from './companions.ts'
import { contrast, keyCheck } from './contrast.ts'
import { checkKey, findHurdle } from './hurdle.ts'
import { type Invariants, openInvariants } from './invariants.ts'
import { openObserver } from './observer.ts'
import type { Run } from './open-context.ts'
import { runAll } from './ordering.ts'
import { type Outcome, resultOf, runRule } from './rule-run.ts'
import { buys, proveSafe } from './safety.ts'
import { selectRules } from './selection.ts'
import { openSlots } from './slots.ts'
import { openSpending } from './spending.ts'
import { tour } from './tour.ts'

const transportFailuresToStop = 3

/**
 * Runs the rules chosen against a target and reports. Throws BadInput before anything is sent for what cannot be
 * done; whatever happens later is in the report.
 */
export async function run(
  options: ConformanceOptions,
  rules: readonly Rule[] = catalogue,
): Promise<FinishedRun> {
  checkOptions(options, rules)
  const selected = selectRules(rules, options)
  const startedAt = new Date()
  const started = performance.now()
  const stopper = new AbortController()
  const stop = (): void => stopper.abort()
  options.signal?.addEventListener('abort', stop, { once: true })
  if (options.signal?.aborted) stop()
  const { signal } = stopper
  const prepared = await prepare(options, { signal, probes: true })
  const { target, redactor } = prepared
  if (prepared.unreachable === undefined) {
    try {
      checkKey(target)
    } catch (error) {
      await prepared.close()
      throw error
    }
  }

  const results = new Map<string, RuleResult>()
  const sent = new Map<string, ReadonlyMap<string, number>>()
  const observer = openObserver()
  const leftovers: Leftover[] = []
  const spending = openSpending(target.permissions.maxSpendCents)
  let stopped: Stop | null =
    prepared.unreachable === undefined ? null : { kind: 'unreachable', reason: prepared.unreachable }
  if (stopped !== null) stop()
  let failuresInARow = 0
  let requests = 0
  const own = isolates(target)
  const invariants = openInvariants(selected.filter((rule) => rule.kind === 'invariant'))
  const client: Client = openClient({
    baseUrl: target.baseUrl,
    timeoutMs: options.timeoutMs ?? 30_000,
    redactor,
    version: packageFile.version,
    pace: own ? undefined : openPace({ signal, limits: target.profile.limits }),
    patience: { leftMs: options.throttlePatienceMs ?? 300_000 },
    signal,
    onTransport: (worked) => {
      requests += 1
      failuresInARow = worked ? 0 : failuresInARow + 1
      if (failuresInARow < transportFailuresToStop || stopped !== null) return
      const reason = `The target could not be reached: ${transportFailuresToStop} requests in a row got no answer.`
      stopped = { kind: 'unreachable', reason }
      stop()
    },
  })
  // What one rule does to the account by the control protocol would disturb every other.
  const oneByOne = !own && target.control !== undefined
  const slots = openSlots(oneByOne ? 1 : (options.concurrency ?? (own ? 6 : 4)), { lends: !oneByOne })
  const running: Run = {
    target,
    client,
    signal,
    slots,
    deliveryPatienceMs: options.deliveryPatienceMs ?? 30_000,
    pool: own ? undefined : new Map(),
    spending,
    leftovers,
    onAnswer: (answer) => {
      invariants.hear(answer)
      observer.hear(answer)
    },
    onObservation: ({ topic, value }) => observer.note(topic, value),
  }

  let hollow: string | undefined
  const finish = (rule: Rule, found: Outcome, durationMs: number): void => {
    const proved = found.status === 'passed' && hollow !== undefined ? unproved(hollow) : found
    const outcome = redactOutcome(proved, redactor)
    const entry = target.profile.expectedFailures.find((each) => each.rule === rule.id)
    const stale = entry !== undefined && outcome.status === 'passed'
    // One whose day has passed excuses nothing more, and is no use either where the rule passes.
    const excuses = entry !== undefined && (stale || isInForce(entry, startedAt.getTime()))
    const result = resultOf(rule, stale ? staleOutcome(rule, outcome, entry.reason) : outcome, {
      durationMs,
      again: againLine(
        options,
        rules.filter(({ id }) => id === rule.id || id === outcome.sentBy),
      ),
      ownAccount: own,
      expectedFailure: excuses ? { reason: entry.reason, issue: entry.issue ?? null, stale } : null,
    })
    results.set(rule.id, result)
    options.onResult?.(result, { done: results.size, total: selected.length })
    const isRed = result.status === 'failed' || result.status === 'errored'
    if (options.bail === true && isRed && result.expected_failure === null && stopped === null) {
      stopped = { kind: 'bail', reason: `${rule.id} ${result.status}, and --bail was given.` }
      stop()
    }
  }
  const work = async (rule: ActiveRule): Promise<void> => {
    if (signal.aborted) return
    const began = performance.now()
    const { outcome, sent: count } = await runRule(rule, running)
    sent.set(rule.id, count)
    finish(rule, outcome, performance.now() - began)
  }

  const active: ActiveRule[] = []
  for (const rule of signal.aborted ? [] : selected) {
    const hurdle = findHurdle(rule, target)
    if (hurdle !== undefined) finish(rule, hurdle, 0)
    else if (rule.kind === 'active') active.push(rule)
  }
  try {
    const hasInvariants = selected.some((rule) => rule.kind === 'invariant' && !results.has(rule.id))
    const acting = signal.aborted ? [] : companionsOf(active, { hasInvariants, own, rules }).acting
    // First of all: does it tell one request from another?
    const proof = acting.length === 0 ? undefined : (await runRule(contrast, running)).outcome
    if (proof?.status !== 'passed') hollow = proof?.reason ?? 'it could not be asked'
    if (!own && proof?.reasonKind === 'not_observed') {
      const { outcome } = await runRule(keyCheck, running)
      if (outcome.reasonKind === 'not_observed' && stopped === null) {
        stopped = { kind: 'refused', reason: outcome.reason ?? '' }
        stop()
      }
    }
    const unsafe = own ? undefined : await proveSafe(acting, { rules, running, work, results, finish })
    const left = active.filter(({ id }) => !results.has(id))
    if (active.length === 0 && acting.length > 0 && unsafe === undefined) await runRule(tour, running)
    for (const rule of left) {
      if (unsafe !== undefined && buys(rule)) finish(rule, unsafe, 0)
    }
    await runAll(
      left.filter(({ id }) => !results.has(id)),
      { own, slots, work },
    )
  } catch (error) {
    // Whatever goes wrong, what is known by now is reported.
    const reason = `The harness failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
    stopped ??= { kind: 'crashed', reason: redactor.conceal(reason) }
  } finally {
    await client.close().catch(() => undefined)
    await prepared.close()
    options.signal?.removeEventListener('abort', stop)
  }
  if (options.signal?.aborted && stopped === null) {
    stopped = { kind: 'interrupted', reason: 'The run was interrupted.' }
  }
  for (const rule of selected) {
    if (rule.kind === 'invariant' && !results.has(rule.id)) {
      const outcome = conclude(rule, invariants)
      // With the run cut short, that it saw nothing says nothing of the target.
      if (stopped === null || outcome.status !== 'skipped') finish(rule, outcome, 0)
    }
    if (!results.has(rule.id)) {
      finish(
        rule,
        { status: 'skipped', reason: `Not run. ${reasonOf(stopped)}`.trim(), reasonKind: 'not_run' },
        0,
      )
    }
  }
  const ordered = selected.map(({ id }) => results.get(id)).filter((each) => each !== undefined)
  return {
    report: {
      tool: 'drydock',
      version: packageFile.version,
      suite_version: suiteVersion,
      target: redactor.conceal(target.baseUrl),
      control: target.control !== undefined,
      started_at: startedAt.toISOString(),
      duration_ms: Math.round(performance.now() - started),
      stopped,
      summary: summarise(ordered),
      rules: ordered,
      observations: observer.observations().map(({ topic, value }) => ({
        topic,
        value: JSON.parse(redactor.redact(JSON.stringify(value) ?? 'null')),
      })),

      leftovers,
      spent_cents: spending.spentCents(),
      requests,
    },
    findSecret: redactor.findSecret,
    sent,
  }
}

function conclude(rule: InvariantRule, invariants: Invariants): Outcome {
  const { judged, broken, error } = invariants.verdict(rule.id)
  if (broken !== undefined) {
    const { expected, actual, answer } = broken
    return {
      status: 'failed',
      expected,
      actual,
      judged,
      ...(answer !== undefined && { exchanges: [answer.exchange], sentBy: answer.ruleId }),
    }
  }
  if (error !== undefined)
    return { status: 'errored', reason: `The harness failed: ${String(error)}`, judged }
  const notObserved = { status: 'skipped', reasonKind: 'not_observed', judged } as const
  if (judged === 0) return { ...notObserved, reason: 'No answer of this run was of the kind it judges.' }
  const missing = invariants.missingContrast()
  if (missing !== undefined) {
    return { ...notObserved, reason: `Proves nothing on a target that answers everything alike: ${missing}.` }
  }
  return { status: 'passed', judged }
}

/** What rules say of answers may quote them. */
function redactOutcome(outcome: Outcome, { redact }: Redactor): Outcome {
  const { reason, expected, actual } = outcome
  return {
    ...outcome,
    ...(reason !== undefined && { reason: redact(reason) }),
    ...(expected !== undefined && { expected: redact(expected) }),
    ...(actual !== undefined && { actual: redact(actual) }),
  }
}

/** A pass on a target that does not tell requests apart. */
function unproved(hollow: string): Outcome {
  return { status: 'skipped', reason: `Proves nothing: ${hollow}.`, reasonKind: 'not_observed' }
}

/** What the profile says must fail, and does not. */
function staleOutcome(rule: Rule, outcome: Outcome, reason: string): Outcome {
  return {
    ...outcome,
    status: 'failed',
    expected: `${rule.id} to fail, as expected_failures in the profile says (${reason})`,
    actual: 'it passes: take the entry out of the profile',
  }
}

// What callbacks may have set meanwhile is read afresh.
function reasonOf(stop: Stop | null): string {
  return stop?.reason ?? ''
}
