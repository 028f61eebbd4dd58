import type { ActiveRule } from '../rule.ts'
import { type ClockProblem, clockCheck } from './clock-check.ts'

/** Knows whether the control protocol moves time as it says. One for a run. */
export interface ClockTrust {
  /** Notes that a rule has moved the clock. */
  moved(ruleId: string): void
  hasMoved(ruleId: string): boolean
  /** The known problem; undefined if none is known. */
  problem(): ClockProblem | undefined
  /** Checks the clock once for the run; `carryOut` must not throw. Others that ask meanwhile wait within `aside`. */
  find(
    carryOut: (check: ActiveRule) => Promise<unknown>,
    aside: <Value>(wait: () => Promise<Value>) => Promise<Value>,
  ): Promise<ClockProblem | undefined>
}

/** Opens the trust of a run in the clock, without a check. */
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
        // The check gives up its slot while it waits. If all that wait for it kept theirs, it would never get one back.
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
