import { changeSuccesses, errorOf } from '../../../variations/json-responses.ts'
import { headerOf, type WireRequest, type WireResponse, withHeader } from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'
import { mutant, mutantsAt, mutantsOf } from '../../proof/builders.ts'
import type { Alteration, Mutant } from '../../proof/mutant.ts'
import type { RuleId } from '../../rule.ts'

const onPurchase = mutantsAt('buyLabel')

const html = Buffer.from('<!doctype html><title>Shipping</title>')

type When = (response: WireResponse, request: WireRequest) => boolean

/** A change of a header, for the responses that `when` selects. */
interface HeaderChange {
  readonly name: string
  readonly when?: When
  change(value: string): string | undefined
}

const changeHeader = mutantsOf(
  ({ name, change, when = () => true }: HeaderChange): Alteration => ({
    response: (response, request) => {
      const value = headerOf(response, name)
      if (value === undefined || !when(response, request)) return undefined
      return withHeader(response, name.toLowerCase(), change(value))
    },
  }),
)

const names: readonly (readonly [string, RuleId])[] = [
  ['X-RateLimit-Limit', 'HEAD-001'],
  ['X-RateLimit-Remaining', 'HEAD-002'],
  ['X-RateLimit-Reset', 'HEAD-003'],
  ['X-Request-Id', 'HEAD-004'],
]

const isErrorResponse: When = ({ status }) => status >= 400
const isUnauthorised: When = ({ status }) => status === 401
const isDeletion: When = (_, { method }) => method === 'DELETE'

const isDownload = ({ path }: WireRequest): boolean => path.endsWith('/download')

/** Services whose downloads lack a part that every response must have. */
const downloadHeaderMutants: readonly Mutant[] = [
  mutant('downloads-of-one-id', 'All downloads have the same request id.')
    .kills('HEAD-007')
    .by(() => {
      let first: string | undefined
      return {
        response: (response: WireResponse, request: WireRequest) => {
          if (!isDownload(request)) return undefined
          first ??= headerOf(response, 'x-request-id')
          return withHeader(response, 'x-request-id', first)
        },
      }
    }),
  ...(['given', 'refused'] as const).map((what) =>
    mutant(`bare-download-${what}`, `A download that is ${what} has no rate limit headers.`)
      .kills('HEAD-007')
      .by({
        response: (response, request) =>
          isDownload(request) && response.status < 300 === (what === 'given')
            ? { ...response, headers: { 'content-type': headerOf(response, 'content-type') ?? '' } }
            : undefined,
      }),
  ),
]

/** Deviations that the rules of this topic catch. */
export const mutants: readonly Mutant[] = [
  mutant('html-success', 'Successful responses are HTML pages.')
    .kills('CONV-001')
    .by({
      response: (response, { operation }) =>
        operation === 'getWallet' && response.status === 200 ? { ...response, body: html } : undefined,
    }),
  mutant('html-errors', 'Errors are HTML pages.')
    .kills('CONV-001', 'ERR-001')
    .by({
      response: (response) => (errorOf(response) === undefined ? undefined : { ...response, body: html }),
    }),
  mutant('text-content-type', 'JSON is declared as plain text.')
    .kills('CONV-002')
    .by({ response: (response) => withHeader(response, 'content-type', 'text/plain') }),
  mutant('no-content-type', 'JSON is not declared at all.')
    .kills('CONV-002')
    .by({ response: (response) => withHeader(response, 'content-type', undefined) }),
  mutant('errors-declared-as-html', 'Errors are declared as HTML.')
    .kills('CONV-002')
    .by({
      response: (response) =>
        response.status < 400 ? undefined : withHeader(response, 'content-type', 'text/html; charset=utf-8'),
    }),
  mutant('money-in-dollars', 'Prices are dollars with decimals.')
    .kills('CONV-003', 'RATE-005')
    .by(
      changeSuccesses('createRates', (json) => ({
        ...json,
        rates: toObjectList(json['rates']).map((rate) => ({
          ...rate,
          rate_cents: Number(rate['rate_cents']) / 100 + 0.001,
        })),
      })),
    ),
  onPurchase('money-as-text', 'Amounts of money are texts.')
    .kills('CONV-003', 'LABEL-006')
    .by((json) => ({ ...json, wallet_balance_after_cents: String(json['wallet_balance_after_cents']) })),
  mutant('epoch-timestamps', 'Timestamps are seconds since 1970.')
    .kills('CONV-004')
    .by(
      changeSuccesses(['buyLabel', 'getLabel'], (json) =>
        'created_at' in json ? { ...json, created_at: 1_893_456_000 } : { ...json, made_at: 1_893_456_000 },
      ),
    ),
  onPurchase('epoch-in-a-list', 'A list of times has seconds since 1970.')
    .kills('CONV-004')
    .by((json) => ({ ...json, printed_at: [1_893_456_000] })),
  mutant('unversioned', 'The endpoints also work without a version in the path.')
    .kills('VER-001')
    .by({
      request: (request) => (request.path === '/wallet' ? { ...request, path: '/v1/wallet' } : undefined),
    }),
  ...names.flatMap(([name, rule]) => {
    const id = name.toLowerCase()
    const gone = () => undefined
    return [
      changeHeader(`no-${id}-on-errors`, `${name} is missing on errors.`)
        .kills(rule)
        .by({ name: name, change: gone, when: isErrorResponse }),
      changeHeader(`no-${id}-without-key`, `${name} is missing if a key is refused.`)
        .kills(rule)
        .by({ name: name, change: gone, when: isUnauthorised }),
      changeHeader(`no-${id}-on-void`, `${name} is missing on one endpoint.`)
        .kills(rule)
        .by({ name: name, change: gone, when: isDeletion }),
    ]
  }),
  changeHeader('worded-limit', 'X-RateLimit-Limit has a unit after its number.')
    .kills('HEAD-001')
    .by({ name: 'X-RateLimit-Limit', change: (value) => `${value}/min` }),
  changeHeader('negative-remaining', 'X-RateLimit-Remaining is negative.')
    .kills('HEAD-002')
    .by({ name: 'X-RateLimit-Remaining', change: () => '-1' }),
  changeHeader('reset-as-span', 'X-RateLimit-Reset is a number of seconds from now.')
    .kills('HEAD-003')
    .by({ name: 'X-RateLimit-Reset', change: () => '60' }),
  changeHeader('remaining-above-limit', 'X-RateLimit-Remaining is higher than the limit.')
    .kills('HEAD-005')
    .by({ name: 'X-RateLimit-Remaining', change: () => '100000' }),
  changeHeader('constant-request-id', 'Every response has the same request id.')
    .kills('HEAD-006')
    .by({ name: 'X-Request-Id', change: () => 'req_1' }),
  mutant('request-id-twice', 'Every tenth response has the request id of the one before.')
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
  mutant('request-id-echoed', 'The service returns a request id that the client sends.')
    .kills('HEAD-008')
    .by({
      response: (response, request) => {
        const brought = headerOf(request, 'x-request-id')
        return brought === undefined ? undefined : withHeader(response, 'x-request-id', brought)
      },
    }),
  ...downloadHeaderMutants,
]

function toObjectList(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
