import type { InvariantRule, Rule } from '../../rule.ts'
import type { Answer } from '../../wire/answer.ts'
import { brokenRule, endpointOf } from '../../wire/cause.ts'
import {
  errorCodeOf,
  expectNoByteOrderMark,
  expectThat,
  isSuccess,
  judgeAs,
  statusAndCode,
  summary,
} from '../../wire/expect.ts'
import { type Fields, fieldsOf, isObject } from '../../wire/fields.ts'
import { expectNumberHeader } from '../../wire/header.ts'
import { show, showField } from '../../wire/show.ts'
import { type ErrorCode, findErrorCode, statusOf } from '../../wire/spec-error.ts'
import { active } from '../support/active.ts'

const takesBody = ['validateAddress', 'createRates', 'buyLabel', 'registerTracker', 'createBatch'] as const

const isError = ({ operation, status }: Answer): boolean => operation !== null && status >= 400

function errorIn(answer: Answer): Fields {
  expectNoByteOrderMark(answer)
  return fieldsOf(isObject(answer.json) ? answer.json['error'] : undefined, 'error', answer)
}

/** A part of the envelope. */
interface Part extends Pick<InvariantRule, 'id' | 'title'> {
  readonly judge: (error: Fields, answer: Answer) => void
}

/** A rule about the envelope of every error. */
function everyError({ judge, ...facts }: Part): InvariantRule {
  return {
    kind: 'invariant',
    section: 'Errors',
    endpoint: null,
    basis: 'table',
    judges: 'Every answer of the thirteen endpoints with a status from 400 up.',
    ...facts,
    open: () => (answer) => {
      if (!isError(answer)) return 'ignored'
      judge(errorIn(answer), answer)
      return 'judged'
    },
  }
}

/** A rule about what one code brings with it. */
function everyErrorOf(
  code: ErrorCode,
  facts: Pick<InvariantRule, 'id' | 'title' | 'provokedBy'>,
  judge: (error: Fields, answer: Answer) => void,
): InvariantRule {
  return {
    kind: 'invariant',
    section: 'Errors',
    endpoint: null,
    basis: 'sentence',
    judges: `Every answer with the code ${code}.`,
    ...facts,
    open: () => (answer) => {
      if (!isError(answer) || errorCodeOf(answer) !== code || !isObject(answer.json)) return 'ignored'
      judge(fieldsOf(answer.json['error'], 'error', answer), answer)
      return 'judged'
    },
  }
}

const listsScopes = {
  id: 'ERR-010',
  title: 'An error about a scope lists the scopes that the key has.',
} as const

/** The scopes that an error says the key has. */
export function scopesIn(error: Fields, answer: Answer): readonly string[] {
  const scopes = error.list('key_scopes')
  expectThat(scopes.every(isText), {
    expected: 'a list of texts in key_scopes',
    actual: showField('key_scopes', scopes),
    answer,
    cause: brokenRule(listsScopes),
  })
  return scopes
}

const isText = (value: unknown): value is string => typeof value === 'string'

const envelope: readonly Part[] = [
  { id: 'ERR-001', title: 'Every error comes in an `error` object.', judge: () => {} },
  {
    id: 'ERR-002',
    title: 'The code of every error is made of words in capitals, parted by dots.',
    judge: (error) => {
      error.text('code', {
        pattern: /^[A-Z][A-Z0-9_]*(?:\.[A-Z][A-Z0-9_]*)+$/,
        described: 'a code such as RESOURCE.CATEGORY.SPECIFIC',
      })
    },
  },
  {
    id: 'ERR-003',
    title: 'Every error has a message for people.',
    judge: (error) => {
      error.text('message')
    },
  },
  {
    id: 'ERR-004',
    title: 'Every error suggests what to do next.',
    judge: (error) => {
      error.text('suggestion')
    },
  },
  {
    id: 'ERR-005',
    title: 'Every error links to its reference.',
    judge: (error, answer) => {
      const url = error.text('docs_url')
      expectThat(/^https?:\/\//.test(url) && URL.canParse(url), {
        expected: 'a URL in error.docs_url',
        actual: show(url),
        answer,
      })
    },
  },
  {
    id: 'ERR-006',
    title: 'The request id of every error begins with req_.',
    judge: (error) => {
      error.text('request_id', { pattern: /^req_.+/, described: 'an id that begins with req_' })
    },
  },
  {
    id: 'ERR-007',
    title: 'The request id of every error is the one in X-Request-Id.',
    judge: (error, answer) => {
      const header = requestIdBeside(error, answer)
      const id = error.raw('request_id')
      expectThat(id === header, {
        expected: `error.request_id ${header}, as in X-Request-Id`,
        actual: showField('error.request_id', id),
        answer,
        cause:
          id === undefined ? { kind: 'missing-field', endpoint: null, field: 'error.request_id' } : undefined,
      })
    },
  },
]

/** The header that the id of an error is held against; where there is none, what the error says instead. */
function requestIdBeside(error: Fields, answer: Answer): string {
  const header = answer.headers['x-request-id']
  const id = error.raw('request_id')
  expectThat(header !== undefined && header !== '', {
    expected: 'the header X-Request-Id, with the id that the error has',
    actual:
      id === undefined
        ? 'no X-Request-Id, and no error.request_id'
        : `no X-Request-Id; the error says ${show(id)}`,
    answer,
    cause: { kind: 'missing-header', header: 'X-Request-Id' },
  })
  return header
}

/** A refusal with everything that every error has, whatever its code and status. */
export function expectEnvelope(answer: Answer): void {
  expectThat(answer.status >= 400 && answer.status <= 499, {
    expected: 'a 4xx answer: the request is to be refused',
    actual: summary(answer),
    answer,
    cause: isSuccess(answer)
      ? { kind: 'not-refused', endpoint: endpointOf(answer), expected: 'VALIDATION' }
      : { kind: 'wrong-error', expected: 'a 4xx', got: statusAndCode(answer) },
  })
  for (const part of envelope) judgeAs(part, () => part.judge(errorIn(answer), answer))
}

export const errorRules: readonly Rule[] = [
  ...envelope.map(everyError),
  {
    kind: 'invariant',
    id: 'ERR-008',
    title: 'Every documented code comes with its documented status.',
    section: 'Errors',
    endpoint: null,
    basis: 'table',
    judges: 'Every answer of the thirteen endpoints that holds a documented code.',
    open: () => (answer) => {
      const code = findErrorCode(errorCodeOf(answer))
      if (answer.operation === null || code === undefined) return 'ignored'
      expectThat(answer.status === statusOf(code), {
        expected: `${statusOf(code)} with ${code}`,
        actual: `${answer.status} with it`,
        cause: {
          kind: 'wrong-error',
          expected: `${statusOf(code)} ${code}`,
          got: `${answer.status} ${code}`,
        },
        answer,
      })
      return 'judged'
    },
  },
  everyErrorOf(
    'AUTH.KEY.INSUFFICIENT_SCOPE',
    {
      id: 'ERR-009',
      title: 'An error about a scope names the scope that is needed.',
      provokedBy: ['SCOPE-001', 'SCOPE-201'],
    },
    (error) => {
      error.text('required_scope')
    },
  ),
  everyErrorOf(
    'AUTH.KEY.INSUFFICIENT_SCOPE',
    {
      ...listsScopes,
      provokedBy: ['SCOPE-001', 'SCOPE-201'],
    },
    (error, answer) => {
      scopesIn(error, answer)
    },
  ),
  everyErrorOf(
    'VALIDATION.FIELD.REQUIRED',
    { id: 'ERR-011', title: 'An error about a missing field names the field.', provokedBy: ['VAL-001'] },
    (error) => {
      error.text('field')
    },
  ),
  everyErrorOf(
    'CARRIER.ERROR.UNKNOWN',
    {
      id: 'ERR-012',
      title: 'An unexpected error of a carrier comes with what the carrier said.',
      provokedBy: ['CARR-005'],
    },
    (error, answer) => {
      const raw = error.raw('raw_carrier_error')
      const said = typeof raw === 'number' ? String(raw) : raw
      const isSaid = typeof said === 'string' ? said.trim() !== '' : Object.keys(Object(said)).length > 0
      expectThat(isSaid, {
        expected: 'what the carrier said in error.raw_carrier_error',
        actual: showField('raw_carrier_error', raw),
        answer,
      })
    },
  ),
  everyErrorOf(
    'ADDRESS.VALIDATION.AMBIGUOUS',
    {
      id: 'ERR-013',
      title: 'An ambiguous address is answered with suggestions.',
      provokedBy: ['ADDR-005'],
    },
    (_, answer) => {
      // The name of the list is not stated, nor where in the answer it stands (choices 20).
      expectThat(hasFilledList(answer.json), {
        expected: 'a list of suggestions with something in it, wherever in the answer',
        actual: `no such list in ${show(answer.json)}`,
        answer,
      })
    },
  ),
  {
    kind: 'invariant',
    id: 'ERR-014',
    title: 'Every 429 has the code AUTH.RATE_LIMIT.EXCEEDED.',
    section: 'Errors',
    endpoint: null,
    basis: 'table',
    judges: 'Every answer with the status 429.',
    provokedBy: ['LIMIT-211'],
    open: () => (answer) => {
      if (answer.operation === null || answer.status !== 429) return 'ignored'
      expectNoByteOrderMark(answer)
      expectThat(errorCodeOf(answer) === 'AUTH.RATE_LIMIT.EXCEEDED', {
        expected: '429 AUTH.RATE_LIMIT.EXCEEDED',
        actual: summary(answer),
        answer,
      })
      return 'judged'
    },
  },
  {
    kind: 'invariant',
    id: 'ERR-015',
    title: 'Every 429 tells in Retry-After how many seconds to wait.',
    section: 'Errors',
    endpoint: null,
    basis: 'table',
    judges: 'Every answer with the status 429.',
    provokedBy: ['LIMIT-211'],
    open: () => (answer) => {
      if (answer.operation === null || answer.status !== 429) return 'ignored'
      expectNumberHeader(answer, 'Retry-After')
      return 'judged'
    },
  },
  active({
    id: 'ERR-016',
    title: 'A body that is no JSON is refused with the envelope of every error.',
    section: 'Errors',
    endpoint: null,
    basis: 'derived',
    sends: 'Good rates, and bodies that break off to each endpoint that takes one.',
    requests: { ...Object.fromEntries(takesBody.map((each) => [each, 1])), createRates: 2 },
    buysNothing: true,
    run: async (t) => {
      await t.setup.rates()
      for (const operation of takesBody) {
        expectEnvelope(await t.call(operation, { body: '{"name": ' }))
      }
    },
  }),
  active({
    id: 'ERR-017',
    title: 'A path that is not there is refused with the envelope of every error.',
    section: 'Errors',
    endpoint: null,
    basis: 'table',
    sends: 'The wallet, and a path below /v1 that nothing is at.',
    requests: { getWallet: 1, other: 1 },
    run: async (t) => {
      await t.setup.works('The wallet', t.call('getWallet'))
      expectEnvelope(await t.send({ method: 'GET', path: '/v1/nothing-is-here', key: 'test' }))
    },
  }),
]

/** Somewhere in it is a list with something in it, and no blanks. */
function hasFilledList(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(saysSomething)
  return isObject(value) && Object.values(value).some(hasFilledList)
}

function saysSomething(value: unknown): boolean {
  if (value === null || value === '') return false
  return typeof value !== 'object' || Object.values(value).some(saysSomething)
}
