import type { Answer } from '../../http/answer.ts'
import {
  errorCodeOf,
  expectAnswer,
  expectNoByteOrderMark,
  expectNumberHeader,
  expectThat,
} from '../../http/expect.ts'
import { type Fields, fieldsOf, isObject } from '../../http/fields.ts'
import { showField, showValue } from '../../http/show.ts'
import { type ErrorCode, findErrorCode, statusOf } from '../../http/spec-error.ts'
import type { InvariantRule, Rule } from '../../rule.ts'
import { listStatements } from '../../section.ts'
import { makeResponseRule, type StatedFacts } from '../support/active.ts'
import {
  type EnvelopePart,
  envelopeParts,
  expectEnvelope,
  keyScopesRule,
  readErrorObject,
  readKeyScopes,
} from '../support/error-envelope.ts'
import { rule } from '../support/rules-on.ts'

const operationsWithBody = [
  'validateAddress',
  'createRates',
  'buyLabel',
  'registerTracker',
  'createBatch',
] as const

const isErrorResponse = ({ operation, status }: Answer): boolean => operation !== null && status >= 400

/** Creates a rule about one part of the envelope (the object `error`) of every error response. */
function makeErrorRule({ judge, ...facts }: EnvelopePart): InvariantRule {
  return makeResponseRule({
    about: 'Every response of the thirteen endpoints with a status of 400 or more.',
    ...facts,
    createCheck: () => (answer) => {
      if (!isErrorResponse(answer)) return 'ignored'
      judge(readErrorObject(answer), answer)
      return 'judged'
    },
  })
}

/** Creates a rule about the fields that only the error responses with one error code have. */
function makeErrorCodeRule(
  code: ErrorCode,
  facts: Pick<StatedFacts<InvariantRule>, 'id' | 'judges' | 'title' | 'provokedBy'>,
  judge: (error: Fields, answer: Answer) => void,
): InvariantRule {
  return makeResponseRule({
    about: `Every response with the code ${code}.`,
    ...facts,
    createCheck: () => (answer) => {
      if (!isErrorResponse(answer) || errorCodeOf(answer) !== code || !isObject(answer.json)) return 'ignored'
      judge(fieldsOf(answer.json['error'], 'error', answer), answer)
      return 'judged'
    },
  })
}

export const errorRules: readonly Rule[] = [
  ...envelopeParts.map(makeErrorRule),
  makeResponseRule({
    id: 'ERR-008',
    judges: listStatements({
      ERRORS: [
        4, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62, 64, 66,
        68, 70, 72, 74, 76, 78, 80, 82,
      ],
    }),
    title: 'Every documented error code has its documented status.',
    about: 'Every response of the thirteen endpoints that has a documented code.',
    createCheck: () => (answer) => {
      const code = findErrorCode(errorCodeOf(answer))
      if (answer.operation === null || code === undefined) return 'ignored'
      expectThat(answer.status === statusOf(code), {
        expected: `${statusOf(code)} with ${code}`,
        actual: `${answer.status} with this code`,
        cause: {
          kind: 'wrong-error',
          expected: `${statusOf(code)} ${code}`,
          got: `${answer.status} ${code}`,
        },
        answer,
      })
      return 'judged'
    },
  }),
  makeErrorCodeRule(
    'AUTH.KEY.INSUFFICIENT_SCOPE',
    {
      id: 'ERR-009',
      judges: ['ERRORS-14', 'AUTHENTICATION-29'],
      title: 'An error about a scope names the scope that is needed.',
      provokedBy: ['SCOPE-001', 'SCOPE-201'],
    },
    (error) => {
      error.text('required_scope')
    },
  ),
  makeErrorCodeRule(
    'AUTH.KEY.INSUFFICIENT_SCOPE',
    { ...keyScopesRule, provokedBy: ['SCOPE-001', 'SCOPE-201'] },
    (error, answer) => {
      readKeyScopes(error, answer)
    },
  ),
  makeErrorCodeRule(
    'VALIDATION.FIELD.REQUIRED',
    {
      id: 'ERR-011',
      judges: ['ERRORS-12'],
      title: 'An error about a missing field names the field.',
      provokedBy: ['VAL-001'],
    },
    (error) => {
      error.text('field')
    },
  ),
  makeErrorCodeRule(
    'CARRIER.ERROR.UNKNOWN',
    {
      id: 'ERR-012',
      judges: ['ERRORS-15', 'ENDPOINTS-80'],
      title: 'An unexpected carrier error includes the carrier’s own message.',
      provokedBy: ['CARR-005'],
    },
    (error, answer) => {
      const raw = error.raw('raw_carrier_error')
      const message = typeof raw === 'number' ? String(raw) : raw
      const hasMessage =
        typeof message === 'string' ? message.trim() !== '' : Object.keys(Object(message)).length > 0
      expectThat(hasMessage, {
        expected: 'the message of the carrier in error.raw_carrier_error',
        actual: showField('raw_carrier_error', raw),
        answer,
      })
    },
  ),
  makeErrorCodeRule(
    'ADDRESS.VALIDATION.AMBIGUOUS',
    {
      id: 'ERR-013',
      judges: ['ERRORS-16', 'ENDPOINTS-13'],
      title: 'The error for an ambiguous address has suggestions.',
      provokedBy: ['ADDR-005'],
    },
    (_, answer) => {
      // The specification says neither the name of the list of suggestions nor its place in the response (choices 20).
      expectThat(hasNonEmptyList(answer.json), {
        expected: 'a list of suggestions that is not empty, anywhere in the response',
        actual: `no such list in ${showValue(answer.json)}`,
        answer,
      })
    },
  ),
  makeResponseRule({
    id: 'ERR-014',
    judges: ['LIMITS-18'],
    title: 'Every 429 has the code AUTH.RATE_LIMIT.EXCEEDED.',
    about: 'Every response with the status 429.',
    provokedBy: ['LIMIT-211'],
    createCheck: () => (answer) => {
      if (answer.operation === null || answer.status !== 429) return 'ignored'
      expectNoByteOrderMark(answer)
      expectAnswer(answer, errorCodeOf(answer) === 'AUTH.RATE_LIMIT.EXCEEDED', '429 AUTH.RATE_LIMIT.EXCEEDED')
      return 'judged'
    },
  }),
  makeResponseRule({
    id: 'ERR-015',
    judges: ['ERRORS-17', 'LIMITS-19'],
    title: 'Every 429 has the seconds to wait in Retry-After.',
    about: 'Every response with the status 429.',
    provokedBy: ['LIMIT-211'],
    createCheck: () => (answer) => {
      if (answer.operation === null || answer.status !== 429) return 'ignored'
      expectNumberHeader(answer, 'Retry-After')
      return 'judged'
    },
  }),
  rule('ERR-016', 'A body that is not JSON is refused with the standard error envelope.')
    .with({ buysNothing: true })
    .judges('ERRORS-1', 'CONVENTIONS-2')
    .by(async (t) => {
      await t.setup.rates()
      for (const operation of operationsWithBody) {
        expectEnvelope(await t.call(operation, { body: '{"name": ' }))
      }
    }),
  rule('ERR-017', 'A path that does not exist is refused with the standard error envelope.')
    .judges('ERRORS-1')
    .by(async (t) => {
      await t.setup.works('The wallet', t.call('getWallet'))
      expectEnvelope(await t.send({ method: 'GET', path: '/v1/nothing-is-here', key: 'test' }))
    }),
]

/** Returns true if a value contains, at any depth, a list with at least one entry and no empty entry. */
function hasNonEmptyList(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isNonEmptyEntry)
  return isObject(value) && Object.values(value).some(hasNonEmptyList)
}

function isNonEmptyEntry(value: unknown): boolean {
  if (value === null || value === '') return false
  return typeof value !== 'object' || Object.values(value).some(isNonEmptyEntry)
}
