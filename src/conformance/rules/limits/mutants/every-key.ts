import { headerOf, withHeader, withJson } from '../../../../variations/wire.ts'
import { buildMutant, countUp } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { buildResponseMutant, withError } from '../../../proof/stateful/stateful.ts'

const remainingHeader = 'x-ratelimit-remaining'
const limitRefusal = [429, 'AUTH.RATE_LIMIT.EXCEEDED'] as const

/** Creates a deliberately broken service that adds one to a header of each 429 at getBatch, except the first 429 of a key. */
const buildLaterRefusalMutant = (id: string, deviation: string, header: string): Mutant =>
  buildResponseMutant(id, deviation)
    .kills('LIMIT-210')
    .by(() => {
      const refused = new Set<string>()
      return ({ operation, response, key }) => {
        if (operation !== 'getBatch' || response.status !== 429) return undefined
        if (refused.has(key))
          return withHeader(response, header, String(Number(headerOf(response, header)) + 1))
        refused.add(key)
        return undefined
      }
    })

/** Deliberately broken services that count requests of several keys together, or report reset times that are wrong by seconds. */
export const everyKeyMutants: readonly Mutant[] = [
  buildResponseMutant(
    'tracker-limit-of-client',
    'The keys of a client share their limit of reading trackers.',
  )
    .kills('LIMIT-314')
    .by(() => {
      const counts = new Map<string, number>()
      return ({ operation, response, account }) => {
        if (operation !== 'getTracker') return undefined
        const count = countUp(counts, account)
        return withHeader(response, remainingHeader, String(300 - count))
      }
    }),
  buildResponseMutant('live-purchases-limited-at-50', 'A live key can buy only 50 labels a minute.')
    .kills('LIMIT-315')
    .by(() => {
      const counts = new Map<string, number>()
      return (seen) => {
        if (seen.operation !== 'buyLabel' || !seen.isLive || !seen.isGood) return undefined
        const count = countUp(counts, seen.account)
        return count > 50 ? withError(seen, limitRefusal) : undefined
      }
    }),
  buildResponseMutant(
    'live-limit-closes-test-key',
    'If a live key used up its limit of voids, test keys are refused.',
  )
    .kills('LIMIT-315')
    .by(() => {
      const closed = new Set<string>()
      return (seen) => {
        if (seen.operation !== 'voidLabel') return undefined
        if (seen.isLive && seen.response.status === 429) closed.add(seen.account)
        return !seen.isLive && closed.has(seen.account) ? withError(seen, limitRefusal) : undefined
      }
    }),
  buildMutant('later-windows-lack-one', 'From the second window on, one request less is allowed.')
    .kills('LIMIT-212')
    .by({
      response: (response, request, wire) => {
        const left = Number(headerOf(response, remainingHeader))
        const isLater = wire.advancedMs(wire.accountOf(request)) > 30_000
        return request.operation === 'getWallet' && left > 0 && isLater
          ? withHeader(response, remainingHeader, String(left - 1))
          : undefined
      },
    }),
  buildLaterRefusalMutant(
    'second-retry-after-a-second-longer',
    'From the second 429 in a window on, Retry-After is a second too long.',
    'retry-after',
  ),
  buildLaterRefusalMutant(
    'reset-put-off-by-refusal',
    'From the second 429 in a window on, X-RateLimit-Reset is a second too late.',
    'x-ratelimit-reset',
  ),
  buildMutant('retry-after-rounded-down', 'Retry-After is rounded down to whole seconds.')
    .kills('LIMIT-211', 'LIMIT-204')
    .by({
      response: (response, request, wire) =>
        response.status === 429 && wire.advancedMs(wire.accountOf(request)) % 1_000 !== 0
          ? withHeader(response, 'retry-after', String(Number(headerOf(response, 'retry-after')) - 1))
          : undefined,
    }),
  buildMutant('reset-of-log-late', 'The X-RateLimit-Reset of the delivery log is half a minute too late.')
    .kills('LIMIT-314')
    .by({
      response: (response, request) =>
        request.operation === 'listDeliveries'
          ? withHeader(
              response,
              'x-ratelimit-reset',
              String(Number(headerOf(response, 'x-ratelimit-reset')) + 30),
            )
          : undefined,
    }),
  buildMutant('reset-after-leap-days', 'On February 29, X-RateLimit-Reset is a day too late.')
    .kills('LIMIT-305')
    .by({
      response: (response) => {
        const reset = Number(headerOf(response, 'x-ratelimit-reset'))
        return Number.isFinite(reset) && new Date(reset * 1_000).toISOString().slice(5, 10) === '02-29'
          ? withHeader(response, 'x-ratelimit-reset', String(reset + 86_400))
          : undefined
      },
    }),
  buildResponseMutant('window-opens-early', 'A limit that is used up is lifted after 45 seconds.')
    .kills('LIMIT-212')
    .by(() => (seen) => {
      const isOver = seen.code === 'AUTH.RATE_LIMIT.EXCEEDED' && seen.wire.advancedMs(seen.account) >= 45_000
      return isOver && seen.operation === 'getWallet'
        ? { ...withJson(seen.response, { balance_cents: 5 }), status: 200 }
        : undefined
    }),
]
