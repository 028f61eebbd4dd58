import type { Answer } from '../../http/answer.ts'
import { errorCodeOf } from '../../http/expect.ts'
import { isObject } from '../../http/fields.ts'
import { showField } from '../../http/show.ts'
import { type ErrorCode, errorCodes, findErrorCode, statusOf } from '../../http/spec-error.ts'
import type { StatementId } from '../../section.ts'
import { hasSucceeded } from '../response-fields.ts'
import type { CallStep, WalkOperation } from '../step.ts'
import { type FaultState, outcomeOf } from './fault-state.ts'
import { Checks, ignored, type Verdict } from './oracle.ts'
import { canAsk, describeResponse, refusalOf } from './ownership.ts'

/** Checks that a request with an unknown id gets this error. */
export function afterUnknownId<Memory extends { readonly faultState: FaultState }>(
  memory: Memory,
  step: CallStep,
  by: { readonly id: string; readonly code: ErrorCode; readonly statement: StatementId },
): Verdict<Memory> {
  const { id, code, statement } = by
  if (!canAsk(step) || outcomeOf(memory.faultState, step) === 'unsure') return ignored(memory)
  const found = refusalOf(step)
  const checks = new Checks()
  // The service may refuse an id of another form as invalid.
  if (hasSucceeded(step.answer) || (found !== undefined && found !== 'VALIDATION.FIELD.INVALID')) {
    checks.that(statement, found === code, () => ({
      expected: `${statusOf(code)} ${code}`,
      seen: found ?? 'a success',
      why: `no response has contained the id ${id}`,
    }))
  }
  return checks.verdict(memory)
}

const texts = [
  ['message', 'ERRORS-5'],
  ['suggestion', 'ERRORS-6'],
  ['docs_url', 'ERRORS-8'],
] as const

const codeShape = /^[A-Z][A-Z0-9_]*(?:\.[A-Z][A-Z0-9_]*)+$/

/** Checks the envelope of an error, whether its code can occur here, and the fields that this code adds. */
export function checkError(checks: Checks, step: CallStep, answer: Answer): void {
  const error = isObject(answer.json) ? answer.json['error'] : undefined
  checks.that('ERRORS-1', isObject(error), () => ({
    expected: 'an error object in the body',
    seen: describeResponse(answer),
    why: `a status of ${answer.status} is an error, and every error has the envelope`,
  }))
  if (!isObject(error)) return
  for (const [name, statement] of texts) {
    const value = error[name]
    const isGood = typeof value === 'string' && value !== '' && (name !== 'docs_url' || isUrl(value))
    checks.that(statement, isGood, () => ({
      expected: `error.${name}, ${name === 'docs_url' ? 'a URL' : 'a text'}`,
      seen: showField(name, value),
      why: `every error has it, also ${describeResponse(answer)}`,
    }))
  }
  checkErrorId(checks, error['request_id'], answer)
  checkCode(checks, step, answer)
  checkExtras(checks, error, answer)
}

function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text)
}

function checkErrorId(checks: Checks, id: unknown, { headers }: Answer): void {
  checks.that('ERRORS-10', typeof id === 'string' && /^req_.+/.test(id), () => ({
    expected: 'error.request_id that begins with req_',
    seen: showField('request_id', id),
    why: 'every error has it in this form',
  }))
  const header = headers['x-request-id']
  checks.that('ERRORS-11', id === header, () => ({
    expected: `error.request_id ${header}`,
    seen: showField('request_id', id),
    why: 'it is the same as in the header X-Request-Id',
  }))
}

function checkCode(checks: Checks, { operation }: CallStep, answer: Answer): void {
  const code = errorCodeOf(answer)
  checks.that('ERRORS-3', typeof code === 'string' && codeShape.test(code), () => ({
    expected: 'error.code of the form RESOURCE.CATEGORY.SPECIFIC',
    seen: showField('code', code),
    why: 'every error has one',
  }))
  const known = findErrorCode(code)
  if (known === undefined) return
  checks.that(statusStatement(known), answer.status === statusOf(known), () => ({
    expected: `the status ${statusOf(known)}`,
    seen: describeResponse(answer),
    why: `${known} is documented with it`,
  }))
  const condition = conditions[known]
  if (condition === undefined) return
  checks.that(condition.statement, condition.at.includes(operation), () => ({
    expected: `no ${known} from ${operation}`,
    seen: describeResponse(answer),
    why: `it means that ${condition.where}, which is impossible here`,
  }))
}

/**
 * Returns the statement on a code's status. Under Errors each code has one, in the order of the table, and next to it one on
 * its condition.
 */
function statusStatement(code: ErrorCode): StatementId {
  return `ERRORS-${18 + 2 * errorCodes.indexOf(code)}`
}

interface Condition {
  readonly statement: StatementId
  readonly where: string
  readonly at: readonly WalkOperation[]
}

/** Codes that only some operations can return. A code that any operation can return is never wrong. */
const conditions: Readonly<Partial<Record<ErrorCode, Condition>>> = {
  'RATE.EXPIRED': {
    statement: 'ERRORS-37',
    where: 'a rate is bought too late',
    at: ['buyLabel', 'createBatch', 'buyBatch'],
  },
  'RATE.NOT_FOUND': {
    statement: 'ERRORS-39',
    where: 'no rate has the id',
    at: ['buyLabel', 'createBatch', 'buyBatch'],
  },
  'LABEL.VOID.INELIGIBLE': {
    statement: 'ERRORS-49',
    where: 'a void comes after the scan',
    at: ['voidLabel'],
  },
  'LABEL.VOID.ALREADY_REQUESTED': {
    statement: 'ERRORS-51',
    where: 'a void is pending',
    at: ['voidLabel'],
  },
  'LABEL.NOT_FOUND': {
    statement: 'ERRORS-53',
    where: 'no label has the id',
    at: ['getLabel', 'voidLabel', 'downloadLabel'],
  },
  'LABEL.CREATION.FAILED': {
    statement: 'ERRORS-55',
    where: 'the creation of a label fails',
    at: ['buyLabel', 'buyBatch', 'createBatch'],
  },
  'WALLET.INSUFFICIENT_BALANCE': {
    statement: 'ERRORS-57',
    where: 'the wallet holds too little',
    at: ['buyLabel', 'createBatch', 'buyBatch'],
  },
  'WALLET.PAYMENT.FAILED': {
    statement: 'ERRORS-59',
    where: 'the card was declined',
    at: ['buyLabel', 'createBatch', 'buyBatch'],
  },
  'WALLET.PAYMENT_METHOD.MISSING': {
    statement: 'ERRORS-61',
    where: 'there is no card',
    at: ['buyLabel', 'createBatch', 'buyBatch'],
  },
  'BATCH.SIZE.EXCEEDED': {
    statement: 'ERRORS-69',
    where: 'a batch has too many items',
    at: ['createBatch'],
  },
  'BATCH.ITEMS.REQUIRED': {
    statement: 'ERRORS-71',
    where: 'a batch has no items',
    at: ['createBatch'],
  },
  'BATCH.NOT_FOUND': {
    statement: 'ERRORS-73',
    where: 'no batch has the id',
    at: ['getBatch', 'buyBatch'],
  },
  'BATCH.ALREADY_PROCESSING': {
    statement: 'ERRORS-75',
    where: 'an active batch is bought',
    at: ['buyBatch'],
  },
  'ADDRESS.VALIDATION.SERVICE_ERROR': {
    statement: 'ERRORS-81',
    where: 'the service behind validation is down',
    at: ['validateAddress', 'createRates', 'buyLabel', 'createBatch', 'buyBatch'],
  },
  'TRACKER.NOT_FOUND': {
    statement: 'ERRORS-83',
    where: 'no tracker has the id',
    at: ['getTracker'],
  },
}

function checkExtras(checks: Checks, error: Readonly<Record<string, unknown>>, answer: Answer): void {
  switch (errorCodeOf(answer)) {
    case 'VALIDATION.FIELD.REQUIRED':
      checks.that('ERRORS-12', typeof error['field'] === 'string' && error['field'] !== '', () => ({
        expected: 'error.field, a text',
        seen: showField('field', error['field']),
        why: 'it names the missing field',
      }))
      return
    case 'CARRIER.ERROR.UNKNOWN':
      checks.that('ERRORS-15', isNonEmpty(error['raw_carrier_error']), () => ({
        expected: "error.raw_carrier_error with the carrier's error",
        seen: showField('raw_carrier_error', error['raw_carrier_error']),
        why: 'this code requires it',
      }))
      return
    case 'ADDRESS.VALIDATION.AMBIGUOUS':
      checks.that('ERRORS-16', hasFilledList(answer.json), () => ({
        expected: 'a list of suggestions in the response',
        seen: 'no list with entries',
        why: 'several addresses match, and the response lists them',
      }))
      return
    case 'AUTH.RATE_LIMIT.EXCEEDED': {
      const wait = answer.headers['retry-after']
      checks.that('ERRORS-17', wait !== undefined && /^\d+$/.test(wait), () => ({
        expected: 'Retry-After in seconds',
        seen: wait ?? 'no Retry-After',
        why: 'a 429 says how long to wait',
      }))
      return
    }
  }
}

function isNonEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  return typeof value !== 'object' || Object.values(value).some(isNonEmpty)
}

function hasFilledList(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isNonEmpty)
  return isObject(value) && Object.values(value).some(hasFilledList)
}
