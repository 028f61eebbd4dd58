import type { Variation } from '../variation.ts'
import { headerOf, type WireResponse, withHeader } from '../wire.ts'

/** Variations of rate limits. */
export const limitVariations: readonly Variation[] = [
  {
    id: 'other-limits',
    what: 'Requests that are refused do not count, and times of limits are rounded down.',
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
          return told(rounded, left + (uncounted.get(window) ?? 0))
        },
      }
    },
  },
]

/** The answer with so many requests left, at most the limit. */
function told(response: WireResponse, left: number): WireResponse {
  const limit = Number(headerOf(response, 'x-ratelimit-limit'))
  return withHeader(response, 'x-ratelimit-remaining', String(Math.min(limit, left)))
}
