import packageFile from '../../../package.json' with { type: 'json' }
import { rules as catalogue } from '../catalogue.ts'
import type { ConformanceOptions, FinishedRun } from '../options.ts'
import { overviewOf } from '../reporting/overview.ts'
import { isUnexpected, type Leftover } from '../reporting/report.ts'
import type { ActiveRule, Rule } from '../rule.ts'
import { suiteVersion } from '../suite-version.ts'
import { prepare } from '../target/preparing.ts'
import { isolates } from '../target/target.ts'
import { type Client, openClient } from '../wire/client.ts'
import { openPace } from '../wire/pace.ts'
import { presentEndpoint } from '../wire/presence.ts'
import { checkOptions } from './checking.ts'
import { companionsOf } from './companions.ts'
import { conclude } from './conclusion.ts'
import { contrast, keyCheck } from './contrast.ts'
import { checkKey, findHurdle } from './hurdle.ts'
import { openInvariants } from './invariants.ts'
import { openObserver } from './observer.ts'
import type { Run } from './open-context.ts'
import { runAll } from './ordering.ts'
import { openPatience } from './patience.ts'
import { openResults } from './results.ts'
import { type Outcome, runRule } from './rule-run.ts'
import { buys, proveSafe } from './safety.ts'
import { openSecondTries, type Tried } from './second-tries.ts'
import { isAmong, selectRules } from './selection.ts'
import { openSlots } from './slots.ts'
import { openSpending } from './spending.ts'
import { openStopping, watch } from './stopping.ts'
import { tour } from './tour.ts'

/** Which part of the whole patience what is due at once gets, until something has come late. */
const firstPart = 1 / 3
/** What was answered a moment ago may take some seconds to be in the log. */
const logPatienceMs = 8_000

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
  const stopping = openStopping(options.signal)
  const { signal } = stopping
  const prepared = await prepare(options, {
    signal,
    probes: true,
    onControl: watch(stopping, { what: 'The control protocol', sends: 'calls' }),
  })
  const { target, redactor } = prepared
  if (prepared.unreachable === undefined) {
    try {
      checkKey(target)
    } catch (error) {
      await prepared.close()
      throw error
    }
  }

  if (prepared.unreachable !== undefined) {
    stopping.stop({ kind: 'unreachable', reason: prepared.unreachable })
  }

  const results = openResults({
    options,
    rules,
    selected,
    target,
    redactor,
    startedAtMs: startedAt.getTime(),
  })
  const sent = new Map<string, ReadonlyMap<string, number>>()
  const observer = openObserver()
  const present = new Set<string>()
  const leftovers: Leftover[] = []
  const spending = openSpending(target.permissions.maxSpendCents)
  let requests = 0
  const reached = watch(stopping, { what: 'The target', sends: 'requests' })
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
      reached(worked)
    },
  })
  // What one rule does to the account by the control protocol would disturb every other.
  const oneByOne = !own && target.control !== undefined
  const slots = openSlots(oneByOne ? 1 : (options.concurrency ?? (own ? 6 : 4)), { lends: !oneByOne })
  const mostMs = options.deliveryPatienceMs ?? 30_000
  // Where a rule can be tried again at no cost, a run may learn late that things do come.
  const firstMs = own ? mostMs * firstPart : mostMs
  const patience = openPatience({
    firstMs: { event: firstMs, attempt: firstMs, log: Math.min(firstMs, logPatienceMs) },
    mostMs,
    signal,
  })
  target.inbox?.onLabel(patience.came)
  const running: Run = {
    target,
    client,
    signal,
    slots,
    patience,
    pool: own ? undefined : new Map(),
    spending,
    leftovers,
    onAnswer: (answer) => {
      invariants.hear(answer)
      const endpoint = presentEndpoint(answer)
      if (endpoint !== null) present.add(endpoint)
      observer.hear(answer)
    },
    onObservation: ({ topic, value }) => observer.note(topic, value),
  }

  const finish = (rule: Rule, outcome: Outcome, durationMs: number): void => {
    const result = results.finish(rule, outcome, durationMs)
    if (options.bail === true && isUnexpected(result)) {
      stopping.stop({ kind: 'bail', reason: `${rule.id} ${result.status}, and --bail was given.` })
    }
  }
  // Whatever goes wrong, what is known by then is reported.
  const crash = (error: unknown): void => {
    const reason = `The harness failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
    stopping.stop({ kind: 'crashed', reason: redactor.conceal(reason) })
  }
  const tries = openSecondTries(patience)
  const end = ({ rule, outcome, durationMs }: Tried): void => {
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
  /** Nobody asked what becomes of it; its answers are heard. */
  const provoke = async (rule: ActiveRule): Promise<void> => {
    if (!signal.aborted) await runRule(rule, running)
  }

  try {
    const active: ActiveRule[] = []
    for (const rule of signal.aborted ? [] : selected) {
      const hurdle = findHurdle(rule, target)
      if (hurdle !== undefined) finish(rule, hurdle, 0)
      else if (rule.kind === 'active') active.push(rule)
    }
    const judging = selected
      .filter((rule) => rule.kind === 'invariant')
      .filter(({ id }) => !signal.aborted && !results.has(id))
    const { acting, provokers, tours } = companionsOf(
      { active, invariants: judging },
      { target, rules, isLeftOut: (id) => isAmong(options.skip, id) },
    )
    // First of all: does it tell one request from another?
    const proof = acting.length === 0 ? undefined : (await runRule(contrast, running)).outcome
    if (proof?.status !== 'passed') results.distrust(proof?.reason ?? 'it could not be asked')
    if (!own && proof?.reasonKind === 'not_observed') {
      const { outcome } = await runRule(keyCheck, running)
      if (outcome.reasonKind === 'not_observed') {
        stopping.stop({ kind: 'refused', reason: outcome.reason ?? '' })
      }
    }
    const unsafe = own ? undefined : await proveSafe(acting, { rules, running, work, results })
    const left = active.filter(({ id }) => !results.has(id))
    if (tours && unsafe === undefined) await runRule(tour, running)
    for (const rule of left) {
      if (unsafe !== undefined && buys(rule)) finish(rule, unsafe, 0)
    }
    await runAll(
      [
        ...left.filter(({ id }) => !results.has(id)),
        ...provokers.filter((rule) => unsafe === undefined || !buys(rule)),
      ],
      { own, slots, work: (rule) => (provokers.includes(rule) ? provoke(rule) : work(rule)) },
    )
    await tries.settle({ as: end, again: (rule) => slots.take(() => work(rule, true)), signal })
  } catch (error) {
    crash(error)
  } finally {
    await client.close().catch(() => undefined)
    await prepared.close()
    stopping.close()
  }
  const stopped = stopping.reason()
  for (const rule of selected) {
    if (rule.kind === 'invariant' && !results.has(rule.id)) {
      const outcome = conclude(rule, invariants)
      // With the run cut short, that it saw nothing says nothing of the target.
      if (stopped === null || outcome.status !== 'skipped') finish(rule, outcome, 0)
    }
    if (!results.has(rule.id)) {
      finish(
        rule,
        { status: 'skipped', reason: `Not run. ${stopped?.reason ?? ''}`.trim(), reasonKind: 'not_run' },
        0,
      )
    }
  }
  const ordered = results.inOrder(present)
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
      ...overviewOf(ordered),
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
