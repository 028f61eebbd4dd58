import { abilitiesOf } from '../exploring/abilities.ts'
import { controlExchange } from '../exploring/control-exchange.ts'
import { type Explored, type Extent, explore, type Failure, takeAgain } from '../exploring/exploration.ts'
import type { ExploringHost } from '../exploring/host.ts'
import { judges } from '../exploring/judges/judges.ts'
import { shrink, usualBudget } from '../exploring/shrinking.ts'
import { toldWalk } from '../exploring/telling.ts'
import type { WalkScript } from '../exploring/walk-script.ts'
import type { ActiveRule, RuleId } from '../rule.ts'
import { NotJudged, RuleBroken, type ShownByWalk } from '../wire/failures.ts'
import { type ExploringRun, openExploringHost } from './exploration-host.ts'

/** The exploration of a run, which all rules about walks share. */
export interface SharedExploration {
  /** Begins the exploration or waits for it. Throws RuleBroken if a walk broke a statement of the rule, NotJudged if none met one. */
  speakFor(rule: ActiveRule): Promise<void>
  /** The outcome of the exploration; undefined if no rule has asked for it. */
  told(): Explored | undefined
}

/** How many failing walks are shortened. The others are reported as they were found. */
const mostShrunk = 3

interface Begun {
  readonly explored: Explored
  /** The shortened walks, by rule. */
  readonly shrunk: ReadonlyMap<RuleId, ShownByWalk>
}

interface Wanted {
  readonly extent: Extent
  /** The selected rules about walks. Only their statements are judged. */
  readonly groups: readonly RuleId[]
  /** Whether to end once each of them has failed, without shortening walks. */
  readonly untilFound: boolean
  /** These walks are taken again, and no others. */
  readonly scripts: readonly WalkScript[]
}

/** Opens the exploration of a run, which begins when a rule asks for it. */
export function openSharedExploration(run: ExploringRun, wanted: Wanted): SharedExploration {
  const { extent, groups, untilFound, scripts } = wanted
  let begun: Promise<Begun> | undefined
  let done: Explored | undefined
  const begin = async (): Promise<Begun> => {
    const can = abilitiesOf(run.target, { buying: run.buying.isOpen() })
    const host = openExploringHost(run)
    const missing = new Set(groups)
    const chosen = judges.filter(({ group }) => missing.has(group))
    const explored =
      scripts.length > 0
        ? await takeAgain(host, { extent, scripts, judges: chosen })
        : await explore(host, {
            extent,
            can,
            judges: chosen,
            onWalk: ({ found }) => {
              for (const { group } of found) missing.delete(group)
              return untilFound && missing.size === 0
            },
          })
    for (const id of explored.left) {
      run.leftovers.push({ kind: 'account', id, note: 'made for a walk, could not be deleted' })
    }
    done = explored
    const shrunk = new Map<RuleId, ShownByWalk>()
    // Walks are shortened one after the other, as each has a time budget and a busy target would look slow.
    for (const failure of untilFound ? [] : [...explored.failures.values()].slice(0, mostShrunk)) {
      shrunk.set(failure.group, await shortest(host, failure, extent.seed))
    }
    return { explored, shrunk }
  }
  return {
    told: () => done,
    speakFor: async ({ id }) => {
      // What walks come to stands on time that they move.
      if (abilitiesOf(run.target, { buying: false }).clock) run.clockTrust.moved(id)
      begun ??= begin()
      const { explored, shrunk } = await begun
      const { failures, judged } = explored
      run.signal.throwIfAborted()
      const failure = failures.get(id)
      if (failure !== undefined) {
        const { found } = failure
        const shownBy = shrunk.get(id)
        throw new RuleBroken({ expected: found.expected, actual: found.seen, shownBy })
      }
      if ((judged.get(id) ?? 0) === 0)
        throw new NotJudged('no walk met anything that this group of sentences is about')
    },
  }
}

async function shortest(host: ExploringHost, failure: Failure, seed: string): Promise<ShownByWalk> {
  const { walk, found, group } = failure
  const judge = judges.find((each) => each.group === group)
  if (judge === undefined) throw new Error(`Nobody judges for ${group}.`)
  const shrunk = await shrink(host, { walk, found, judge, budget: usualBudget })
  const controlUrl = host.target.control?.client.url
  return {
    walk: toldWalk(failure, shrunk, { seed, controlUrl }),
    exchanges: shrunk.walk.shown.map((each) =>
      'exchange' in each ? each.exchange.show() : controlExchange(each.control, controlUrl),
    ),
  }
}
