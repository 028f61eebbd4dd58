import type { Answer } from '../../http/answer.ts'
import { checkError } from './error-responses.ts'
import { type FaultState, mayComeFromFault, noFaults, withUpdatedFaults } from './fault-state.ts'
import { Checks, ignoreStep, type Oracle } from './oracle.ts'
import { describeResponse } from './ownership.ts'

interface Memory {
  /** The request ids of all responses, sorted, so that the order of responses does not matter. */
  readonly ids: readonly string[]
  readonly faultState: FaultState
}

/** Checks in random walks that every response has a request id, rate-limit headers and JSON, and every error the envelope. */
export const responses: Oracle<Memory> = {
  group: 'EXPL-010',
  start: { ids: [], faultState: noFaults },
  judge: (before, step) => {
    const memory = withUpdatedFaults(before, step)
    if (step.kind !== 'call') return ignoreStep(memory)
    const { answer } = step
    if (answer === undefined || mayComeFromFault(memory.faultState, step)) return ignoreStep(memory)
    const checks = new Checks()
    const id = checkRequestId(checks, memory, answer)
    checkLimitHeaders(checks, answer)
    if (step.operation !== 'downloadLabel') checkJsonBody(checks, answer)
    if (answer.status >= 400) checkError(checks, step, answer)
    return checks.verdict(id === undefined ? memory : { ...memory, ids: withRequestId(memory.ids, id) })
  },
}

/** Adds a request id to the sorted list. */
function withRequestId(ids: readonly string[], id: string): readonly string[] {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle] ?? '') < id) low = middle + 1
    else high = middle
  }
  return [...ids.slice(0, low), id, ...ids.slice(low)]
}

/** Checks that a response has a request id which no earlier response had. Returns the id; undefined if there is none. */
function checkRequestId(checks: Checks, { ids }: Memory, answer: Answer): string | undefined {
  const id = answer.headers['x-request-id']
  checks.that('LIMITS-25', id !== undefined && id !== '', () => ({
    expected: 'an X-Request-Id',
    seen: `${id === undefined ? 'none' : 'an empty one'}, with ${describeResponse(answer)}`,
    why: 'every response has a request id',
  }))
  if (id === undefined || id === '') return undefined
  checks.that('LIMITS-26', !ids.includes(id), () => ({
    expected: 'a unique X-Request-Id',
    seen: `${id}, which an earlier response had`,
    why: 'a request id is unique per request',
  }))
  return id
}

const limitHeaders = [
  ['X-RateLimit-Limit', 'LIMITS-21'],
  ['X-RateLimit-Remaining', 'LIMITS-22'],
  ['X-RateLimit-Reset', 'LIMITS-23'],
] as const

/** Checks that the three rate-limit headers of a response are whole numbers, and that the remaining requests do not exceed the limit. */
function checkLimitHeaders(checks: Checks, answer: Answer): void {
  const numbers = limitHeaders.map(([name, statement]) => {
    const value = answer.headers[name.toLowerCase()]
    const isNumber = value !== undefined && /^\d+$/.test(value)
    checks.that(value === undefined ? 'ENDPOINTS-3' : statement, isNumber, () => ({
      expected: `a whole number in ${name}`,
      seen: `${value === undefined ? 'no such header' : `"${value}"`}, with ${describeResponse(answer)}`,
      why: 'every response has the three rate-limit headers',
    }))
    return isNumber ? Number(value) : undefined
  })
  const [limit, left, reset] = numbers
  if (limit !== undefined && left !== undefined) {
    checks.that('LIMITS-22', limit > 0 && left <= limit, () => ({
      expected: 'a limit above 0, and at most that many requests left',
      seen: `${left} left of ${limit}`,
      why: 'the remainder is part of the limit',
    }))
  }
  if (reset !== undefined) {
    // Accepts the years 2001 to 5138, which excludes durations and milliseconds.
    checks.that('LIMITS-23', reset > 1e9 && reset < 1e11, () => ({
      expected: 'a Unix timestamp in seconds in X-RateLimit-Reset',
      seen: `X-RateLimit-Reset ${reset}`,
      why: 'the header says when the window resets',
    }))
  }
}

function checkJsonBody(checks: Checks, answer: Answer): void {
  // The specification does not say for each success whether it has a body.
  if (answer.text === '' && answer.status < 300) return
  if (answer.status >= 300 && answer.status < 400) return
  checks.that('CONVENTIONS-3', answer.json !== undefined, () => ({
    expected: 'a JSON body',
    seen: answer.text === '' ? `an empty body with ${answer.status}` : `"${answer.text.slice(0, 80)}"`,
    why: 'request and response bodies are JSON',
  }))
}
