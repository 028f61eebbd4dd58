import type { RuleId } from '../../rule.ts'
import { type Burst, type CallStep, isBurst, type Step, type TimedStep } from '../step.ts'
import type { AnyOracle, Finding, OpenOracle } from './oracle.ts'

/** A response that breaks the specification, with the oracle (check) that found it and the step of the walk. */
export interface StepFinding extends Finding {
  readonly group: RuleId
  readonly step: Step
}

/** Applies all oracles (checks of the responses) to one walk. The oracles do not depend on each other. */
export interface OracleRunner {
  /**
   * Applies the oracles (checks of the responses) to a step or to concurrent requests, and returns new findings. An
   * oracle with a finding gets no further steps.
   */
  check(happened: Step | Burst): readonly StepFinding[]
  /** How many checks each oracle has made in the walk. */
  readonly judged: ReadonlyMap<RuleId, number>
  /** Oracles that the runner has stopped, because unclear responses left too many possible versions of the past. */
  readonly lost: ReadonlySet<RuleId>
}

/** The runner stops an oracle (a check of a walk's responses) that has more possible versions of the past than this. */
const maxPasts = 48

/** Creates a runner that gives each step of one walk to these oracles. */
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
      const states = isBurst(happened) ? listBurstStates(happened) : undefined
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

/** The versions of the past that are possible after a step; if there are none, the findings. */
interface Verdict {
  readonly pasts: readonly OpenOracle[]
  readonly findings: readonly (Finding & { readonly step: Step })[]
  readonly judged: number
  readonly isLost: boolean
}

/** Applies one oracle to a step, with each possible version of the past. Returns findings only if every version leads to one. */
function checkStep(pasts: readonly OpenOracle[], happened: Step | Burst): Verdict {
  const [step] = stepsOf(happened)
  if (step === undefined) return { pasts, findings: [], judged: 0, isLost: false }
  const next: OpenOracle[] = []
  let wrong: readonly Finding[] = []
  let judged = 0
  for (const past of pasts) {
    const after = past.judge(step)
    judged = Math.max(judged, after.judged)
    if (after.findings.length === 0) next.push(...after.next)
    else if (wrong.length === 0 || after.findings.length < wrong.length) wrong = after.findings
  }
  const findings = next.length > 0 ? [] : wrong.map((finding) => ({ ...finding, step }))
  // Equal versions of the past are removed only if the number grew: otherwise the comparison costs more than it saves.
  const different = next.length > pasts.length ? removeDuplicatePasts(next) : next
  return { pasts: different, findings: findings, judged, isLost: different.length > maxPasts }
}

/**
 * Checks every order of concurrent requests, but each intermediate state only once. If no order is correct, reports
 * the findings of the order with the largest number of correct requests.
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
        const there = mergePossiblePasts(reached.get(to), {
          ...verdict,
          judged: here.judged + verdict.judged,
        })
        if (verdict.isLost || there.pasts.length > maxPasts) return { ...there, findings: [], isLost: true }
        reached.set(to, there)
      }
    }
    findings = wrong.sort((one, other) => one.length - other.length)[0] ?? findings
  }
  return { pasts: [], findings, judged: 0, isLost: false }
}

/** The versions of the past that are possible after some of the concurrent requests. */
type Reached = Pick<Verdict, 'pasts' | 'judged'>

/** Merges the possible versions of the past that two orders of concurrent requests lead to. */
function mergePossiblePasts(one: Reached | undefined, other: Reached): Reached {
  if (one === undefined) return other
  return {
    pasts: removeDuplicatePasts([...one.pasts, ...other.pasts]),
    judged: Math.max(one.judged, other.judged),
  }
}

/** Removes duplicates: of several possible versions of the past that are equal, keeps one. */
function removeDuplicatePasts(pasts: readonly OpenOracle[]): readonly OpenOracle[] {
  const different = [...new Set(pasts)]
  if (different.length < 2) return different
  return [...new Map(different.map((past) => [past.text(), past])).values()]
}

/** Lists the steps of concurrent requests. A single step is a list of one. */
export function stepsOf(happened: Step | Burst): readonly Step[] {
  return isBurst(happened) ? happened.lanes.flat().map(({ step }): CallStep => step) : [happened]
}

/** An intermediate state of concurrent requests: the number of finished requests in each lane (a sequence of requests). */
export interface BurstState {
  /** The numbers of finished requests in all lanes (sequences of requests), as text. */
  readonly name: string
  /** The requests that may finish next, each with the name of the state that follows. */
  readonly next: readonly { readonly step: CallStep; readonly to: string }[]
}

/**
 * Lists the intermediate states of all possible orders of concurrent requests; states with fewer finished requests
 * come first. A lane (a sequence of requests) keeps its order. A request comes before those that were sent after its
 * response.
 */
export function listBurstStates({ lanes }: Burst): readonly BurstState[] {
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

/** True if another request must finish before this one, because its response came before this request was sent. */
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
