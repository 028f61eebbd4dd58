import type { RuleId } from '../../../rule.ts'
import { errorOf, type Json, mutant } from '../../../selftest/builders.ts'
import type { Alteration, Mutant } from '../../../selftest/mutant.ts'
import { jsonOf, type WireResponse, withHeader, withJson } from '../../../selftest/wire.ts'
import { isObject } from '../../../wire/fields.ts'
import { type ErrorCode, errorCodes, statusOf } from '../../../wire/spec-error.ts'

/** Changes the error object of every error, or of those with one code. */
function errors(change: (error: Json) => Json | undefined, code?: ErrorCode): Alteration {
  return {
    response: (response) => {
      const json = jsonOf(response)
      const error = errorOf(response)
      if (!isObject(json) || error === undefined || (code !== undefined && error['code'] !== code))
        return undefined
      const changed = change(error)
      return changed === undefined ? undefined : withJson(response, { ...json, error: changed })
    },
  }
}

const fields: readonly (readonly [string, RuleId])[] = [
  ['code', 'ERR-002'],
  ['message', 'ERR-003'],
  ['suggestion', 'ERR-004'],
  ['docs_url', 'ERR-005'],
  ['request_id', 'ERR-006'],
]

/** The rule that sees a code where it belongs. */
const seenBy = {
  'AUTH.KEY.MISSING': 'KEY-112',
  'AUTH.KEY.INVALID': 'KEY-002',
  'AUTH.KEY.REVOKED': 'KEY-009',
  'AUTH.KEY.EXPIRED': 'KEY-011',
  'AUTH.KEY.INSUFFICIENT_SCOPE': 'SCOPE-011',
  'AUTH.KEY.SANDBOX_IN_PRODUCTION': 'KEY-013',
  'AUTH.RATE_LIMIT.EXCEEDED': 'LIMIT-211',
  'VALIDATION.FIELD.REQUIRED': 'VAL-001',
  'VALIDATION.FIELD.INVALID': 'VAL-101',
  'RATE.EXPIRED': 'RATE-014',
  'RATE.NOT_FOUND': 'RATE-015',
  'RATE.CARRIER.UNAVAILABLE': 'RATE-109',
  'LABEL.ADDRESS.UNDELIVERABLE': 'LABEL-201',
  'LABEL.WEIGHT.EXCEEDED': 'LABEL-202',
  'LABEL.SERVICE.UNAVAILABLE': 'LABEL-203',
  'LABEL.VOID.INELIGIBLE': 'VOID-004',
  'LABEL.VOID.ALREADY_REQUESTED': 'VOID-003',
  'LABEL.NOT_FOUND': 'LABEL-012',
  'LABEL.CREATION.FAILED': 'LABEL-204',
  'WALLET.INSUFFICIENT_BALANCE': 'LABEL-211',
  'WALLET.PAYMENT.FAILED': 'LABEL-212',
  'WALLET.PAYMENT_METHOD.MISSING': 'LABEL-213',
  'CARRIER.ACCOUNT.INVALID_CREDENTIALS': 'CARR-004',
  'CARRIER.ACCOUNT.NOT_FOUND': 'CARR-006',
  'CARRIER.ERROR.UNKNOWN': 'CARR-005',
  'BATCH.SIZE.EXCEEDED': 'BATCH-005',
  'BATCH.ITEMS.REQUIRED': 'BATCH-004',
  'BATCH.NOT_FOUND': 'BATCH-013',
  'BATCH.ALREADY_PROCESSING': 'BATCH-011',
  'ADDRESS.VALIDATION.FAILED': 'ADDR-004',
  'ADDRESS.VALIDATION.AMBIGUOUS': 'ADDR-005',
  'ADDRESS.VALIDATION.SERVICE_ERROR': 'ADDR-006',
  'TRACKER.NOT_FOUND': 'TRACK-007',
} as const satisfies Record<ErrorCode, RuleId>

const slug = (code: string): string => code.toLowerCase().replaceAll(/[._]/g, '-')

/** A status near the documented one: what a careless service would send. */
const nearTo = (status: number): number =>
  ({ 401: 403, 402: 400, 403: 401, 404: 400, 422: 400, 429: 503, 500: 422 })[status] ?? 500

export const errorMutants: readonly Mutant[] = [
  mutant('flat-errors', 'Errors come without an object around them.', ['ERR-001'], {
    response: (response) => {
      const error = errorOf(response)
      return error === undefined ? undefined : withJson(response, error)
    },
  }),
  mutant('errors-as-text', 'The error is its message alone.', ['ERR-001'], {
    response: (response) => {
      const error = errorOf(response)
      return error === undefined ? undefined : withJson(response, { error: error['message'] })
    },
  }),
  mutant(
    'lower-case-codes',
    'Codes are words in lower case.',
    ['ERR-002'],
    errors((error) => ({ ...error, code: slug(String(error['code'])) })),
  ),
  mutant(
    'one-word-codes',
    'Codes have no parts.',
    ['ERR-002'],
    errors((error) => ({ ...error, code: 'ERROR' })),
  ),
  ...fields.flatMap(([field, rule]) => [
    mutant(
      `no-error-${slug(field)}`,
      `Errors have no ${field}.`,
      [rule],
      errors(({ [field]: _, ...rest }) => rest),
    ),
    mutant(
      `null-error-${slug(field)}`,
      `The ${field} of errors is null.`,
      [rule],
      errors((error) => ({ ...error, [field]: null })),
    ),
    mutant(
      `empty-error-${slug(field)}`,
      `The ${field} of errors is empty.`,
      [rule],
      errors((error) => ({ ...error, [field]: '' })),
    ),
  ]),
  mutant(
    'relative-docs-url',
    'docs_url is a path.',
    ['ERR-005'],
    errors((error) => ({ ...error, docs_url: '/docs/errors' })),
  ),
  mutant(
    'bare-request-id',
    'Request ids have no prefix.',
    ['ERR-006'],
    errors((error) => ({ ...error, request_id: 'a1b2c3' })),
  ),
  mutant(
    'other-request-id',
    'Errors have a request id of their own.',
    ['ERR-007'],
    errors((error) => ({ ...error, request_id: 'req_other' })),
  ),
  ...errorCodes.flatMap((code) => [
    mutant(
      `status-of-${slug(code)}`,
      `${code} comes with ${nearTo(statusOf(code))} instead of ${statusOf(code)}.`,
      [seenBy[code]],
      {
        response: (response) =>
          errorOf(response)?.['code'] === code ? { ...response, status: nearTo(statusOf(code)) } : undefined,
      },
    ),
    mutant(
      `code-of-${slug(code)}`,
      `${code} is told as another code.`,
      [seenBy[code]],
      errors((error) => ({ ...error, code: 'SOMETHING.WENT.WRONG' }), code),
    ),
  ]),
  mutant('not-found-as-bad-request', 'A label that is not there is answered with 400.', ['ERR-008'], {
    response: (response) =>
      errorOf(response)?.['code'] === 'LABEL.NOT_FOUND' ? { ...response, status: 400 } : undefined,
  }),
  mutant('errors-with-200', 'Errors come with 200.', ['ERR-008'], {
    response: (response) => (errorOf(response) === undefined ? undefined : { ...response, status: 200 }),
  }),
  mutant(
    'no-required-scope',
    'The scope that is needed is not named.',
    ['ERR-009', 'SCOPE-011'],
    errors(({ required_scope: _, ...rest }) => rest, 'AUTH.KEY.INSUFFICIENT_SCOPE'),
  ),
  mutant(
    'no-key-scopes',
    'The scopes of the key are not listed.',
    ['ERR-010', 'SCOPE-011'],
    errors(({ key_scopes: _, ...rest }) => rest, 'AUTH.KEY.INSUFFICIENT_SCOPE'),
  ),
  mutant(
    'key-scopes-as-text',
    'The scopes of the key are one text.',
    ['ERR-010', 'SCOPE-002'],
    errors((error) => ({ ...error, key_scopes: String(error['key_scopes']) }), 'AUTH.KEY.INSUFFICIENT_SCOPE'),
  ),
  mutant(
    'no-missing-field',
    'A missing field is not named.',
    ['ERR-011', 'VAL-001'],
    errors(({ field: _, ...rest }) => rest, 'VALIDATION.FIELD.REQUIRED'),
  ),
  {
    ...mutant(
      'no-raw-carrier-error',
      'What the carrier said is kept back.',
      ['ERR-012'],
      errors(({ raw_carrier_error: _, ...rest }) => rest, 'CARRIER.ERROR.UNKNOWN'),
    ),
    traffic: ['CARR-005'],
  },
  {
    ...mutant(
      'empty-raw-carrier-error',
      'What the carrier said is an empty text.',
      ['ERR-012'],
      errors((error) => ({ ...error, raw_carrier_error: '' }), 'CARRIER.ERROR.UNKNOWN'),
    ),
    traffic: ['CARR-005'],
  },
  {
    ...mutant(
      'no-suggestions',
      'An ambiguous address gets no suggestions.',
      ['ERR-013'],
      errors(({ suggestions: _, ...rest }) => rest, 'ADDRESS.VALIDATION.AMBIGUOUS'),
    ),
    traffic: ['ADDR-005'],
  },
  {
    ...mutant(
      'empty-suggestions',
      'An ambiguous address gets an empty list of suggestions.',
      ['ERR-013'],
      errors((error) => ({ ...error, suggestions: [] }), 'ADDRESS.VALIDATION.AMBIGUOUS'),
    ),
    traffic: ['ADDR-005'],
  },
  {
    ...mutant(
      'limit-with-other-code',
      'A 429 has a code of its own.',
      ['ERR-014'],
      errors((error) => ({ ...error, code: 'TOO.MANY' }), 'AUTH.RATE_LIMIT.EXCEEDED'),
    ),
    traffic: ['LIMIT-211'],
  },
  {
    ...mutant('no-retry-after', 'A 429 has no Retry-After.', ['ERR-015'], {
      response: (response) =>
        response.status === 429 ? withHeader(response, 'retry-after', undefined) : undefined,
    }),
    traffic: ['LIMIT-211'],
  },
  {
    ...mutant('retry-after-as-date', 'Retry-After is a date.', ['ERR-015'], {
      response: (response) =>
        response.status === 429
          ? withHeader(response, 'retry-after', 'Wed, 02 Jan 2030 03:04:05 GMT')
          : undefined,
    }),
    traffic: ['LIMIT-211'],
  },
  mutant('page-for-bad-json', 'A body that is no JSON is answered with a page.', ['ERR-016'], {
    request: (request) => (request.body.length > 0 && jsonOf(request) === undefined ? page(400) : undefined),
  }),
  mutant('bad-json-forgiven', 'A body that is no JSON is taken for an empty one.', ['ERR-016'], {
    request: (request) =>
      request.operation === 'registerTracker' && jsonOf(request) === undefined
        ? withJson({ ...page(200), headers: { 'content-type': 'application/json' } }, { id: 'trk_1' })
        : undefined,
  }),
  mutant('page-for-bad-path', 'A path that is not there is answered with a page.', ['ERR-017'], {
    response: (response, { operation }) =>
      operation === undefined && response.status === 404 ? page(404) : undefined,
  }),
]

function page(status: number): WireResponse {
  return { status, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Sorry</h1>') }
}
