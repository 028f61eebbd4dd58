import type { AnyOracle } from './oracles/oracle.ts'
import { openOracleRunner, type StepFinding, stepsOf } from './oracles/oracle-runner.ts'
import { actionsOf, removeDanglingLines } from './references.ts'
import type { History, ScriptLine } from './step.ts'
import type { ExplorationHost } from './walk-accounts.ts'
import { replayWalk, type Walk } from './walk-in-progress.ts'

/** The shortest failing walk that was found, and what it cost to find it. */
export interface ShrunkWalk {
  readonly walk: Walk
  readonly found: StepFinding
  /** How many of the `tries` to repeat the whole walk have failed in the same way. */
  readonly again: number
  readonly tries: number
  /** How many requests and control-protocol calls were sent to shorten the walk. */
  readonly sent: number
  /** True if the budget ended the search for a shorter walk. */
  readonly isCut: boolean
}

/** How many requests may be sent, and for how many milliseconds, to shorten a walk. */
export interface ShrinkBudget {
  readonly requests: number
  readonly forMs: number
}

/** The default budget for shortening one failing walk. */
export const usualBudget: ShrinkBudget = { requests: 400, forMs: 10_000 }

/** Returns what identifies a finding: the broken statement, the operation and the class of the status. */
export function findingIdentityOf({ group, statement, step }: StepFinding): string {
  if (step.kind !== 'call') return [group, statement, step.kind].join(' ')
  const { operation, answer } = step
  return [group, statement, operation, Math.floor((answer?.status ?? 0) / 100)].join(' ')
}

/**
 * Shortens a failing walk. First repeats it twice up to the failing step. If neither repetition fails, only cuts the
 * steps after that step. If one fails, also leaves out the steps without which the walk still fails on new accounts. It
 * begins with steps that the recorded history does not need to show the failure.
 */
export async function shrinkWalk(
  host: ExplorationHost,
  by: {
    readonly walk: Walk
    readonly found: StepFinding
    readonly oracle: AnyOracle
    readonly budget: ShrinkBudget
  },
): Promise<ShrunkWalk> {
  const { walk, found, oracle, budget } = by
  const signature = findingIdentityOf(found)
  const untilMs = performance.now() + budget.forMs
  const knownResults = new Map<string, boolean>()
  let best: { readonly walk: Walk; readonly found: StepFinding } = { walk, found }
  let sent = 0
  const isBudgetSpent = (): boolean =>
    sent >= budget.requests || performance.now() >= untilMs || host.signal.aborted
  const fails = async (script: readonly ScriptLine[]): Promise<boolean> => {
    const again = await replayWalk(host, { seed: walk.seed, script, oracles: [oracle] })
    sent += again.calls.length
    const same = again.found.find((each) => findingIdentityOf(each) === signature)
    if (same !== undefined) best = { walk: again, found: same }
    return same !== undefined
  }
  const stillFails = async (script: readonly ScriptLine[]): Promise<boolean> => {
    const whole = removeDanglingLines(script)
    const text = JSON.stringify(whole)
    const before = knownResults.get(text)
    if (before !== undefined) return before
    const answer = whole.length > 0 && (await fails(whole))
    knownResults.set(text, answer)
    return answer
  }
  const start = cutScriptAfterFinding(walk, found)
  const tries = [await fails(start), await fails(start)]
  const again = tries.filter((each) => each).length
  if (again > 0) {
    const bare = removeDanglingLines(dropUnneededLines(walk, start, { oracle, found }))
    const from = bare.length < start.length && (await stillFails(bare)) ? bare : start
    const fewest = await minimise(from, { stillFails, isOver: isBudgetSpent })
    await splitBursts(removeDanglingLines(fewest), { stillFails, isOver: isBudgetSpent })
  }
  const shortest = again > 0 ? best : cutWalkAfterFailure({ walk, found })
  return { ...shortest, again, tries: tries.length, sent, isCut: isBudgetSpent() }
}

/** Cuts a failing walk after the failing step, without repeating the walk. */
export function cutWalkAfterFailure({
  walk,
  found,
}: {
  readonly walk: Walk
  readonly found: StepFinding
}): ShrunkWalk {
  const script = cutScriptAfterFinding(walk, found)
  const done = new Set(script.flatMap((planned) => [planned.id, ...actionsOf(planned).map(({ id }) => id)]))
  const last = walk.calls.findLastIndex(({ id }) => id !== undefined && done.has(id))
  const calls = walk.calls.slice(0, last + 1)
  return { walk: { ...walk, script, calls }, found, again: 0, tries: 0, sent: 0, isCut: true }
}

/** Returns the script of a walk up to the failing step. */
function cutScriptAfterFinding({ script }: Walk, { step }: StepFinding): readonly ScriptLine[] {
  const at = script.findIndex((planned) => actionsOf(planned).some(({ id }) => id === step.id))
  return at === -1 ? script : script.slice(0, at + 1)
}

/** Drops each line of the script without which the recorded history still shows the same finding. */
function dropUnneededLines(
  { history }: Walk,
  script: readonly ScriptLine[],
  { oracle, found }: { readonly oracle: AnyOracle; readonly found: StepFinding },
): readonly ScriptLine[] {
  const findsSameFinding = (kept: readonly ScriptLine[]): boolean => {
    const ids = new Set(kept.flatMap(actionsOf).map(({ id }) => id))
    const runner = openOracleRunner([oracle])
    return selectStepsById(history, ids)
      .flatMap((each) => runner.check(each))
      .some(({ expected, seen }) => expected === found.expected && seen === found.seen)
  }
  let kept = script
  for (const planned of script.toReversed()) {
    const without = kept.filter((each) => each !== planned)
    if (findsSameFinding(removeDanglingLines(without))) kept = without
  }
  return kept
}

/** Returns the history with only these steps and the end of the walk. */
function selectStepsById(history: History, ids: ReadonlySet<string>): History {
  return history.filter((each) => stepsOf(each).some(({ id, kind }) => kind === 'end' || ids.has(id)))
}

/** Replaces concurrent requests by sequential requests or by smaller groups, if the walk still fails with these. */
async function splitBursts(
  script: readonly ScriptLine[],
  by: { stillFails(kept: readonly ScriptLine[]): Promise<boolean>; isOver(): boolean },
): Promise<void> {
  let best = script
  for (const planned of script) {
    if (!('lanes' in planned)) continue
    const [firstLane = []] = planned.lanes
    const instead: readonly (readonly ScriptLine[])[] = [
      planned.lanes.flat(),
      ...planned.lanes.map((lane) => [{ ...planned, lanes: planned.lanes.filter((each) => each !== lane) }]),
      firstLane,
    ]
    for (const candidate of instead) {
      if (by.isOver()) return
      const changed = best.flatMap((each) => (each.id === planned.id ? candidate : [each]))
      if (await by.stillFails(changed)) {
        best = changed
        break
      }
    }
  }
}

/**
 * Finds a shorter list that still fails, by leaving out halves, then smaller parts (delta debugging). No single item
 * of the result can be left out, unless `isOver` ended the search.
 */
export async function minimise<Item>(
  items: readonly Item[],
  by: {
    /** Returns true if these items still fail. The whole list must fail. */
    stillFails(kept: readonly Item[]): Promise<boolean>
    isOver(): boolean
  },
): Promise<readonly Item[]> {
  let kept = items
  let size = Math.ceil(kept.length / 2)
  while (size >= 1 && kept.length > 0) {
    const before = kept
    // Leaves out later lines first, as they depend on earlier ones.
    for (let end = kept.length; end > 0; end -= size) {
      if (by.isOver()) return kept
      const without = [...kept.slice(0, Math.max(0, end - size)), ...kept.slice(end)]
      if (without.length < kept.length && (await by.stillFails(without))) kept = without
    }
    if (size === 1 && kept.length === before.length) return kept
    size = size === 1 ? 1 : Math.max(1, Math.floor(size / 2))
  }
  return kept
}
