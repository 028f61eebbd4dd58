import { filterObjects } from '../../../variations/json.ts'
import { changeSuccesses, errorOf } from '../../../variations/json-responses.ts'
import { headerOf, type WireRequest, type WireResponse, withHeader } from '../../../variations/wire.ts'
import { buildMutant, createJsonMutantBuilder, createMutantBuilder } from '../../proof/builders.ts'
import type { Alteration, Mutant } from '../../proof/mutant.ts'
import type { RuleId } from '../../rule.ts'

const buildPurchaseMutant = createJsonMutantBuilder('buyLabel')

const htmlPage = Buffer.from('<!doctype html><title>Shipping</title>')

type ResponseFilter = (response: WireResponse, request: WireRequest) => boolean

/** How a deliberately broken service changes a header, in the responses for which `when` returns true. */
interface HeaderChange {
  readonly name: string
  readonly when?: ResponseFilter
  change(value: string): string | undefined
}

const buildHeaderMutant = createMutantBuilder(
  ({ name, change, when = () => true }: HeaderChange): Alteration => ({
    response: (response, request) => {
      const value = headerOf(response, name)
      if (value === undefined || !when(response, request)) return undefined
      return withHeader(response, name.toLowerCase(), change(value))
    },
  }),
)

const headerRows: readonly (readonly [string, RuleId])[] = [
  ['X-RateLimit-Limit', 'HEAD-001'],
  ['X-RateLimit-Remaining', 'HEAD-002'],
  ['X-RateLimit-Reset', 'HEAD-003'],
  ['X-Request-Id', 'HEAD-004'],
]

const isErrorResponse: ResponseFilter = ({ status }) => status >= 400
const isUnauthorised: ResponseFilter = ({ status }) => status === 401
const isDeletion: ResponseFilter = (_, { method }) => method === 'DELETE'

const isDownloadRequest = ({ path }: WireRequest): boolean => path.endsWith('/download')

/** Deliberately broken services whose downloads lack a header that every response must have. */
const downloadHeaderMutants: readonly Mutant[] = [
  buildMutant('downloads-of-one-id', 'All downloads have the same X-Request-Id.')
    .kills('HEAD-007')
    .by(() => {
      let first: string | undefined
      return {
        response: (response: WireResponse, request: WireRequest) => {
          if (!isDownloadRequest(request)) return undefined
          first ??= headerOf(response, 'x-request-id')
          return withHeader(response, 'x-request-id', first)
        },
      }
    }),
  ...(['given', 'refused'] as const).map((what) =>
    buildMutant(
      `bare-download-${what}`,
      `A ${what === 'given' ? 'successful' : 'refused'} download has no rate limit headers.`,
    )
      .kills('HEAD-007')
      .by({
        response: (response, request) =>
          isDownloadRequest(request) && response.status < 300 === (what === 'given')
            ? { ...response, headers: { 'content-type': headerOf(response, 'content-type') ?? '' } }
            : undefined,
      }),
  ),
]

/** Deliberately broken services (mutants) that the rules about conventions and headers must catch. */
export const mutants: readonly Mutant[] = [
  buildMutant('html-success', 'Successful responses are HTML pages.')
    .kills('CONV-001')
    .by({
      response: (response, { operation }) =>
        operation === 'getWallet' && response.status === 200 ? { ...response, body: htmlPage } : undefined,
    }),
  buildMutant('html-errors', 'Errors are HTML pages.')
    .kills('CONV-001', 'ERR-001')
    .by({
      response: (response) => (errorOf(response) === undefined ? undefined : { ...response, body: htmlPage }),
    }),
  buildMutant('text-content-type', 'The Content-Type of JSON responses is plain text.')
    .kills('CONV-002')
    .by({ response: (response) => withHeader(response, 'content-type', 'text/plain') }),
  buildMutant('no-content-type', 'JSON responses have no Content-Type.')
    .kills('CONV-002')
    .by({ response: (response) => withHeader(response, 'content-type', undefined) }),
  buildMutant('errors-declared-as-html', 'The Content-Type of errors is HTML.')
    .kills('CONV-002')
    .by({
      response: (response) =>
        response.status < 400 ? undefined : withHeader(response, 'content-type', 'text/html; charset=utf-8'),
    }),
  buildMutant('money-in-dollars', 'Prices are in dollars with decimals instead of cents.')
    .kills('CONV-003', 'RATE-005')
    .by(
      changeSuccesses('createRates', (json) => ({
        ...json,
        rates: filterObjects(json['rates']).map((rate) => ({
          ...rate,
          rate_cents: Number(rate['rate_cents']) / 100 + 0.001,
        })),
      })),
    ),
  buildPurchaseMutant('money-as-text', 'Amounts of money are texts instead of numbers.')
    .kills('CONV-003', 'LABEL-006')
    .by((json) => ({ ...json, wallet_balance_after_cents: String(json['wallet_balance_after_cents']) })),
  buildMutant('epoch-timestamps', 'Timestamps are seconds since 1970 instead of ISO 8601 texts.')
    .kills('CONV-004')
    .by(
      changeSuccesses(['buyLabel', 'getLabel'], (json) =>
        'created_at' in json ? { ...json, created_at: 1_893_456_000 } : { ...json, made_at: 1_893_456_000 },
      ),
    ),
  buildPurchaseMutant(
    'epoch-in-a-list',
    'A list of timestamps has seconds since 1970 instead of ISO 8601 texts.',
  )
    .kills('CONV-004')
    .by((json) => ({ ...json, printed_at: [1_893_456_000] })),
  buildMutant('unversioned', 'The endpoints are also served at paths without /v1.')
    .kills('VER-001')
    .by({
      request: (request) => (request.path === '/wallet' ? { ...request, path: '/v1/wallet' } : undefined),
    }),
  ...headerRows.flatMap(([name, rule]) => {
    const id = name.toLowerCase()
    const removeHeader = () => undefined
    return [
      buildHeaderMutant(`no-${id}-on-errors`, `Errors have no ${name}.`)
        .kills(rule)
        .by({ name, change: removeHeader, when: isErrorResponse }),
      buildHeaderMutant(`no-${id}-without-key`, `A 401 has no ${name}.`)
        .kills(rule)
        .by({ name, change: removeHeader, when: isUnauthorised }),
      buildHeaderMutant(`no-${id}-on-void`, `Responses to voids have no ${name}.`)
        .kills(rule)
        .by({ name, change: removeHeader, when: isDeletion }),
    ]
  }),
  buildHeaderMutant('worded-limit', 'X-RateLimit-Limit has a unit after its number.')
    .kills('HEAD-001')
    .by({ name: 'X-RateLimit-Limit', change: (value) => `${value}/min` }),
  buildHeaderMutant('negative-remaining', 'X-RateLimit-Remaining is negative.')
    .kills('HEAD-002')
    .by({ name: 'X-RateLimit-Remaining', change: () => '-1' }),
  buildHeaderMutant('reset-as-span', 'X-RateLimit-Reset is the number of seconds from now, not a Unix time.')
    .kills('HEAD-003')
    .by({ name: 'X-RateLimit-Reset', change: () => '60' }),
  buildHeaderMutant('remaining-above-limit', 'X-RateLimit-Remaining is higher than the limit.')
    .kills('HEAD-005')
    .by({ name: 'X-RateLimit-Remaining', change: () => '100000' }),
  buildHeaderMutant('constant-request-id', 'Every response has the same X-Request-Id.')
    .kills('HEAD-006')
    .by({ name: 'X-Request-Id', change: () => 'req_1' }),
  buildMutant('request-id-twice', 'Every tenth response has the X-Request-Id of the response before it.')
    .kills('HEAD-006')
    .by(() => {
      let count = 0
      let last = ''
      return {
        response: (response) => {
          const id = headerOf(response, 'x-request-id')
          if (id === undefined) return undefined
          count += 1
          if (count % 10 === 0) return withHeader(response, 'x-request-id', last)
          last = id
          return undefined
        },
      }
    }),
  buildMutant('request-id-echoed', 'A response has the X-Request-Id that the client sent in its request.')
    .kills('HEAD-008')
    .by({
      response: (response, request) => {
        const brought = headerOf(request, 'x-request-id')
        return brought === undefined ? undefined : withHeader(response, 'x-request-id', brought)
      },
    }),
  ...downloadHeaderMutants,
]
