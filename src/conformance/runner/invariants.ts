import type { Answer } from '../http/answer.ts'
import { errorCodeOf, isSuccess } from '../http/expect.ts'
import { RuleBroken } from '../http/failures.ts'
import { isObject } from '../http/fields.ts'
import { type OperationName, operationOf } from '../http/operation.ts'
import type { Observation } from '../report/report.ts'
import type { InvariantRule, ResponseCheck, RuleId } from '../rule.ts'
import type { Outcome } from './outcome.ts'

/** The result of one rule that checks every response of a conformance run. */
export interface InvariantVerdict {
  readonly judged: number
  readonly broken: RuleBroken | undefined
  /** The error that the code of the rule threw by mistake, which shows nothing about the target; undefined if there was none. */
  readonly error: unknown
}

/** Applies the invariant rules (rules that check every response) to the responses of a run. */
export interface Invariants {
  checkResponse(answer: Answer): void
  getVerdict(id: RuleId): InvariantVerdict
  /**
   * Returns which responses a run still lacks to prove anything; undefined if it lacks none. It needs a successful JSON
   * response and two different error codes, since a target may give every request the same response.
   */
  describeMissingContrast(): string | undefined
}

/** Creates the checks of the invariant rules (rules that check every response) for one run. */
export function createInvariants(rules: readonly InvariantRule[]): Invariants {
  const checks = rules.map((rule) => ({ rule, check: rule.createCheck(), state: createRuleState() }))
  const codes = new Set<unknown>()
  let successes = 0
  return {
    checkResponse: (answer) => {
      if (isSuccess(answer) && typeof answer.json === 'object' && answer.json !== null) successes += 1
      const code = errorCodeOf(answer)
      if (code !== undefined && !isSuccess(answer)) codes.add(code)
      for (const { check, state } of checks) state.runCheck(check, answer)
    },
    getVerdict: (id) => {
      const found = checks.find(({ rule }) => rule.id === id)
      if (found === undefined) throw new Error(`${id} is not checked in this run.`)
      return found.state
    },
    describeMissingContrast: () => {
      if (successes === 0) return 'no request succeeded'
      if (codes.size < 2) return 'the target sent fewer than two different error codes'
      return undefined
    },
  }
}

function createRuleState() {
  const state = {
    judged: 0,
    broken: undefined as RuleBroken | undefined,
    error: undefined as unknown,
    runCheck(check: ResponseCheck, answer: Answer): void {
      // The report shows only the first failure of a rule, so later failures are ignored.
      if (state.broken !== undefined) return
      try {
        if (check(answer) === 'judged') state.judged += 1
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

/** Creates the outcome of a rule that checks every response, at the end of the run. */
export function createInvariantOutcome(rule: InvariantRule, invariants: Invariants): Outcome {
  const { judged, broken, error } = invariants.getVerdict(rule.id)
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
  if (judged === 0)
    return { ...notObserved, reason: 'No response of this run was of the kind that the rule checks.' }
  const missing = invariants.describeMissingContrast()
  if (missing !== undefined) {
    return {
      ...notObserved,
      reason: `The result proves nothing on a target that gives every request the same response: ${missing}.`,
    }
  }
  return { status: 'passed', judged }
}

/** Records what the target does where the specification leaves a choice, so that a comparison of two reports shows differences. */
export interface Observer {
  recordResponse(answer: Answer): void
  recordObservation(topic: string, value: unknown): void
  listObservations(): readonly Observation[]
}

/** The operations for which the specification does not name every field of the response. */
const openBodies: readonly OperationName[] = [
  'validateAddress',
  'getLabel',
  'voidLabel',
  'registerTracker',
  'getTracker',
  'listCarrierAccounts',
  'buyBatch',
  'getBatch',
  'getWallet',
  'listDeliveries',
]

/** Creates an observer that has recorded nothing yet. */
export function createObserver(): Observer {
  const seen = new Map<string, Set<string>>()
  const notes = new Map<string, unknown>()
  const addObservation = (topic: string, ...values: readonly string[]): void => {
    const known = seen.get(topic) ?? new Set()
    for (const value of values) known.add(value)
    seen.set(topic, known)
  }
  const observeFields = (topic: string, value: unknown): void => {
    if (isObject(value)) addObservation(topic, ...Object.keys(value))
  }
  const recordSuccess = (answer: Answer, name: OperationName): void => {
    const { endpoint } = operationOf(name)
    addObservation(`success status of ${endpoint}`, String(answer.status))
    const { json } = answer
    if (openBodies.includes(name)) observeFields(`fields of ${endpoint}`, json)
    const observeEntries = (field: string, list: unknown): void => {
      if (!Array.isArray(list) || field === 'rates' || field === 'items') return
      for (const each of list.slice(0, 20))
        observeFields(`fields of ${field || 'an entry'} in ${endpoint}`, each)
    }
    if (isObject(json)) for (const field of Object.keys(json)) observeEntries(field, json[field])
    else observeEntries('', json)
  }
  return {
    recordObservation: (topic, value) => {
      notes.set(topic, value)
    },
    recordResponse: (answer) => {
      if (answer.operation !== null && isSuccess(answer)) recordSuccess(answer, answer.operation)
      if (answer.request.path.endsWith('/download') && answer.status === 200) {
        addObservation("media type of a label's PDF", answer.headers['content-type'] ?? 'none')
        addObservation("limit of a label's download", answer.headers['x-ratelimit-limit'] ?? 'none')
      }
    },
    listObservations: () =>
      [
        ...[...seen].map(([topic, values]) => ({ topic, value: [...values].sort() })),
        ...[...notes].map(([topic, value]) => ({ topic, value })),
      ].sort((a, b) => a.topic.localeCompare(b.topic)),
  }
}
