import type { RuleId } from '../rule.ts'
import type { AnyJudge, Finding, OpenJudge } from './judge.ts'
import { ordersOf } from './orders.ts'
import { type Burst, type CallStep, isBurst, type Step } from './step.ts'

/** A finding, and by which judge at which step. */
export interface Found extends Finding {
  readonly group: RuleId
  readonly step: Step
}

/** All judges on one walk. Each goes its own way: what one has found changes nothing for another. */
export interface Panel {
  /** Gives what is broken by then; a judge that has found something hears no more. */
  hear(happened: Step | Burst): readonly Found[]
  /** How many things each has looked at. */
  readonly judged: ReadonlyMap<RuleId, number>
  /** Judges that lost their way among too many possible pasts. */
  readonly lost: ReadonlySet<RuleId>
}

/** More pasts than these are not told apart: the judge then says nothing more. */
const mostMemories = 48

export function openPanel(judges: readonly AnyJudge[]): Panel {
  const judged = new Map<RuleId, number>()
  const lost = new Set<RuleId>()
  const sitting = new Map(
    judges.map((judge): [RuleId, readonly OpenJudge[]] => [judge.group, [judge.open()]]),
  )
  return {
    judged,
    lost,
    hear: (happened) => {
      const { orders, isCut } = isBurst(happened)
        ? ordersOf(happened)
        : { orders: [[happened]], isCut: false }
      const found: Found[] = []
      for (const [group, pasts] of sitting) {
        const outcome = hearOne(pasts, orders)
        judged.set(group, (judged.get(group) ?? 0) + outcome.judged)
        // The order that was may be among those that were not tried.
        const isSure = !isCut
        if (isSure) found.push(...outcome.findings.map((finding) => ({ ...finding, group })))
        if (outcome.findings.length > 0) {
          sitting.delete(group)
          if (!isSure) lost.add(group)
        } else if (outcome.pasts.length > mostMemories) {
          sitting.delete(group)
          lost.add(group)
        } else sitting.set(group, outcome.pasts)
      }
      return found
    },
  }
}

interface Heard {
  readonly pasts: readonly OpenJudge[]
  readonly findings: readonly (Finding & { readonly step: Step })[]
  readonly judged: number
}

/** What is possible after all orders from all pasts: where nothing is, the order with least wrong tells what. */
function hearOne(pasts: readonly OpenJudge[], orders: readonly (readonly Step[])[]): Heard {
  const possible = new Map<string, OpenJudge>()
  let nearest: Heard | undefined
  let judged = 0
  const isSure = pasts.length === 1 && orders.length === 1
  for (const past of pasts) {
    for (const order of orders) {
      const heard = hearInOrder(past, order)
      if (heard.findings.length > 0) {
        if (nearest === undefined || heard.findings.length < nearest.findings.length) nearest = heard
        continue
      }
      judged = Math.max(judged, heard.judged)
      if (isSure && heard.pasts.length === 1) return heard
      for (const each of heard.pasts) possible.set(each.text(), each)
    }
  }
  if (possible.size > 0 || nearest === undefined)
    return { pasts: [...possible.values()], findings: [], judged }
  return nearest
}

function hearInOrder(past: OpenJudge, order: readonly Step[]): Heard {
  let pasts: readonly OpenJudge[] = [past]
  let judged = 0
  for (const step of order) {
    const next: OpenJudge[] = []
    let wrong: readonly Finding[] = []
    let most = 0
    for (const each of pasts) {
      const after = each.after(step)
      if (after.findings.length > 0) wrong = after.findings
      else next.push(...after.next)
      most = Math.max(most, after.judged)
    }
    judged += most
    if (next.length === 0) {
      return { pasts: [], findings: wrong.map((finding) => ({ ...finding, step })), judged }
    }
    pasts = next
  }
  return { pasts, findings: [], judged }
}

/** A burst as steps of which none was alone. */
export function stepsOf(happened: Step | Burst): readonly Step[] {
  return isBurst(happened) ? happened.lanes.flat().map(({ step }): CallStep => step) : [happened]
}
