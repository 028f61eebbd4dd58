import { errorOf } from '../../../../variations/json-responses.ts'
import { jsonOf, type WireResponse, withHeader, withJson } from '../../../../variations/wire.ts'
import { buildMutant, createMutantBuilder } from '../../../proof/builders.ts'
import { changeErrors, formatCodeAsId } from '../../../proof/error-codes.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import type { RuleId } from '../../../rule.ts'

const buildErrorMutant = createMutantBuilder(changeErrors)

const errorFieldRows: readonly (readonly [string, RuleId])[] = [
  ['code', 'ERR-002'],
  ['message', 'ERR-003'],
  ['suggestion', 'ERR-004'],
  ['docs_url', 'ERR-005'],
  ['request_id', 'ERR-006'],
]

export const errorMutants: readonly Mutant[] = [
  buildMutant('flat-errors', 'The fields of an error are not in an `error` object.')
    .kills('ERR-001')
    .by({
      response: (response) => {
        const error = errorOf(response)
        return error === undefined ? undefined : withJson(response, error)
      },
    }),
  buildErrorMutant('lower-case-codes', 'Error codes are words in lower case.')
    .kills('ERR-002')
    .by((error) => ({ ...error, code: formatCodeAsId(String(error['code'])) })),
  ...errorFieldRows.flatMap(([field, rule]) => [
    buildErrorMutant(`no-error-${formatCodeAsId(field)}`, `Errors have no ${field}.`)
      .kills(rule)
      .by(({ [field]: _, ...rest }) => rest),
    buildErrorMutant(`empty-error-${formatCodeAsId(field)}`, `The ${field} of errors is empty.`)
      .kills(rule)
      .by((error) => ({ ...error, [field]: '' })),
  ]),
  buildErrorMutant('relative-docs-url', 'The docs_url of an error is a path instead of a URL.')
    .kills('ERR-005')
    .by((error) => ({ ...error, docs_url: '/docs/errors' })),
  buildErrorMutant('bare-request-id', 'The request_id of an error does not begin with req_.')
    .kills('ERR-006')
    .by((error) => ({ ...error, request_id: 'a1b2c3' })),
  buildErrorMutant('other-request-id', 'The request_id of an error differs from its X-Request-Id.')
    .kills('ERR-007')
    .by((error) => ({ ...error, request_id: 'req_other' })),
  buildMutant('not-found-as-bad-request', 'A label that does not exist is refused with 400.')
    .kills('ERR-008')
    .by({
      response: (response) =>
        errorOf(response)?.['code'] === 'LABEL.NOT_FOUND' ? { ...response, status: 400 } : undefined,
    }),
  buildMutant('errors-with-200', 'Errors have the status 200.')
    .kills('ERR-008')
    .by({
      response: (response) => (errorOf(response) === undefined ? undefined : { ...response, status: 200 }),
    }),
  {
    ...buildMutant('no-raw-carrier-error', 'An unexpected carrier error has no raw_carrier_error.')
      .kills('ERR-012')
      .by(changeErrors(({ raw_carrier_error: _, ...rest }) => rest, 'CARRIER.ERROR.UNKNOWN')),
    traffic: ['CARR-005'],
  },
  {
    ...buildMutant(
      'empty-raw-carrier-error',
      'The raw_carrier_error of an unexpected carrier error is empty.',
    )
      .kills('ERR-012')
      .by(changeErrors((error) => ({ ...error, raw_carrier_error: '' }), 'CARRIER.ERROR.UNKNOWN')),
    traffic: ['CARR-005'],
  },
  {
    ...buildMutant('no-suggestions', 'The error for an ambiguous address has no suggestions.')
      .kills('ERR-013')
      .by(changeErrors(({ suggestions: _, ...rest }) => rest, 'ADDRESS.VALIDATION.AMBIGUOUS')),
    traffic: ['ADDR-005'],
  },
  {
    ...buildMutant(
      'empty-suggestions',
      'The error for an ambiguous address has an empty list of suggestions.',
    )
      .kills('ERR-013')
      .by(changeErrors((error) => ({ ...error, suggestions: [] }), 'ADDRESS.VALIDATION.AMBIGUOUS')),
    traffic: ['ADDR-005'],
  },
  {
    ...buildMutant('limit-with-other-code', 'A 429 has another error code than the documented one.')
      .kills('ERR-014')
      .by(changeErrors((error) => ({ ...error, code: 'TOO.MANY' }), 'AUTH.RATE_LIMIT.EXCEEDED')),
    traffic: ['LIMIT-211'],
  },
  {
    ...buildMutant('no-retry-after', 'A 429 has no Retry-After.')
      .kills('ERR-015')
      .by({
        response: (response) =>
          response.status === 429 ? withHeader(response, 'retry-after', undefined) : undefined,
      }),
    traffic: ['LIMIT-211'],
  },
  {
    ...buildMutant('retry-after-as-date', 'Retry-After is a date instead of seconds.')
      .kills('ERR-015')
      .by({
        response: (response) =>
          response.status === 429
            ? withHeader(response, 'retry-after', 'Wed, 02 Jan 2030 03:04:05 GMT')
            : undefined,
      }),
    traffic: ['LIMIT-211'],
  },
  buildMutant('page-for-bad-json', 'A body that is not JSON is refused with an HTML page.')
    .kills('ERR-016')
    .by({
      request: (request) =>
        request.body.length > 0 && jsonOf(request) === undefined ? makeHtmlPage(400) : undefined,
    }),
  buildMutant('bad-json-forgiven', 'A body that is not JSON is treated as an empty body.')
    .kills('ERR-016')
    .by({
      request: (request) =>
        request.operation === 'registerTracker' && jsonOf(request) === undefined
          ? withJson(
              { ...makeHtmlPage(200), headers: { 'content-type': 'application/json' } },
              { id: 'trk_1' },
            )
          : undefined,
    }),
  buildMutant('page-for-bad-path', 'A path that does not exist is refused with an HTML page.')
    .kills('ERR-017')
    .by({
      response: (response, { operation }) =>
        operation === undefined && response.status === 404 ? makeHtmlPage(404) : undefined,
    }),
]

/** Returns a response with an HTML page instead of a JSON error. */
export function makeHtmlPage(status: number): WireResponse {
  return { status, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Sorry</h1>') }
}
