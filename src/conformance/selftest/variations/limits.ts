import type { Variation } from '../variation.ts'
import { headerOf, type WireRequest, type WireResponse, withHeader } from '../wire.ts'

/** Services that count, round and limit otherwise. */
export const limitVariations: readonly Variation[] = [
  {
    id: 'other-limits',
    what: 'Requests that are refused do not count, the wallet may be read 1,000 times a minute, and times of limits are rounded down.',
    open: () => {
      const uncounted = new Map<string, number>()
      return {
        response: (response, request) => {
          const reset = Number(headerOf(response, 'x-ratelimit-reset'))
          const left = Number(headerOf(response, 'x-ratelimit-remaining'))
          if (request.operation === undefined || Number.isNaN(reset + left)) return undefined
          const retryAfter = headerOf(response, 'retry-after')
          const rounded = withHeader(
            withHeader(response, 'x-ratelimit-reset', String(reset - 1)),
            'retry-after',
            retryAfter === undefined ? undefined : String(Number(retryAfter) - 1),
          )
          if (response.status === 429) return rounded
          const window = [request.headers['authorization'], request.operation, reset].join(' ')
          if (response.status > 299) uncounted.set(window, (uncounted.get(window) ?? 0) + 1)
          return told(rounded, request, left + (uncounted.get(window) ?? 0))
        },
      }
    },
  },
]

/** Never more left than the limit is, and 700 requests more for the wallet. */
function told(response: WireResponse, { operation }: WireRequest, left: number): WireResponse {
  const more = operation === 'getWallet' ? 700 : 0
  const limit = Number(headerOf(response, 'x-ratelimit-limit')) + more
  return withHeader(
    withHeader(response, 'x-ratelimit-limit', String(limit)),
    'x-ratelimit-remaining',
    String(Math.min(limit, left + more)),
  )
}
