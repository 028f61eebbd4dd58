import operations from '../../../../fixtures/spec/operations.json' with { type: 'json' }
import type { Answer } from '../../http/answer.ts'
import { errorCodeOf } from '../../http/expect.ts'
import { isObject } from '../../http/fields.ts'
import { type ErrorCode, errorCodes, findErrorCode, statusOf } from '../../http/spec-error.ts'
import type { StatementId } from '../../section.ts'
import { hasSucceeded, isUrl } from '../response-fields.ts'
import type { CallStep, WalkOperation } from '../step.ts'
import { type FaultState, outcomeOf } from './fault-state.ts'
import { Checks, ignoreStep, type Verdict } from './oracle.ts'
import { describeResponse, findNonKeyErrorCode, hasSufficientKey } from './ownership.ts'

/**
 * Returns the statement of the specification about the status of an error code. The section Errors has two statements
 * for each code, in the order of its table: one on the status, then one on the condition.
 */
const findStatusStatement = (code: ErrorCode): StatementId => `ERRORS-${18 + 2 * errorCodes.indexOf(code)}`

/** Returns the statement of the specification about the condition in which an error code is returned. */
export const findConditionStatement = (code: ErrorCode): StatementId =>
  `ERRORS-${19 + 2 * errorCodes.indexOf(code)}`

/** The error for an unknown id at each operation, and the statement of the specification that requires it. */
export const notFoundErrors = {
  buyLabel: ['RATE.NOT_FOUND', 'ENDPOINTS-37'],
  getLabel: ['LABEL.NOT_FOUND', 'ENDPOINTS-54'],
  downloadLabel: ['LABEL.NOT_FOUND', 'ERRORS-53'],
  voidLabel: ['LABEL.NOT_FOUND', 'ENDPOINTS-59'],
  getBatch: ['BATCH.NOT_FOUND', 'ENDPOINTS-96'],
  buyBatch: ['BATCH.NOT_FOUND', 'ENDPOINTS-91'],
  getTracker: ['TRACKER.NOT_FOUND', 'ENDPOINTS-69'],
} as const satisfies Partial<Record<WalkOperation, readonly [ErrorCode, StatementId]>>

/** Checks that a request with an unknown id gets the documented error. */
export function judgeUnknownId<Memory extends { readonly faultState: FaultState }>(
  memory: Memory,
  step: CallStep,
  id: string,
  [code, statement]: readonly [ErrorCode, StatementId],
): Verdict<Memory> {
  if (!hasSufficientKey(step) || outcomeOf(memory.faultState, step) === 'unsure') return ignoreStep(memory)
  const found = findNonKeyErrorCode(step)
  const checks = new Checks()
  // The service may also refuse an id of a wrong form as invalid.
  if (hasSucceeded(step.answer) || (found !== undefined && found !== 'VALIDATION.FIELD.INVALID')) {
    checks.error(statement, code, found ?? 'a success', `no response has contained the id ${id}`)
  }
  return checks.verdict(memory)
}

const textFields = [
  ['message', 'ERRORS-5', 'a text'],
  ['suggestion', 'ERRORS-6', 'a text'],
  ['docs_url', 'ERRORS-8', 'a URL'],
] as const

const codeShape = /^[A-Z][A-Z0-9_]*(?:\.[A-Z][A-Z0-9_]*)+$/

/** Checks an error response: its envelope, that the operation can return its code, and the fields that only this code has. */
export function checkError(checks: Checks, step: CallStep, answer: Answer): void {
  const error = isObject(answer.json) ? answer.json['error'] : undefined
  checks.that('ERRORS-1', isObject(error), () => ({
    expected: 'an error object in the body',
    seen: describeResponse(answer),
    why: `a status of ${answer.status} is an error, and the body of every error has an error object`,
  }))
  if (!isObject(error)) return
  for (const [name, statement, what] of textFields) {
    const value = error[name]
    const isGood = isText(value) && (name !== 'docs_url' || isUrl(value))
    const why = `every error has this field, and the response was ${describeResponse(answer)}`
    checks.field(statement, [`error.${name}`, value], isGood, `to be ${what}`, why)
  }
  checkErrorRequestId(checks, error['request_id'], answer)
  checkErrorCode(checks, step, answer)
  checkAdditionalFields(checks, error, answer)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function checkErrorRequestId(checks: Checks, id: unknown, { headers }: Answer): void {
  const field = ['error.request_id', id] as const
  const hasForm = typeof id === 'string' && /^req_.+/.test(id)
  checks.field('ERRORS-10', field, hasForm, 'to begin with req_', 'every error has a request id of this form')
  const header = headers['x-request-id']
  checks.field('ERRORS-11', field, id === header, header, 'error.request_id equals the header X-Request-Id')
}

/** Checks the form of an error code, its status, and that the operation can return it. */
function checkErrorCode(checks: Checks, { operation }: CallStep, answer: Answer): void {
  const code = errorCodeOf(answer)
  const hasForm = typeof code === 'string' && codeShape.test(code)
  const form = 'of the form RESOURCE.CATEGORY.SPECIFIC'
  checks.field('ERRORS-3', ['error.code', code], hasForm, form, 'every error has a code of this form')
  const known = findErrorCode(code)
  if (known === undefined) return
  checks.that(findStatusStatement(known), answer.status === statusOf(known), () => ({
    expected: `the status ${statusOf(known)}`,
    seen: describeResponse(answer),
    why: `the specification gives ${known} this status`,
  }))
  if (!codesOfSomeOperations.test(known)) return
  checks.that(findConditionStatement(known), canOperationReturn(operation, known), () => ({
    expected: `no ${known} from ${operation}`,
    seen: describeResponse(answer),
    why: `the condition of this error cannot occur at ${operation}`,
  }))
}

/** Error codes that only some operations can return. A code that is missing here can come from every operation. */
const codesOfSomeOperations =
  /^(?:RATE\.(?:EXPIRED|NOT_FOUND)|LABEL\.(?:VOID|NOT_FOUND|CREATION)|WALLET|BATCH|TRACKER|ADDRESS\.VALIDATION\.SERVICE_ERROR)\b/

/** Returns true if the specification allows this error code at an operation. */
function canOperationReturn(operation: WalkOperation, code: ErrorCode): boolean {
  if (operation === 'downloadLabel') return canOperationReturn('getLabel', code)
  const stated: readonly string[] = operations[operation].errors
  if (stated.includes(code)) return true
  // Buying a batch buys labels, so it can return the errors of a label purchase.
  if (operation === 'createBatch' || operation === 'buyBatch') return canOperationReturn('buyLabel', code)
  return ['createRates', 'buyLabel'].includes(operation) && code === 'ADDRESS.VALIDATION.SERVICE_ERROR'
}

/** Checks the fields and headers that an error must have because of its code. */
function checkAdditionalFields(
  checks: Checks,
  error: Readonly<Record<string, unknown>>,
  answer: Answer,
): void {
  const { field, raw_carrier_error: raw } = error
  const wait = answer.headers['retry-after']
  switch (errorCodeOf(answer)) {
    case 'VALIDATION.FIELD.REQUIRED':
      checks.field('ERRORS-12', ['error.field', field], isText(field), 'to be a text', 'it names the field')
      return
    case 'CARRIER.ERROR.UNKNOWN':
      checks.field(
        'ERRORS-15',
        ['error.raw_carrier_error', raw],
        isNonEmpty(raw),
        "with the carrier's error",
        'this code requires it',
      )
      return
    case 'ADDRESS.VALIDATION.AMBIGUOUS':
      checks.that('ERRORS-16', containsNonEmptyList(answer.json), () => ({
        expected: 'a list of suggestions in the response',
        seen: 'no list with entries',
        why: 'several addresses match, and the response lists them',
      }))
      return
    case 'AUTH.RATE_LIMIT.EXCEEDED':
      checks.that('ERRORS-17', wait !== undefined && /^\d+$/.test(wait), () => ({
        expected: 'Retry-After in seconds',
        seen: wait ?? 'no Retry-After',
        why: 'a 429 says how long to wait',
      }))
      return
  }
}

/** Returns true for a value that contains something: a number, a boolean, a text, or an object or list with such a value. */
function isNonEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  return typeof value !== 'object' || Object.values(value).some(isNonEmpty)
}

/** Returns true if a list at any depth of the value has an entry that is not empty. */
function containsNonEmptyList(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isNonEmpty)
  return isObject(value) && Object.values(value).some(containsNonEmptyList)
}
