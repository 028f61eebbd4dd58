import type { Answer } from '../answer.ts'
import { errorCodeOf, expectThat } from '../expect.ts'
import { type Fields, fieldsOf, isObject } from '../fields.ts'
import type { InvariantRule, Rule } from '../rule.ts'
import { type ErrorCode, findErrorCode, statusOf } from '../spec-error.ts'

const isError = ({ operation, status }: Answer): boolean => operation !== null && status >= 400

/** A rule about the envelope of every error. */
function everyError(
  facts: Pick<InvariantRule, 'id' | 'title'> & Partial<Pick<InvariantRule, 'basis'>>,
  judge: (error: Fields, answer: Answer) => void,
): InvariantRule {
  return {
    kind: 'invariant',
    section: 'Errors',
    endpoint: null,
    basis: 'table',
    judges: 'Every answer of the thirteen endpoints with a status from 400 up.',
    ...facts,
    open: () => (answer) => {
      if (!isError(answer)) return 'ignored'
      judge(fieldsOf(isObject(answer.json) ? answer.json['error'] : undefined, 'error', answer), answer)
      return 'judged'
    },
  }
}

/** A rule about what one code brings with it. */
function everyErrorOf(
  code: ErrorCode,
  facts: Pick<InvariantRule, 'id' | 'title'>,
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

export const errorRules: readonly Rule[] = [
  everyError({ id: 'ERR-001', title: 'Every error comes in an `error` object.' }, () => {}),
  everyError(
    { id: 'ERR-002', title: 'The code of every error is made of words in capitals, parted by dots.' },
    (error) => {
      error.text('code', {
        pattern: /^[A-Z][A-Z0-9_]*(?:\.[A-Z][A-Z0-9_]*)+$/,
        described: 'a code such as RESOURCE.CATEGORY.SPECIFIC',
      })
    },
  ),
  everyError({ id: 'ERR-003', title: 'Every error has a message for people.' }, (error) => {
    error.text('message')
  }),
  everyError({ id: 'ERR-004', title: 'Every error suggests what to do next.' }, (error) => {
    error.text('suggestion')
  }),
  everyError({ id: 'ERR-005', title: 'Every error links to its reference.' }, (error, answer) => {
    const url = error.text('docs_url')
    expectThat(/^https?:\/\//.test(url) && URL.canParse(url), {
      expected: 'a URL in docs_url',
      actual: url,
      answer,
    })
  }),
  everyError({ id: 'ERR-006', title: 'The request id of every error begins with req_.' }, (error) => {
    error.text('request_id', { pattern: /^req_.+/, described: 'an id that begins with req_' })
  }),
  everyError(
    { id: 'ERR-007', title: 'The request id of every error is the one in X-Request-Id.' },
    (error, answer) => {
      const id = error.raw('request_id')
      const header = answer.headers['x-request-id']
      expectThat(typeof id === 'string' && id === header, { expected: `${header}`, actual: id, answer })
    },
  ),
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
        actual: answer.status,
        answer,
      })
      return 'judged'
    },
  },
  everyErrorOf(
    'AUTH.KEY.INSUFFICIENT_SCOPE',
    { id: 'ERR-009', title: 'An error about a scope names the scope that is needed.' },
    (error) => {
      error.text('required_scope')
    },
  ),
  everyErrorOf(
    'AUTH.KEY.INSUFFICIENT_SCOPE',
    { id: 'ERR-010', title: 'An error about a scope lists the scopes that the key has.' },
    (error, answer) => {
      const scopes = error.list('key_scopes')
      expectThat(
        scopes.every((scope) => typeof scope === 'string'),
        { expected: 'a list of texts in key_scopes', actual: scopes, answer },
      )
    },
  ),
  everyErrorOf(
    'VALIDATION.FIELD.REQUIRED',
    { id: 'ERR-011', title: 'An error about a missing field names the field.' },
    (error) => {
      error.text('field')
    },
  ),
  everyErrorOf(
    'CARRIER.ERROR.UNKNOWN',
    { id: 'ERR-012', title: 'An unexpected error of a carrier comes with what the carrier said.' },
    (error, answer) => {
      expectThat((error.raw('raw_carrier_error') ?? null) !== null, {
        expected: 'raw_carrier_error',
        actual: 'nothing',
        answer,
      })
    },
  ),
  everyErrorOf(
    'ADDRESS.VALIDATION.AMBIGUOUS',
    { id: 'ERR-013', title: 'An ambiguous address is answered with suggestions.' },
    (error, answer) => {
      const places = [error.value, isObject(answer.json) ? answer.json : {}]
      const lists = places.flatMap((place) =>
        Object.entries(place).filter(
          ([name, value]) => /suggest|candidate|match/i.test(name) && Array.isArray(value),
        ),
      )
      expectThat(
        lists.some(([, value]) => Array.isArray(value) && value.length > 0),
        { expected: 'a list of suggestions', actual: answer.json, answer },
      )
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
    open: () => (answer) => {
      if (answer.operation === null || answer.status !== 429) return 'ignored'
      expectThat(errorCodeOf(answer) === 'AUTH.RATE_LIMIT.EXCEEDED', {
        expected: 'AUTH.RATE_LIMIT.EXCEEDED',
        actual: errorCodeOf(answer),
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
    open: () => (answer) => {
      if (answer.operation === null || answer.status !== 429) return 'ignored'
      const wait = answer.headers['retry-after']
      expectThat(wait !== undefined && /^\d+$/.test(wait), {
        expected: 'whole seconds in Retry-After',
        actual: wait ?? 'no such header',
        answer,
      })
      return 'judged'
    },
  },
]
