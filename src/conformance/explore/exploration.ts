import { ControlFailed } from '../http/failures.ts'
import type { RuleId } from '../rule.ts'
import type { Abilities } from './abilities.ts'
import { isCoveredByRules } from './choices/cells.ts'
import { type Coverage, openCoverage } from './coverage.ts'
import type { AnyOracle } from './oracles/oracle.ts'
import type { StepFinding } from './oracles/oracle-runner.ts'
import { runWalk } from './walk.ts'
import type { ExplorationHost } from './walk-accounts.ts'
import { replayWalk, type Walk } from './walk-in-progress.ts'
import type { WalkScript } from './walk-script.ts'

/** How many random walks a run takes, and how long they are. */
export interface Extent {
  readonly seed: string
  readonly walks: number
  /** No new walk begins after this many milliseconds. */
  readonly forMs?: number
  /** The number of steps of a walk, without the steps that finish it. */
  readonly length: number
  /** True if walks prefer requests that no rule tests by itself. */
  readonly goesBeyondRules?: boolean
  /** How many walks run at a time. */
  readonly parallelWalks: number
}

/** The first random walk in which the target broke a statement of a rule. */
export interface WalkFailure {
  readonly group: RuleId
  readonly found: StepFinding
  readonly walk: Walk
  /** The number of the walk, from 1. */
  readonly number: number
}

/** The outcome of all random walks of a run. */
export interface ExplorationResult {
  readonly extent: Extent
  readonly walks: number
  readonly steps: number
  readonly judged: ReadonlyMap<RuleId, number>
  /** The first failing walk for each rule about walks. */
  readonly failures: ReadonlyMap<RuleId, WalkFailure>
  readonly coverage: Coverage
  readonly pairs: Coverage
  /** Accounts of walks that could not be deleted. */
  readonly left: readonly string[]
}

/**
 * Runs random walks in rounds. Each round knows what earlier rounds covered, so a walk does not depend on the speed
 * of others. Throws ControlFailed if a walk could do nothing.
 */
export async function explore(
  host: ExplorationHost,
  by: {
    readonly extent: Extent
    readonly can: Abilities
    readonly oracles: readonly AnyOracle[]
    /** Called after each walk; return true to end the exploration. */
    onWalk?(walk: Walk): boolean
  },
): Promise<ExplorationResult> {
  const { extent, can, oracles, onWalk = () => false } = by
  // A combination that a rule tests by itself counts as tested once, so that walks prefer other requests.
  const coverage = openCoverage(
    extent.goesBeyondRules === true ? { countHits: (cell) => (isCoveredByRules(cell) ? 1 : 0) } : undefined,
  )
  const pairs = openCoverage()
  const tally = createWalkTally()
  const untilMs = extent.forMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + extent.forMs
  let isEnough = false
  while (!isEnough && tally.walks() < extent.walks && performance.now() < untilMs && !host.signal.aborted) {
    const walks = tally.walks()
    const count = Math.min(extent.parallelWalks, extent.walks - walks)
    const round = await settleAll(
      Array.from({ length: count }, (_, index) => {
        const seed = `${extent.seed}/${walks + index + 1}`
        return runWalk(host, { seed, can, oracles, length: extent.length, coverage, pairs })
      }),
    )
    for (const { walk, covered } of round) {
      if (walk.script.length === 0 && !host.signal.aborted)
        throw new ControlFailed('a random walk found nothing that it could do on this target')
      coverage.merge(covered.cells)
      pairs.merge(covered.pairs)
      tally.add(walk)
      isEnough ||= onWalk(walk)
    }
  }
  return { extent, ...tally.counts(), coverage, pairs }
}

/** Repeats the walks of a report, one after another. */
export async function replayWalks(
  host: ExplorationHost,
  by: {
    readonly extent: Extent
    readonly scripts: readonly WalkScript[]
    readonly oracles: readonly AnyOracle[]
  },
): Promise<ExplorationResult> {
  const { extent, scripts, oracles } = by
  const tally = createWalkTally()
  for (const { seed, steps } of scripts) tally.add(await replayWalk(host, { seed, script: steps, oracles }))
  return { extent, ...tally.counts(), coverage: openCoverage(), pairs: openCoverage() }
}

/** Adds up the results of walks. For each rule, it keeps the first failure. */
function createWalkTally() {
  const judged = new Map<RuleId, number>()
  const failures = new Map<RuleId, WalkFailure>()
  const left: string[] = []
  let walks = 0
  let steps = 0
  return {
    walks: () => walks,
    counts: () => ({ walks, steps, judged, failures, left }),
    add: (walk: Walk): void => {
      walks += 1
      steps += walk.history.length
      left.push(...walk.left)
      for (const [group, count] of walk.judged) judged.set(group, (judged.get(group) ?? 0) + count)
      for (const found of walk.found) {
        const { group } = found
        if (!failures.has(group)) failures.set(group, { group, found, walk, number: walks })
      }
    },
  }
}

/** Waits for all promises, even if one rejects, so that no walk sends a request after the run is closed. */
async function settleAll<Value>(under: readonly Promise<Value>[]): Promise<readonly Value[]> {
  const settled = await Promise.allSettled(under)
  const failed = settled.find((each) => each.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}
