import { abilitiesOf } from '../exploring/abilities.ts'
import { type Explored, type Extent, explore } from '../exploring/exploration.ts'
import { judges } from '../exploring/judges/judges.ts'
import type { ActiveRule, RuleId } from '../rule.ts'
import { NotJudged, RuleBroken } from '../wire/failures.ts'
import { type ExploringRun, openExploringHost } from './exploring.ts'

/** The walks of a run: one exploration for all rules that speak for what it finds. */
export interface SharedExploration {
  /** Begins it, or waits for it. Throws RuleBroken where a sentence of the rule's group was broken, NotJudged where none was met. */
  speakFor(rule: ActiveRule): Promise<void>
  /** What came of it; undefined where no rule has asked for it. */
  told(): Explored | undefined
}

interface Wanted {
  readonly extent: Extent
  /** The rules chosen that speak for walks: no others are judged. */
  readonly groups: readonly RuleId[]
  /** Nobody wants to know more than that each of them fails. */
  readonly untilFound: boolean
}

export function openSharedExploration(run: ExploringRun, wanted: Wanted): SharedExploration {
  const { extent, groups, untilFound } = wanted
  let begun: Promise<Explored> | undefined
  let done: Explored | undefined
  const begin = async (): Promise<Explored> => {
    const can = abilitiesOf(run.target, { buying: mayBuy(run) })
    const host = openExploringHost(run)
    const missing = new Set(groups)
    const explored = await explore(host, {
      extent,
      can,
      judges: judges.filter(({ group }) => missing.has(group)),
      onWalk: ({ found }) => {
        for (const { group } of found) missing.delete(group)
        return untilFound && missing.size === 0
      },
    })
    for (const id of explored.left) {
      run.leftovers.push({ kind: 'account', id, note: 'made for a walk, could not be deleted' })
    }
    done = explored
    return explored
  }
  return {
    told: () => done,
    speakFor: async ({ id }) => {
      begun ??= begin()
      const { failures, judged } = await begun
      run.signal.throwIfAborted()
      const failure = failures.get(id)
      if (failure !== undefined) {
        const { found } = failure
        throw new RuleBroken({ expected: found.expected, actual: found.seen })
      }
      if ((judged.get(id) ?? 0) === 0)
        throw new NotJudged('no walk met anything that this group of sentences is about')
    },
  }
}

/** Whether anything may be bought now. */
function mayBuy({ buying }: ExploringRun): boolean {
  try {
    buying.begin()
    return true
  } catch {
    return false
  }
}
