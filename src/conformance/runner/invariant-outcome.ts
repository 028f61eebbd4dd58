import type { InvariantRule } from '../rule.ts'
import type { Invariants } from './invariants.ts'
import type { Outcome } from './outcome.ts'

/** The outcome of a rule about every answer, at the end of the run. */
export function invariantOutcome(rule: InvariantRule, invariants: Invariants): Outcome {
  const { judged, broken, error } = invariants.verdict(rule.id)
  if (broken !== undefined) {
    const { expected, actual, answer, cause } = broken
    return {
      status: 'failed',
      expected,
      actual,
      cause,
      judged,
      ...(answer !== undefined && { exchanges: [answer.exchange.show()], sentBy: answer.ruleId }),
    }
  }
  if (error !== undefined)
    return { status: 'errored', reason: `The harness failed: ${String(error)}`, judged }
  const notObserved = { status: 'skipped', reasonKind: 'not_observed', judged } as const
  if (judged === 0) return { ...notObserved, reason: 'No answer of this run was of the kind it judges.' }
  const missing = invariants.missingContrast()
  if (missing !== undefined) {
    return { ...notObserved, reason: `Proves nothing on a target that answers everything alike: ${missing}.` }
  }
  return { status: 'passed', judged }
}
