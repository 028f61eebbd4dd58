import type { RuleId } from '../../rule.ts'
import { type Burst, type CallStep, isBurst, type Step, type TimedStep } from '../step.ts'
import type { AnyOracle, Finding, OpenOracle } from './oracle.ts'

/** A finding, and by which judge at which step. */
export interface StepFinding extends Finding {
  readonly group: RuleId
  readonly step: Step
}

/** All judges on one walk. Each goes its own way: what one has found changes nothing for another. */
export interface OracleRunner {
  /** Gives what is broken by then; a judge that has found something hears no more. */
  check(happened: Step | Burst): readonly StepFinding[]
  /** How many things each has looked at. */
  readonly judged: ReadonlyMap<RuleId, number>
  /** Judges that lost their way among too many possible pasts. */
  readonly lost: ReadonlySet<RuleId>
}

/** More pasts than these are not told apart: the judge then says nothing more. */
const maxPasts = 48

export function openOracleRunner(oracles: readonly AnyOracle[]): OracleRunner {
  const judged = new Map<RuleId, number>()
  const lost = new Set<RuleId>()
  const active = new Map(
    oracles.map((check): [RuleId, readonly OpenOracle[]] => [check.group, [check.open()]]),
  )
  return {
    judged,
    lost,
    check: (happened) => {
      const states = isBurst(happened) ? burstStates(happened) : undefined
      const found: StepFinding[] = []
      for (const [group, pasts] of active) {
        const verdict = states === undefined ? checkStep(pasts, happened) : checkBurst(pasts, states)
        judged.set(group, (judged.get(group) ?? 0) + verdict.judged)
        found.push(...verdict.findings.map((finding) => ({ ...finding, group })))
        if (verdict.isLost) lost.add(group)
        if (verdict.isLost || verdict.findings.length > 0) active.delete(group)
        else active.set(group, verdict.pasts)
      }
      return found
    },
  }
}

/** What is possible after a step; where nothing is, what is broken. */
interface Verdict {
  readonly pasts: readonly OpenOracle[]
  readonly findings: readonly (Finding & { readonly step: Step })[]
  readonly judged: number
  readonly isLost: boolean
}

function checkStep(pasts: readonly OpenOracle[], happened: Step | Burst): Verdict {
  const [step] = stepsOf(happened)
  if (step === undefined) return { pasts, findings: [], judged: 0, isLost: false }
  const next: OpenOracle[] = []
  let wrong: readonly Finding[] = []
  let judged = 0
  for (const past of pasts) {
    const after = past.after(step)
    judged = Math.max(judged, after.judged)
    if (after.findings.length === 0) next.push(...after.next)
    else if (wrong.length === 0 || after.findings.length < wrong.length) wrong = after.findings
  }
  const findings = next.length > 0 ? [] : wrong.map((finding) => ({ ...finding, step }))
  // Where no more is possible than before, it is seldom less: to find that out would take longer than to go on with it.
  const different = next.length > pasts.length ? distinctPasts(next) : next
  return { pasts: different, findings: findings, judged, isLost: different.length > maxPasts }
}

/**
 * Goes every way through a burst, and no part of it twice: what is possible after some of its steps is the same in whatever
 * order they came. Where nothing is possible after all of them, the way that goes furthest tells what is broken.
 */
function checkBurst(pasts: readonly OpenOracle[], states: readonly BurstState[]): Verdict {
  const reached = new Map<string, Reached>([[states[0]?.name ?? '', { pasts, judged: 0 }]])
  let findings: Verdict['findings'] = []
  for (const { name, next } of states) {
    const here = reached.get(name)
    if (here === undefined) continue
    if (next.length === 0) return { ...here, findings: [], isLost: false }
    const wrong: Verdict['findings'][] = []
    for (const { step, to } of next) {
      const verdict = checkStep(here.pasts, step)
      if (verdict.findings.length > 0) wrong.push(verdict.findings)
      else {
        const there = mergePasts(reached.get(to), { ...verdict, judged: here.judged + verdict.judged })
        if (verdict.isLost || there.pasts.length > maxPasts) return { ...there, findings: [], isLost: true }
        reached.set(to, there)
      }
    }
    findings = wrong.sort((one, other) => one.length - other.length)[0] ?? findings
  }
  return { pasts: [], findings, judged: 0, isLost: false }
}

/** What is possible somewhere within a burst. */
type Reached = Pick<Verdict, 'pasts' | 'judged'>

/** What is possible by one way or another. */
function mergePasts(one: Reached | undefined, other: Reached): Reached {
  if (one === undefined) return other
  return { pasts: distinctPasts([...one.pasts, ...other.pasts]), judged: Math.max(one.judged, other.judged) }
}

/** Pasts of which no two know the same. */
function distinctPasts(pasts: readonly OpenOracle[]): readonly OpenOracle[] {
  const different = [...new Set(pasts)]
  if (different.length < 2) return different
  return [...new Map(different.map((past) => [past.text(), past])).values()]
}

/** A burst as steps of which none was alone. */
export function stepsOf(happened: Step | Burst): readonly Step[] {
  return isBurst(happened) ? happened.lanes.flat().map(({ step }): CallStep => step) : [happened]
}

/** How far a burst can have come: so many of each lane are done. */
export interface BurstState {
  /** The same for the same number of steps of each lane. */
  readonly name: string
  /** What can have been carried out next, and how far it has come then. */
  readonly next: readonly { readonly step: CallStep; readonly to: string }[]
}

/**
 * Every order in which a burst can have been carried out, as the ways from its start to its end: lanes keep theirs, and what was
 * answered before another was sent came before it. What several orders have in common is there once. Shorter ones come first.
 */
export function burstStates({ lanes }: Burst): readonly BurstState[] {
  const states: BurstState[] = []
  const reached = new Set<string>()
  const waiting: (readonly number[])[] = [lanes.map(() => 0)]
  for (const done of waiting) {
    const next = lanes.flatMap((lane, index) => {
      const first = lane[done[index] ?? 0]
      if (first === undefined || mustWait(first, lanes, done)) return []
      const then = done.map((count, at) => (at === index ? count + 1 : count))
      const to = then.join(' ')
      if (!reached.has(to)) {
        reached.add(to)
        waiting.push(then)
      }
      return [{ step: first.step, to }]
    })
    states.push({ name: done.join(' '), next })
  }
  return states
}

/** Something that has yet to come was answered before this was even sent. */
function mustWait(
  next: TimedStep,
  lanes: readonly (readonly TimedStep[])[],
  done: readonly number[],
): boolean {
  return lanes.some((lane, index) => {
    const other = lane[done[index] ?? 0]
    return other !== undefined && other.answeredMs < next.sentMs
  })
}
