import packageFile from '../../../package.json' with { type: 'json' }
import { rules as catalogue } from '../catalogue.ts'
import { isCoveredByRules } from '../explore/choices/cells.ts'
import { isScenarioCell } from '../explore/choices/choice.ts'
import type { ExplorationResult } from '../explore/exploration.ts'
import type { ConformanceOptions, FinishedRun } from '../options.ts'
import { plural } from '../plural.ts'
import { buildOverview } from '../report/causes.ts'
import type { ExplorationSummary, Leftover, Report, Stop } from '../report/report.ts'
import type { Rule } from '../rule.ts'
import { suiteVersion } from '../suite-version.ts'
import { openTarget, type Prepared } from '../target/preparation.ts'
import { hasOwnAccounts, type TargetControl } from '../target/target.ts'
import { createInvariantOutcome, type Invariants, type Observer } from './invariants.ts'
import type { SpendingClock } from './money/spending.ts'
import { createRun, type ReadyRun, type Run } from './open-run.ts'
import { checkOptions } from './option-checks.ts'
import type { Outcome } from './outcome.ts'
import { createResults, type Results } from './results.ts'
import { requireTestKey, selectRules } from './selection.ts'
import { replaceRandomSeed } from './shared-exploration.ts'
import {
  createLostRequestCounts,
  createStopping,
  type LostRequestCounts,
  type Stopping,
  watchReachability,
} from './waiting/lost-requests.ts'
import { createSchedule } from './waiting/schedule.ts'

/**
 * Runs the selected rules against a target and resolves with the report, which also describes everything that goes
 * wrong during the run. Throws BadInput, before anything is sent, if the options cannot be used.
 */
export async function runSuite(
  given: ConformanceOptions,
  rules: readonly Rule[] = catalogue,
  time?: SpendingClock,
): Promise<FinishedRun> {
  checkOptions(given, rules)
  const options = replaceRandomSeed(given)
  const selected = selectRules(rules, options)
  const startedAt = new Date()
  const started = performance.now()
  const stopping = createStopping(options.signal)
  const lostRequests = createLostRequestCounts()
  const prepared = await prepareTarget(options, stopping, lostRequests)
  const { target, redactor } = prepared
  const startedAtMs = startedAt.getTime()
  const results = createResults({ options, rules, selected, target, redactor, startedAtMs })
  const readyRun = createRun({ options, prepared, selected, stopping, lostRequests, time })
  const { running, invariants } = readyRun
  const schedule = createSchedule({ options, rules, selected, running, results, stopping, redactor })
  await schedule.runRules()
  await closeRun(running, prepared)
  stopping.close()
  const stopped = concealStop(stopping.getReason(), prepared)
  recordRemainingResults(selected, { results, invariants, stopped, recordOutcome: schedule.recordOutcome })
  const rulesInOrder = results.listInOrder(readyRun.present)
  const report = {
    ...buildReportHead(options, prepared),
    started_at: startedAt.toISOString(),
    duration_ms: Math.round(performance.now() - started),
    stopped,
    ...buildOverview(rulesInOrder),
    rules: rulesInOrder,
    ...buildReportTail(readyRun, prepared),
  }
  return { report, findSecret: redactor.findSecret, conceal: redactor.conceal, sent: schedule.sent }
}

/** Waits until the accounts that the run created are deleted, and undoes the changes of a shared account. */
async function closeRun(running: Run, prepared: Prepared): Promise<void> {
  await Promise.all(running.deletions)
  for (const made of [running.limitRenewal, running.expiredKey]) {
    for (const what of (await made?.close()) ?? []) {
      running.leftovers.push({ kind: 'account', id: 'default', note: `the run could not ${what}` })
    }
  }
  await running.client.close().catch(() => undefined)
  await prepared.close()
}

/** Creates the first fields of the report: the version of the suite, and the target. */
function buildReportHead({ shard }: ConformanceOptions, { target, redactor }: Prepared) {
  return {
    tool: 'drydock',
    version: packageFile.version,
    suite_version: suiteVersion,
    target: redactor.conceal(target.baseUrl),
    control: target.control !== undefined,
    shard: shard ?? null,
  } as const satisfies Partial<Report>
}

/** Creates the last fields of the report: what the run observed, left behind and spent. */
function buildReportTail({ observer, running, countRequests }: ReadyRun, prepared: Prepared) {
  return {
    observations: concealObservations(observer, prepared),
    leftovers: concealLeftovers([...running.leftovers, ...listPossibleLeftovers(running)], prepared),
    spent_cents: running.spending.spentCents(),
    exploration: summariseExploration(running.exploration.getResult()),
    lost_cents: running.liveWallet?.lostCents() ?? 0,
    requests: countRequests(),
    lost_requests: running.lostRequests.list(),
  } satisfies Partial<Report>
}

/** Finds out what the target can do. Throws BadInput if options are missing to test it. Stops the run if the target does not respond. */
async function prepareTarget(
  options: ConformanceOptions,
  stopping: Stopping,
  lostRequests: LostRequestCounts,
): Promise<Prepared> {
  let control: TargetControl | undefined
  const watchCall = watchReachability(stopping, {
    what: 'The control protocol',
    sends: 'calls',
    isReachable: async () =>
      control?.client.ask('GET', '/').then(
        () => true,
        () => false,
      ) ?? false,
  })
  const prepared = await openTarget(options, {
    signal: stopping.signal,
    probes: true,
    onControl: (place) => {
      const recordResult = watchCall('control')
      return (sent) => {
        recordResult({ ...sent, isGood: sent.worked })
        lostRequests.record(place, sent.lostFor)
      }
    },
  })
  control = prepared.target.control
  if (prepared.unreachable !== undefined) {
    stopping.stop({ kind: 'unreachable', reason: prepared.unreachable })
    return prepared
  }
  // If the run was already stopped, it does not know what the target can do, so it cannot say that a key is missing.
  if (stopping.getReason() !== null) return prepared
  try {
    requireTestKey(prepared.target)
  } catch (error) {
    await prepared.close()
    throw error
  }
  return prepared
}

/** Records a result for each rule that checks every response, and for each rule that never ran. */
function recordRemainingResults(
  selected: readonly Rule[],
  run: {
    readonly results: Results
    readonly invariants: Invariants
    readonly stopped: Stop | null
    recordOutcome(rule: Rule, outcome: Outcome, durationMs: number): void
  },
): void {
  const { results, invariants, stopped, recordOutcome } = run
  for (const rule of selected) {
    // If the target refuses every request, rules about every response would only repeat this, so they are left out.
    if (rule.kind === 'invariant' && !results.has(rule.id) && stopped?.kind !== 'refused') {
      const outcome = createInvariantOutcome(rule, invariants)
      // If the run was stopped before a rule about every response saw a response, the rule is reported as not run.
      if (stopped === null || outcome.status !== 'skipped') recordOutcome(rule, outcome, 0)
    }
    if (!results.has(rule.id)) {
      const reason = `Not run. ${stopped?.reason ?? ''}`.trim()
      recordOutcome(rule, { status: 'skipped', reason, reasonKind: 'not_run' }, 0)
    }
  }
}

const maxUnreached = 200

/** Returns `part` divided by `whole`, rounded to hundredths. */
const computeShare = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.min(1, Math.round((100 * part) / whole) / 100)

function summariseExploration(explored: ExplorationResult | undefined): ExplorationSummary | null {
  if (explored === undefined) return null
  const { extent, walks, steps, coverage, pairs } = explored
  const scenarios = coverage.names().filter(isScenarioCell)
  const reached = new Set(coverage.names())
  const cells = coverage.size() - scenarios.length
  return {
    seed: extent.seed,
    walks,
    steps,
    cells,
    cells_seen: coverage.possibleSize(),
    cells_of_rules: [...coverage.possible()].filter((cell) => isCoveredByRules(cell)).length,
    cells_share: computeShare(cells, coverage.possibleSize()),
    pairs: pairs.size(),
    pairs_seen: pairs.possibleSize(),
    pairs_share: computeShare(pairs.size(), pairs.possibleSize()),
    stories: scenarios.reduce((sum, name) => sum + coverage.countHits(name), 0),
    unreached: [...coverage.possible()]
      .filter((name) => !reached.has(name))
      .sort()
      .slice(0, maxUnreached),
  }
}

function concealObservations(observer: Observer, { redactor }: Prepared) {
  return observer.listObservations().map(({ topic, value }) => ({
    topic,
    value: JSON.parse(redactor.redact(JSON.stringify(value) ?? 'null')),
  }))
}

/** Returns the reason why the run stopped, with secrets masked, as the reason may quote a response. */
function concealStop(stop: Stop | null, { redactor }: Prepared): Stop | null {
  return stop === null ? null : { ...stop, reason: redactor.conceal(stop.reason) }
}

/**
 * Lists the resources that control-protocol calls without a response may have created. Their ids are unknown, so the
 * run cannot delete them.
 */
function listPossibleLeftovers({ lostRequests, target }: Run): readonly Leftover[] {
  const making = hasOwnAccounts(target)
    ? /^POST \/_drydock\/accounts$/
    : /^POST .*\/(?:keys|faults|carrier-accounts)$/
  return lostRequests
    .list()
    .filter(({ place }) => making.test(place))
    .map(({ place, count }) => ({
      kind: 'account',
      id: hasOwnAccounts(target) ? 'unknown' : 'default',
      note: `${plural(count, 'call')} of ${place} got no response, so a resource that it created may be left`,
    }))
}

/** Masks secrets in the list of resources that the run leaves behind, as an id may hold an API key that was sent. */
function concealLeftovers(leftovers: readonly Leftover[], { redactor }: Prepared): readonly Leftover[] {
  return leftovers.map(({ kind, id, note }) => ({
    kind,
    id: redactor.conceal(id),
    note: redactor.conceal(note),
  }))
}
