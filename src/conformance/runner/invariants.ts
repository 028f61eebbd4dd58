import type { Answer } from '../http/answer.ts'
import { errorCodeOf, isSuccess } from '../http/expect.ts'
import { RuleBroken } from '../http/failures.ts'
import type { InvariantRule, Judge, RuleId } from '../rule.ts'

/** What the answers of a run showed of one rule. */
export interface InvariantVerdict {
  readonly judged: number
  readonly broken: RuleBroken | undefined
  /** The error with which the judge itself failed; undefined if it did not. */
  readonly error: unknown
}

/** Judges every answer of a run by all rules about answers. */
export interface Invariants {
  judge(answer: Answer): void
  verdict(id: RuleId): InvariantVerdict
  /**
   * What is missing for these rules to prove anything; undefined if nothing is. There must have been a success with JSON
   * and two different error codes, as a target that gives the same answer to everything proves nothing.
   */
  missingContrast(): string | undefined
}

/** Opens the judges of all rules about answers. */
export function openInvariants(rules: readonly InvariantRule[]): Invariants {
  const judges = rules.map((rule) => ({ rule, judge: rule.open(), state: openState() }))
  const codes = new Set<unknown>()
  let successes = 0
  return {
    judge: (answer) => {
      if (isSuccess(answer) && typeof answer.json === 'object' && answer.json !== null) successes += 1
      const code = errorCodeOf(answer)
      if (code !== undefined && !isSuccess(answer)) codes.add(code)
      for (const { judge, state } of judges) state.apply(judge, answer)
    },
    verdict: (id) => {
      const found = judges.find(({ rule }) => rule.id === id)
      if (found === undefined) throw new Error(`${id} is not judged in this run.`)
      return found.state
    },
    missingContrast: () => {
      if (successes === 0) return 'no request succeeded'
      if (codes.size < 2) return 'fewer than two different errors were seen'
      return undefined
    },
  }
}

function openState() {
  const state = {
    judged: 0,
    broken: undefined as RuleBroken | undefined,
    error: undefined as unknown,
    apply(judge: Judge, answer: Answer): void {
      // Only the first failure is reported.
      if (state.broken !== undefined) return
      try {
        if (judge(answer) === 'judged') state.judged += 1
      } catch (error) {
        if (error instanceof RuleBroken) {
          state.judged += 1
          state.broken = new RuleBroken({
            expected: error.expected,
            actual: error.actual,
            answer,
            cause: error.cause,
          })
        } else {
          state.error ??= error
        }
      }
    },
  }
  return state
}
