import { errorOf, isLive, keyOf } from '../../../../variations/json-responses.ts'
import { headerOf, withHeader } from '../../../../variations/wire.ts'
import type { OperationName } from '../../../http/operation.ts'
import { buildMutant, countUp, createMutantBuilder } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'
import { openParsedAlteration, type ParsedResponse } from '../../../proof/stateful/stateful.ts'
import type { RuleId } from '../../../rule.ts'

/** The operations that read a resource, with the rule about the count of their requests. */
const countingRows: readonly (readonly [OperationName, RuleId])[] = [
  ['getLabel', 'LIMIT-104'],
  ['getTracker', 'LIMIT-107'],
  ['getBatch', 'LIMIT-110'],
]

const remainingHeader = 'x-ratelimit-remaining'

/**
 * Creates a broken service that counts requests against a wrong limit. Each request for which `isCounted` is true lowers
 * X-RateLimit-Remaining in the later responses for which `isLowered` is true.
 */
const buildWrongCountMutant = createMutantBuilder(
  ({
    isCounted,
    isLowered,
  }: Readonly<Record<'isCounted' | 'isLowered', (seen: ParsedResponse) => boolean>>) =>
    openParsedAlteration(() => {
      const used = new Map<string, number>()
      return {
        after: (seen) => {
          if (isCounted(seen)) countUp(used, seen.account)
          const more = used.get(seen.account) ?? 0
          if (!isLowered(seen) || more === 0) return undefined
          return withHeader(
            seen.response,
            remainingHeader,
            String(Number(headerOf(seen.response, remainingHeader)) - more),
          )
        },
      }
    }),
)

/** Deliberately broken services with wrong limits for live keys, or with wrong limit windows. */
export const windowMutants: readonly Mutant[] = [
  buildMutant('live-limits-lower', 'Every endpoint reports a limit of 10 requests to live keys.')
    .kills('LIMIT-014')
    .by({
      response: (response, request) =>
        isLive(request) && headerOf(response, 'x-ratelimit-limit') !== undefined
          ? withHeader(withHeader(response, 'x-ratelimit-limit', '10'), 'x-ratelimit-remaining', '9')
          : undefined,
    }),
  ...countingRows.map(
    ([operation, rule]): Mutant =>
      buildMutant(
        `limit-of-each-for-${operation.toLowerCase()}`,
        `${operation} has a separate limit for each resource.`,
      )
        .kills(rule)
        .by(() => {
          const counts = new Map<string, number>()
          return {
            response: (response, request) => {
              if (request.operation !== operation) return undefined
              const name = `${keyOf(request)} ${request.path}`
              const count = countUp(counts, name)
              return withHeader(response, 'x-ratelimit-remaining', String(300 - count))
            },
          }
        }),
  ),
  buildMutant('refused-requests-extend', 'A refused request starts a new window of the limit.')
    .kills('LIMIT-211')
    .by(() => {
      const refusedAt = new Map<string, number>()
      return {
        response: (response, request, wire) => {
          if (request.operation !== 'buyBatch') return undefined
          const now = wire.advancedMs(wire.accountOf(request))
          if (response.status === 429) {
            refusedAt.set(keyOf(request), now)
            return undefined
          }
          const before = refusedAt.get(keyOf(request))
          if (before === undefined || now - before > 60_000) return undefined
          const refused = buildErrorResponse(429, 'AUTH.RATE_LIMIT.EXCEEDED')
          return withHeader(withHeader(refused, 'retry-after', '30'), 'x-ratelimit-remaining', '0')
        },
      }
    }),
  buildMutant('reset-always-ahead', 'X-RateLimit-Reset is always a minute from now.')
    .kills('LIMIT-309')
    .by({
      response: (response, request, wire) => {
        const reset = Number(headerOf(response, 'x-ratelimit-reset'))
        const passed = wire.advancedMs(wire.accountOf(request))
        return Number.isFinite(reset) && passed > 0 && passed < 55_000
          ? withHeader(response, 'x-ratelimit-reset', String(reset + Math.floor(passed / 1_000)))
          : undefined
      },
    }),
  buildWrongCountMutant('voids-counted-as-readings', 'Voids also count against the limit of reading labels.')
    .kills('LIMIT-310')
    .by({
      isCounted: ({ operation }) => operation === 'voidLabel',
      isLowered: ({ operation }) => operation === 'getLabel',
    }),
  buildWrongCountMutant(
    'log-counted-as-wallet',
    'Reading the delivery log also counts against the limit of reading the wallet.',
  )
    .kills('LIMIT-310')
    .by({
      isCounted: ({ operation }) => operation === 'listDeliveries',
      isLowered: ({ operation }) => operation === 'getWallet',
    }),
  buildWrongCountMutant('keys-of-a-client-counted-together', 'Live keys also use up the limits of test keys.')
    .kills('LIMIT-311')
    .by({ isCounted: ({ isLive }) => isLive, isLowered: ({ isLive }) => !isLive }),
  buildMutant('all-remains-after-refusal', 'A refused request reports the whole limit as remaining.')
    .kills('LIMIT-312')
    .by({
      response: (response) => {
        const limit = headerOf(response, 'x-ratelimit-limit')
        if (errorOf(response) === undefined || limit === undefined) return undefined
        return withHeader(response, remainingHeader, limit)
      },
    }),
  buildMutant(
    'window-full-before-its-reset',
    'The full limit is available again after 40 seconds, before the window resets.',
  )
    .kills('LIMIT-313')
    .by({
      response: (response, request, wire) =>
        wire.advancedMs(wire.accountOf(request)) > 40_000
          ? withHeader(response, remainingHeader, headerOf(response, 'x-ratelimit-limit'))
          : undefined,
    }),
]
