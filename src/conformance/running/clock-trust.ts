import type { ActiveRule } from '../rule.ts'
import { type ClockProblem, clockCheck } from './clock-check.ts'

/** Whether the control protocol moves time as it says. One for a run. */
export interface ClockTrust {
  /** A rule has moved time. */
  moved(ruleId: string): void
  hasMoved(ruleId: string): boolean
  /** What is known to be wrong. */
  problem(): ClockProblem | undefined
  /** Finds out, once for all; `carryOut` never throws. */
  find(carryOut: (check: ActiveRule) => Promise<unknown>): Promise<ClockProblem | undefined>
}

export function openClockTrust(): ClockTrust {
  const movers = new Set<string>()
  let known: ClockProblem | undefined
  let finding: Promise<unknown> | undefined
  return {
    moved: (ruleId) => {
      movers.add(ruleId)
    },
    hasMoved: (ruleId) => movers.has(ruleId),
    problem: () => known,
    find: async (carryOut) => {
      finding ??= carryOut(
        clockCheck((problem) => {
          known = problem
        }),
      )
      await finding
      return known
    },
  }
}

/** Whether a rule cannot be judged without a clock that can be moved. */
export function needsClock({ needs }: ActiveRule): boolean {
  return needs.flat().some((need) => need === 'control:clock' || typeof need === 'object')
}
