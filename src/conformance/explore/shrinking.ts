import type { AnyOracle } from './oracles/oracle.ts'
import { openOracleRunner, type StepFinding, stepsOf } from './oracles/oracle-runner.ts'
import { actionsOf, withoutDangling } from './references.ts'
import type { History, ScriptLine } from './step.ts'
import type { ExplorationHost } from './walk-accounts.ts'
import { replayWalk, type Walk } from './walk-in-progress.ts'

/** The shortest walk that was found to fail in the same way, and what it took to find it. */
export interface ShrunkWalk {
  readonly walk: Walk
  readonly found: StepFinding
  /** How often the whole walk failed again when it was done again, of how often it was. */
  readonly again: number
  readonly tries: number
  /** Requests and calls of the control protocol. */
  readonly sent: number
  /** The budget ended it. */
  readonly isCut: boolean
}

export interface ShrinkBudget {
  readonly requests: number
  readonly forMs: number
}

/** What one finding may cost in a run that asked for no more. */
export const usualBudget: ShrinkBudget = { requests: 400, forMs: 10_000 }

/** What makes two findings the same one: what is broken, by what kind of step, and how that was answered. */
export function signatureOf({ group, statement, step }: StepFinding): string {
  if (step.kind !== 'call') return [group, statement, step.kind].join(' ')
  const { operation, answer } = step
  return [group, statement, operation, Math.floor((answer?.status ?? 0) / 100)].join(' ')
}

/**
 * Makes a failing walk shorter: what the judge does not need goes first, at no cost; then parts are left out and the rest is done
 * again, each time on fresh accounts. A walk that does not fail again is cut after the step that showed it.
 */
export async function shrink(
  host: ExplorationHost,
  by: {
    readonly walk: Walk
    readonly found: StepFinding
    readonly oracle: AnyOracle
    readonly budget: ShrinkBudget
    readonly nowMs?: () => number
  },
): Promise<ShrunkWalk> {
  const { walk, found, oracle, budget, nowMs = () => performance.now() } = by
  const signature = signatureOf(found)
  const untilMs = nowMs() + budget.forMs
  const knownResults = new Map<string, boolean>()
  let best: { readonly walk: Walk; readonly found: StepFinding } = { walk, found }
  let sent = 0
  const isOver = (): boolean => sent >= budget.requests || nowMs() >= untilMs || host.signal.aborted
  const fails = async (script: readonly ScriptLine[]): Promise<boolean> => {
    const again = await replayWalk(host, { seed: walk.seed, script, oracles: [oracle] })
    sent += again.calls.length
    const same = again.found.find((each) => signatureOf(each) === signature)
    if (same !== undefined) best = { walk: again, found: same }
    return same !== undefined
  }
  const stillFails = async (script: readonly ScriptLine[]): Promise<boolean> => {
    const whole = withoutDangling(script)
    const text = JSON.stringify(whole)
    const before = knownResults.get(text)
    if (before !== undefined) return before
    const answer = whole.length > 0 && (await fails(whole))
    knownResults.set(text, answer)
    return answer
  }
  const start = scriptUpTo(walk, found)
  const tries = [await fails(start), await fails(start)]
  const again = tries.filter((each) => each).length
  if (again > 0) {
    const bare = withoutDangling(dropUnneeded(walk, start, { oracle, found }))
    const from = bare.length < start.length && (await stillFails(bare)) ? bare : start
    const fewest = await minimise(from, { stillFails, isOver })
    await splitBursts(withoutDangling(fewest), { stillFails, isOver })
  }
  const shortest = again > 0 ? best : withoutShrinking({ walk, found })
  return { ...shortest, again, tries: tries.length, sent, isCut: isOver() }
}

/** A failing walk as it was found, up to the step that showed it; it was not taken again. */
export function withoutShrinking({
  walk,
  found,
}: {
  readonly walk: Walk
  readonly found: StepFinding
}): ShrunkWalk {
  const script = scriptUpTo(walk, found)
  const done = new Set(script.flatMap((planned) => [planned.id, ...actionsOf(planned).map(({ id }) => id)]))
  const last = walk.calls.findLastIndex(({ id }) => id !== undefined && done.has(id))
  const calls = walk.calls.slice(0, last + 1)
  return { walk: { ...walk, script, calls }, found, again: 0, tries: 0, sent: 0, isCut: true }
}

/** What came after the step that shows it has no part in it. */
function scriptUpTo({ script }: Walk, { step }: StepFinding): readonly ScriptLine[] {
  const at = script.findIndex((planned) => actionsOf(planned).some(({ id }) => id === step.id))
  return at === -1 ? script : script.slice(0, at + 1)
}

/** Leaves out what the judge does not need to see: told the rest of what happened, it says the same. */
function dropUnneeded(
  { history }: Walk,
  script: readonly ScriptLine[],
  { oracle, found }: { readonly oracle: AnyOracle; readonly found: StepFinding },
): readonly ScriptLine[] {
  const findsSame = (kept: readonly ScriptLine[]): boolean => {
    const ids = new Set(kept.flatMap(actionsOf).map(({ id }) => id))
    const runner = openOracleRunner([oracle])
    return selectHistory(history, ids)
      .flatMap((each) => runner.check(each))
      .some(({ expected, seen }) => expected === found.expected && seen === found.seen)
  }
  let kept = script
  for (const planned of script.toReversed()) {
    const without = kept.filter((each) => each !== planned)
    if (findsSame(withoutDangling(without))) kept = without
  }
  return kept
}

function selectHistory(history: History, ids: ReadonlySet<string>): History {
  return history.filter((each) => stepsOf(each).some(({ id, kind }) => kind === 'end' || ids.has(id)))
}

/** Bursts become one request after the other where that is enough, and what stays at once is as little as can be. */
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
 * The shortest list that still does what the whole does, as far as leaving parts out finds it: first halves, then smaller
 * parts (delta debugging). What it ends with can spare no single item, unless `isOver` ended it before.
 */
export async function minimise<Item>(
  items: readonly Item[],
  by: {
    /** Whether these still do it; all of them do. */
    stillFails(kept: readonly Item[]): Promise<boolean>
    isOver(): boolean
  },
): Promise<readonly Item[]> {
  let kept = items
  let size = Math.ceil(kept.length / 2)
  while (size >= 1 && kept.length > 0) {
    const before = kept
    // From the end on: what comes last stands on what came before it.
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
