import type { RuleId } from '../../rule.ts'
import { type Burst, type CallStep, isBurst, type Step, type TimedStep } from '../step.ts'
import type { AnyJudge, Finding, OpenJudge } from './oracle.ts'

/** A finding, and by which judge at which step. */
export interface Found extends Finding {
  readonly group: RuleId
  readonly step: Step
}

/** All judges on one walk. Each goes its own way: what one has found changes nothing for another. */
export interface Panel {
  /** Gives what is broken by then; a judge that has found something hears no more. */
  judge(happened: Step | Burst): readonly Found[]
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
    judge: (happened) => {
      const stretches = isBurst(happened) ? stretchesOf(happened) : undefined
      const found: Found[] = []
      for (const [group, pasts] of sitting) {
        const judgement = stretches === undefined ? judgeStep(pasts, happened) : judgeBurst(pasts, stretches)
        judged.set(group, (judged.get(group) ?? 0) + judgement.judged)
        found.push(...judgement.findings.map((finding) => ({ ...finding, group })))
        if (judgement.isLost) lost.add(group)
        if (judgement.isLost || judgement.findings.length > 0) sitting.delete(group)
        else sitting.set(group, judgement.pasts)
      }
      return found
    },
  }
}

/** What is possible after a step; where nothing is, what is broken. */
interface Judgement {
  readonly pasts: readonly OpenJudge[]
  readonly findings: readonly (Finding & { readonly step: Step })[]
  readonly judged: number
  readonly isLost: boolean
}

function judgeStep(pasts: readonly OpenJudge[], happened: Step | Burst): Judgement {
  const [step] = stepsOf(happened)
  if (step === undefined) return { pasts, findings: [], judged: 0, isLost: false }
  const next: OpenJudge[] = []
  let wrong: readonly Finding[] = []
  let judged = 0
  for (const past of pasts) {
    const after = past.after(step)
    judged = Math.max(judged, after.judged)
    if (after.findings.length === 0) next.push(...after.next)
    else if (wrong.length === 0 || after.findings.length < wrong.length) wrong = after.findings
  }
  const told = next.length > 0 ? [] : wrong.map((finding) => ({ ...finding, step }))
  // Where no more is possible than before, it is seldom less: to find that out would take longer than to go on with it.
  const different = next.length > pasts.length ? distinct(next) : next
  return { pasts: different, findings: told, judged, isLost: different.length > mostMemories }
}

/**
 * Goes every way through a burst, and no part of it twice: what is possible after some of its steps is the same in whatever
 * order they came. Where nothing is possible after all of them, the way that goes furthest tells what is broken.
 */
function judgeBurst(pasts: readonly OpenJudge[], stretches: readonly Stretch[]): Judgement {
  const reached = new Map<string, Reached>([[stretches[0]?.name ?? '', { pasts, judged: 0 }]])
  let findings: Judgement['findings'] = []
  for (const { name, next } of stretches) {
    const here = reached.get(name)
    if (here === undefined) continue
    if (next.length === 0) return { ...here, findings: [], isLost: false }
    const wrong: Judgement['findings'][] = []
    for (const { step, to } of next) {
      const judgement = judgeStep(here.pasts, step)
      if (judgement.findings.length > 0) wrong.push(judgement.findings)
      else {
        const there = together(reached.get(to), { ...judgement, judged: here.judged + judgement.judged })
        if (judgement.isLost || there.pasts.length > mostMemories)
          return { ...there, findings: [], isLost: true }
        reached.set(to, there)
      }
    }
    findings = wrong.sort((one, other) => one.length - other.length)[0] ?? findings
  }
  return { pasts: [], findings, judged: 0, isLost: false }
}

/** What is possible somewhere within a burst. */
type Reached = Pick<Judgement, 'pasts' | 'judged'>

/** What is possible by one way or another. */
function together(one: Reached | undefined, other: Reached): Reached {
  if (one === undefined) return other
  return { pasts: distinct([...one.pasts, ...other.pasts]), judged: Math.max(one.judged, other.judged) }
}

/** Pasts of which no two know the same. */
function distinct(pasts: readonly OpenJudge[]): readonly OpenJudge[] {
  const different = [...new Set(pasts)]
  if (different.length < 2) return different
  return [...new Map(different.map((past) => [past.text(), past])).values()]
}

/** A burst as steps of which none was alone. */
export function stepsOf(happened: Step | Burst): readonly Step[] {
  return isBurst(happened) ? happened.lanes.flat().map(({ step }): CallStep => step) : [happened]
}

/** How far a burst can have come: so many of each lane are done. */
export interface Stretch {
  /** The same for the same number of steps of each lane. */
  readonly name: string
  /** What can have been carried out next, and how far it has come then. */
  readonly next: readonly { readonly step: CallStep; readonly to: string }[]
}

/**
 * Every order in which a burst can have been carried out, as the ways from its start to its end: lanes keep theirs, and what was
 * answered before another was sent came before it. What several orders have in common is there once. Shorter ones come first.
 */
export function stretchesOf({ lanes }: Burst): readonly Stretch[] {
  const stretches: Stretch[] = []
  const reached = new Set<string>()
  const waiting: (readonly number[])[] = [lanes.map(() => 0)]
  for (const done of waiting) {
    const next = lanes.flatMap((lane, index) => {
      const first = lane[done[index] ?? 0]
      if (first === undefined || isAfterAnother(first, lanes, done)) return []
      const then = done.map((count, at) => (at === index ? count + 1 : count))
      const to = then.join(' ')
      if (!reached.has(to)) {
        reached.add(to)
        waiting.push(then)
      }
      return [{ step: first.step, to }]
    })
    stretches.push({ name: done.join(' '), next })
  }
  return stretches
}

/** Something that has yet to come was answered before this was even sent. */
function isAfterAnother(
  next: TimedStep,
  lanes: readonly (readonly TimedStep[])[],
  done: readonly number[],
): boolean {
  return lanes.some((lane, index) => {
    const other = lane[done[index] ?? 0]
    return other !== undefined && other.answeredMs < next.sentMs
  })
}
