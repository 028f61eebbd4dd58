import { ControlFailed } from '../http/failures.ts'
import type { RuleId } from '../rule.ts'
import { settleAll } from '../rules/support/settle-all.ts'
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
  /** The number of random steps of a walk, without the closing steps that read all resources again. */
  readonly length: number
  /** True if walks prefer requests that no rule tests by itself. */
  readonly goesBeyondRules?: boolean
  /** How many walks run at a time. */
  readonly parallelWalks: number
}

/** The first random walk in which the target broke a rule, and the finding. */
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
  /** How many checks each rule about walks has made. */
  readonly judged: ReadonlyMap<RuleId, number>
  /** The first failing walk for each rule about walks. */
  readonly failures: ReadonlyMap<RuleId, WalkFailure>
  /** The coverage of cells: operation, state of its resource, kind of key. */
  readonly coverage: Coverage
  /** The coverage of pairs of operations. */
  readonly pairs: Coverage
  /** Accounts that random walks created and the harness could not delete. */
  readonly left: readonly string[]
}

/**
 * Runs groups of parallel random walks. A walk chooses actions that earlier groups have not covered. It ignores the
 * other walks of its group, so that its choices do not depend on timing. Throws ControlFailed if a walk could do nothing.
 */
export async function runRandomWalks(
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
  // A coverage cell that a rule tests without walks counts as tested once, so that walks prefer other cells.
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
    // Waits for all walks, even if one fails, so that no walk sends a request after the run is closed.
    const round = await settleAll(
      Array.from({ length: count }, (_, index) => {
        const seed = `${extent.seed}/${walks + index + 1}`
        return runWalk(host, { seed, can, oracles, length: extent.length, coverage, pairs })
      }),
    )
    for (const { walk, covered } of round) {
      if (walk.script.length === 0 && !host.signal.aborted)
        throw new ControlFailed(
          'no action of a random walk was possible on this target: check its keys and its control protocol',
        )
      coverage.merge(covered.cells)
      pairs.merge(covered.pairs)
      tally.add(walk)
      isEnough ||= onWalk(walk)
    }
  }
  return { extent, ...tally.counts(), coverage, pairs }
}

/** Repeats random walks from a report or a walk file, one after another. */
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

/** Creates a tally that adds up the results of random walks and keeps the first failure of each rule. */
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
