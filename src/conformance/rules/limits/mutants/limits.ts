import { isLive, keyOf } from '../../../../variations/json-responses.ts'
import { headerOf, withHeader } from '../../../../variations/wire.ts'
import { type OperationName, operationOf } from '../../../http/operation.ts'
import { buildMutant, countUp, createMutantBuilder } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'
import type { RuleId } from '../../../rule.ts'

/** For each operation: the rules about the limit in its headers, the count of requests, and the requests beyond the limit. */
const limitRows: readonly (readonly [OperationName, RuleId, RuleId, RuleId])[] = [
  ['createRates', 'LIMIT-001', 'LIMIT-101', 'LIMIT-201'],
  ['validateAddress', 'LIMIT-002', 'LIMIT-102', 'LIMIT-202'],
  ['buyLabel', 'LIMIT-003', 'LIMIT-103', 'LIMIT-203'],
  ['getLabel', 'LIMIT-004', 'LIMIT-104', 'LIMIT-204'],
  ['voidLabel', 'LIMIT-005', 'LIMIT-105', 'LIMIT-205'],
  ['registerTracker', 'LIMIT-006', 'LIMIT-106', 'LIMIT-206'],
  ['getTracker', 'LIMIT-007', 'LIMIT-107', 'LIMIT-207'],
  ['listCarrierAccounts', 'LIMIT-008', 'LIMIT-108', 'LIMIT-208'],
  ['createBatch', 'LIMIT-009', 'LIMIT-109', 'LIMIT-209'],
  ['getBatch', 'LIMIT-010', 'LIMIT-110', 'LIMIT-210'],
  ['buyBatch', 'LIMIT-011', 'LIMIT-111', 'LIMIT-211'],
  ['getWallet', 'LIMIT-012', 'LIMIT-112', 'LIMIT-212'],
  ['listDeliveries', 'LIMIT-013', 'LIMIT-113', 'LIMIT-213'],
]

/** Creates a deliberately broken service that allows one request too few at an operation. */
function buildLastRequestMutant(operation: OperationName, rule: RuleId): Mutant {
  return buildMutant(
    `one-too-few-for-${operation.toLowerCase()}`,
    `${operationOf(operation).endpoint} refuses the last request that its limit allows.`,
  )
    .kills(rule)
    .by(() => {
      const counts = new Map<string, number>()
      return {
        response: (_, request) => {
          if (request.operation !== operation) return undefined
          const key = keyOf(request)
          const count = countUp(counts, key)
          return count === operationOf(operation).limitPerMinute ? makeLimitRefusal() : undefined
        },
      }
    })
}

function makeLimitRefusal(retryAfter = '30') {
  const refused = buildErrorResponse(429, 'AUTH.RATE_LIMIT.EXCEEDED')
  return {
    ...refused,
    headers: { ...refused.headers, 'retry-after': retryAfter, 'x-ratelimit-remaining': '0' },
  }
}

/**
 * Creates a deliberately broken service: once one rate limit is used up, the service also refuses the requests of
 * other limits for which `covers` returns true.
 */
const buildSharedLimitMutant = createMutantBuilder(
  (covers: (limited: string, asked: string) => boolean) => () => {
    const limited = new Set<string>()
    return {
      response: (response, request, wire) => {
        const name = [wire.accountOf(request), request.operation, keyOf(request)].join(' ')
        if (response.status === 429) limited.add(name)
        return response.status !== 429 && [...limited].some((each) => covers(each, name))
          ? makeLimitRefusal()
          : undefined
      },
    }
  },
)

export const limitMutants: readonly Mutant[] = [
  ...limitRows.flatMap(([operation, tells, counts, ends]) => {
    const { endpoint, limitPerMinute } = operationOf(operation)
    const name = operation.toLowerCase()
    return [
      buildMutant(
        `lower-limit-for-${name}`,
        `${endpoint} reports a limit of ${limitPerMinute - 1} requests instead of ${limitPerMinute}.`,
      )
        .kills(tells)
        .by({
          response: (response, request) =>
            request.operation === operation
              ? withHeader(response, 'x-ratelimit-limit', String(limitPerMinute - 1))
              : undefined,
        }),
      buildMutant(
        `higher-limit-for-${name}`,
        `${endpoint} reports a limit of ${limitPerMinute + 1} requests instead of ${limitPerMinute}.`,
      )
        .kills(tells)
        .by({
          response: (response, request) =>
            request.operation === operation
              ? withHeader(response, 'x-ratelimit-limit', String(limitPerMinute + 1))
              : undefined,
        }),
      buildMutant(
        `nothing-counted-for-${name}`,
        `${endpoint} always reports the same number of remaining requests.`,
      )
        .kills(counts)
        .by({
          response: (response, request) =>
            request.operation === operation
              ? withHeader(response, 'x-ratelimit-remaining', String(limitPerMinute - 1))
              : undefined,
        }),
      buildMutant(`no-limit-for-${name}`, `${endpoint} has no rate limit.`)
        .kills(ends)
        .by({
          response: (response, request) => {
            if (request.operation !== operation || response.status !== 429) return undefined
            return { ...response, status: 200, body: Buffer.from('{}') }
          },
        }),
    ]
  }),
  buildMutant('more-left-after-404', 'A 404 response reports one remaining request too many.')
    .kills('LIMIT-104', 'LIMIT-107', 'LIMIT-110')
    .by({
      response: (response) => {
        const left = headerOf(response, 'x-ratelimit-remaining')
        return response.status === 404 && left !== undefined
          ? withHeader(response, 'x-ratelimit-remaining', String(Number(left) + 1))
          : undefined
      },
    }),
  buildMutant('every-limit-a-hundredfold', 'Every endpoint reports a hundred times its limit.')
    .kills('LIMIT-003', 'LIMIT-014')
    .by({
      response: (response) => {
        const limit = headerOf(response, 'x-ratelimit-limit')
        return limit === undefined ? undefined : withHeader(response, 'x-ratelimit-limit', `${limit}00`)
      },
    }),
  buildMutant('live-limit-higher', 'The wallet reports a higher limit to live keys.')
    .kills('LIMIT-014')
    .by({
      response: (response, request) =>
        request.operation === 'getWallet' && isLive(request)
          ? withHeader(response, 'x-ratelimit-limit', '301')
          : undefined,
    }),
  buildLastRequestMutant('buyLabel', 'LIMIT-203'),
  buildLastRequestMutant('buyBatch', 'LIMIT-211'),
  buildLastRequestMutant('getWallet', 'LIMIT-212'),
  buildMutant('half-a-limit', 'POST /v1/batches/{id}/buy allows only five of its ten requests a minute.')
    .kills('LIMIT-211')
    .by(() => {
      const counts = new Map<string, number>()
      return {
        response: (response, request) => {
          if (request.operation !== 'buyBatch') return undefined
          const count = countUp(counts, keyOf(request))
          return count > 5
            ? makeLimitRefusal()
            : withHeader(response, 'x-ratelimit-remaining', String(5 - count))
        },
      }
    }),
  buildMutant('told-limit-not-kept', 'POST /v1/batches/{id}/buy reports one request less than its limit.')
    .kills('LIMIT-011')
    .by({
      response: (response, request) => {
        const limit = headerOf(response, 'x-ratelimit-limit')
        return request.operation === 'buyBatch' && limit !== undefined
          ? withHeader(response, 'x-ratelimit-limit', '9')
          : undefined
      },
    }),
  buildSharedLimitMutant('limit-per-account', 'All keys of an account share one rate limit.')
    .kills('LIMIT-211')
    .by((limited, asked) => limited.split(' ').slice(0, 2).join() === asked.split(' ').slice(0, 2).join()),
  buildSharedLimitMutant('limit-for-all-endpoints', 'All endpoints share one rate limit.')
    .kills('LIMIT-303')
    .by((limited, asked) => limited.split(' ')[2] === asked.split(' ')[2]),
  buildMutant('retry-after-too-short', 'Retry-After is one second, although the window has longer to go.')
    .kills('LIMIT-303')
    .by({
      response: (response) =>
        response.status === 429 ? withHeader(response, 'retry-after', '1') : undefined,
    }),
  buildMutant('window-never-turns', 'The limit of GET /v1/wallet is never reset.')
    .kills('LIMIT-304')
    .by(() => {
      const counts = new Map<string, number>()
      return {
        response: (response, request) => {
          if (request.operation !== 'getWallet') return undefined
          const count = countUp(counts, keyOf(request))
          return withHeader(response, 'x-ratelimit-remaining', String(300 - count))
        },
      }
    }),
  buildMutant('window-back-in-part', 'A new window of GET /v1/wallet allows two requests too few.')
    .kills('LIMIT-304')
    .by({
      response: (response, request, wire) => {
        if (request.operation !== 'getWallet' || wire.advancedMs(wire.accountOf(request)) === 0)
          return undefined
        const left = Number(headerOf(response, 'x-ratelimit-remaining'))
        return withHeader(response, 'x-ratelimit-remaining', String(left - 2))
      },
    }),
  buildMutant('reset-too-early', 'The X-RateLimit-Reset of a 429 is 45 seconds too early.')
    .kills('LIMIT-303')
    .by({
      response: (response) => {
        const reset = Number(headerOf(response, 'x-ratelimit-reset'))
        return response.status === 429 && Number.isFinite(reset)
          ? withHeader(response, 'x-ratelimit-reset', String(reset - 45))
          : undefined
      },
    }),
  buildMutant('reset-far-ahead', 'X-RateLimit-Reset is ten minutes too late.')
    .kills('LIMIT-305')
    .by({
      response: (response) => {
        const reset = Number(headerOf(response, 'x-ratelimit-reset'))
        return Number.isFinite(reset)
          ? withHeader(response, 'x-ratelimit-reset', String(reset + 600))
          : undefined
      },
    }),
]
