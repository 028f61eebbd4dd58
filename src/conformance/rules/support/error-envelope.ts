import type { Answer } from '../../http/answer.ts'
import { createBrokenRuleCause, endpointOf } from '../../http/cause.ts'
import {
  checkOtherRule,
  describeStatusAndCode,
  expectAnswer,
  expectNoByteOrderMark,
  expectThat,
  isSuccess,
} from '../../http/expect.ts'
import { type Fields, fieldsOf, isObject } from '../../http/fields.ts'
import { showField, showValue } from '../../http/show.ts'
import type { InvariantRule } from '../../rule.ts'
import type { StatedFacts } from './active.ts'

/** A part of the envelope of errors (the object `error`), with the rule about it. */
export interface EnvelopePart extends Pick<StatedFacts<InvariantRule>, 'id' | 'judges' | 'title'> {
  /** Throws RuleBroken if the part is missing or wrong. */
  readonly judge: (error: Fields, answer: Answer) => void
}

/** Returns the error object of a response. Throws RuleBroken if there is none. */
export function readErrorObject(answer: Answer): Fields {
  expectNoByteOrderMark(answer)
  return fieldsOf(isObject(answer.json) ? answer.json['error'] : undefined, 'error', answer)
}

/** The parts of the error envelope (specification, Envelope). */
export const envelopeParts: readonly EnvelopePart[] = [
  {
    id: 'ERR-001',
    judges: ['ERRORS-1'],
    title: 'Every error response has an `error` object.',
    // `readErrorObject`, which runs first, throws if there is no `error` object.
    judge: () => {},
  },
  {
    id: 'ERR-002',
    judges: ['ERRORS-2', 'ERRORS-3', 'ERRORS-4'],
    title: 'Every error has a code that consists of words in capitals, separated by dots.',
    judge: (error) => {
      error.text('code', {
        pattern: /^[A-Z][A-Z0-9_]*(?:\.[A-Z][A-Z0-9_]*)+$/,
        described: 'a code such as RESOURCE.CATEGORY.SPECIFIC',
      })
    },
  },
  {
    id: 'ERR-003',
    judges: ['ERRORS-5'],
    title: 'Every error has a message for people.',
    judge: (error) => {
      error.text('message')
    },
  },
  {
    id: 'ERR-004',
    judges: ['ERRORS-6'],
    title: 'Every error suggests what to do next.',
    judge: (error) => {
      error.text('suggestion')
    },
  },
  {
    id: 'ERR-005',
    judges: ['ERRORS-8'],
    title: 'Every error links to its documentation.',
    judge: (error, answer) => {
      const url = error.text('docs_url')
      expectThat(/^https?:\/\//.test(url) && URL.canParse(url), {
        expected: 'a URL in error.docs_url',
        actual: showValue(url),
        answer,
      })
    },
  },
  {
    id: 'ERR-006',
    judges: ['ERRORS-10'],
    title: 'The request_id of every error begins with req_.',
    judge: (error) => {
      error.text('request_id', { pattern: /^req_.+/, described: 'an id that begins with req_' })
    },
  },
  {
    id: 'ERR-007',
    judges: ['ERRORS-11'],
    title: 'The request_id of every error is the same as its X-Request-Id.',
    judge: (error, answer) => {
      const header = findExpectedRequestId(error, answer)
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

/** Returns the request id that an error object must have: the id in the header X-Request-Id, or else the id in the error. */
function findExpectedRequestId(error: Fields, answer: Answer): string {
  const header = answer.headers['x-request-id']
  const id = error.raw('request_id')
  expectThat(header !== undefined && header !== '', {
    expected: 'the header X-Request-Id, with the id of the error',
    actual:
      id === undefined
        ? 'no X-Request-Id, and no error.request_id'
        : `no X-Request-Id; the error says ${showValue(id)}`,
    answer,
    cause: { kind: 'missing-header', header: 'X-Request-Id' },
  })
  return header
}

/** Checks that a response has a complete error envelope, with any code and status. Throws RuleBroken. */
export function expectEnvelope(answer: Answer): void {
  expectAnswer(
    answer,
    answer.status >= 400 && answer.status <= 499,
    'a 4xx response: the service must refuse the request',
    isSuccess(answer)
      ? { kind: 'not-refused', endpoint: endpointOf(answer), expected: 'VALIDATION' }
      : { kind: 'wrong-error', expected: 'a 4xx', got: describeStatusAndCode(answer) },
  )
  for (const part of envelopeParts) checkOtherRule(part, () => part.judge(readErrorObject(answer), answer))
}

/** The rule about `key_scopes`. If the field is wrong, other rules fail, too, and the report names this rule as the cause. */
export const keyScopesRule = {
  id: 'ERR-010',
  judges: ['ERRORS-14', 'AUTHENTICATION-30'],
  title: 'An error about a scope lists the scopes that the key has.',
} as const

/** Returns the scopes in `key_scopes` of an error. Throws RuleBroken if they are not texts. */
export function readKeyScopes(error: Fields, answer: Answer): readonly string[] {
  const scopes = error.list('key_scopes')
  expectThat(
    scopes.every((scope): scope is string => typeof scope === 'string'),
    {
      expected: 'a list of texts in key_scopes',
      actual: showField('key_scopes', scopes),
      answer,
      cause: createBrokenRuleCause(keyScopesRule),
    },
  )
  return scopes
}
