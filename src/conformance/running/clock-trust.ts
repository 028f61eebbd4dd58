import type { ActiveRule } from '../rule.ts'
import { type ClockProblem, clockCheck } from './clock-check.ts'

/** Whether the control protocol moves time as it says. One for a run. */
export interface ClockTrust {
  /** A rule has moved time. */
  moved(ruleId: string): void
  hasMoved(ruleId: string): boolean
  /** What is known to be wrong. */
  problem(): ClockProblem | undefined
  /** Finds out, once for all; `carryOut` never throws. Whoever comes while it is being found out waits by `aside`. */
  find(
    carryOut: (check: ActiveRule) => Promise<unknown>,
    aside: <Value>(wait: () => Promise<Value>) => Promise<Value>,
  ): Promise<ClockProblem | undefined>
}

export function openClockTrust(): ClockTrust {
  const movers = new Set<string>()
  let known: ClockProblem | undefined
  let finding: Promise<unknown> | undefined
  let isFound = false
  return {
    moved: (ruleId) => {
      movers.add(ruleId)
    },
    hasMoved: (ruleId) => movers.has(ruleId),
    problem: () => known,
    find: async (carryOut, aside) => {
      const under = finding
      if (isFound) return known
      if (under !== undefined) {
        // The check leaves its slot as it waits: if all who wait for it kept theirs, it would never go on.
        await aside(() => under)
        return known
      }
      finding = carryOut(
        clockCheck((problem) => {
          known = problem
        }),
      )
      await finding
      isFound = true
      return known
    },
  }
}

/** Whether a rule cannot be judged without a clock that can be moved. */
export function needsClock({ needs }: ActiveRule): boolean {
  return needs.flat().some((need) => need === 'control:clock' || typeof need === 'object')
}
