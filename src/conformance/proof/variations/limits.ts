import operations from '../../../../fixtures/spec/operations.json' with { type: 'json' }
import { keyOf } from '../../../variations/json-responses.ts'
import {
  headerOf,
  jsonOf,
  type WireRequest,
  type WireResponse,
  withHeader,
} from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'
import { countUp } from '../builders.ts'
import type { Alteration, Wire } from '../mutant.ts'
import { parseControlCall } from '../proxy/seen-accounts.ts'
import { withKey } from '../stateful/stateful.ts'
import type { ProofVariation } from '../variation.ts'

/** Variations in how a correct service limits requests. */
export const limitVariations: readonly ProofVariation[] = [
  {
    id: 'other-limits',
    what: 'Refused requests do not count against the limit, and X-RateLimit-Reset is rounded down.',
    silent: { choice: 11 },
    open: () => {
      const uncounted = new Map<string, number>()
      return {
        response: (response, request) => {
          const reset = Number(headerOf(response, 'x-ratelimit-reset'))
          const left = Number(headerOf(response, 'x-ratelimit-remaining'))
          if (request.operation === undefined || Number.isNaN(reset + left)) return undefined
          const rounded = withHeader(response, 'x-ratelimit-reset', String(reset - 1))
          if (response.status === 429) return rounded
          const window = [request.headers['authorization'], request.operation, reset].join(' ')
          if (response.status > 299) countUp(uncounted, window)
          return withRemainingRequests(rounded, left + (uncounted.get(window) ?? 0))
        },
      }
    },
  },
  {
    id: 'higher-limits',
    what: 'Every limit is twice the documented one, as if support had raised it, and the profile says so.',
    silent: { statement: 'LIMITS-20' },
    profile: {
      limits: Object.fromEntries(
        Object.values(operations).map(({ method, path, limitPerMinute }) => [
          `${method} ${path}`,
          2 * limitPerMinute,
        ]),
      ),
    },
    open: doubleLimits,
  },
]

/** Creates an alteration that doubles each rate limit: after a 429, it sends the request with a second key of the same scopes. */
function doubleLimits(): Alteration {
  const keyOptions = new Map<string, unknown>()
  const secondKeys = new Map<string, Promise<string>>()
  const createSecondKey = (
    name: string,
    asked: unknown,
    [wire, account]: readonly [Wire, string],
  ): Promise<string> => {
    const known = secondKeys.get(name)
    if (known !== undefined) return known
    const made = wire
      .control('POST', `/accounts/${account}/keys`, asked)
      .then((key) => (isObject(key) ? String(key['key']) : ''))
    secondKeys.set(name, made)
    return made
  }
  return {
    controlled: (request, response) => {
      const key = jsonOf(response)
      if (request.method !== 'POST' || parseControlCall(request).call !== 'keys' || !isObject(key)) return
      const { environment, scopes } = key
      keyOptions.set(String(key['key']), { environment, scopes })
    },
    response: async (response, request: WireRequest, wire) => {
      const limit = Number(headerOf(response, 'x-ratelimit-limit'))
      const left = Number(headerOf(response, 'x-ratelimit-remaining'))
      const account = wire.accountOf(request)
      if (request.operation === undefined || account === undefined || response.status === 401)
        return undefined
      if (response.status !== 429) return withLimit(response, 2 * limit, left + limit)
      const key = keyOf(request)
      const environment = key.startsWith('pr_live_') ? 'live' : 'test'
      const reset = headerOf(response, 'x-ratelimit-reset') ?? ''
      const name = [key, request.operation, reset].join(' ')
      const second = await createSecondKey(name, keyOptions.get(key) ?? { environment }, [wire, account])
      const again = await wire.upstream(withKey(request, second))
      const leftAgain = Number(headerOf(again, 'x-ratelimit-remaining'))
      return withHeader(withLimit(again, 2 * limit, leftAgain), 'x-ratelimit-reset', reset)
    },
  }
}

function withLimit(response: WireResponse, limit: number, left: number): WireResponse {
  return withHeader(
    withHeader(response, 'x-ratelimit-limit', String(limit)),
    'x-ratelimit-remaining',
    String(left),
  )
}

/** Returns the response with `left` in the header X-RateLimit-Remaining, or the limit if that is lower. */
function withRemainingRequests(response: WireResponse, left: number): WireResponse {
  const limit = Number(headerOf(response, 'x-ratelimit-limit'))
  return withHeader(response, 'x-ratelimit-remaining', String(Math.min(limit, left)))
}
