import { headerOf, jsonOf, type WireResponse, withHeader } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { buildMutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { parseControlCall } from '../../../proof/proxy/seen-accounts.ts'
import { readAccountTime } from '../../../proof/stateful/backdoor.ts'
import {
  buildResponseMutant,
  buildStatefulMutant,
  type ParsedResponse,
  withError,
} from '../../../proof/stateful/stateful.ts'

const remainingOf = (response: WireResponse): number => Number(headerOf(response, 'x-ratelimit-remaining'))
const resetMsOf = ({ response }: ParsedResponse): number =>
  Number(headerOf(response, 'x-ratelimit-reset')) * 1_000

/** Returns true if the service counts the request against a rate limit. */
const isCountedRequest = ({ operation, response, account }: ParsedResponse): boolean =>
  operation !== undefined && response.status !== 401 && response.status !== 429 && account !== ''

const setRemainingHeader = (response: WireResponse, remaining: number): WireResponse =>
  withHeader(response, 'X-RateLimit-Remaining', String(remaining))

/** Returns a 429 response that says that the rate limit resets at `untilMs`. */
async function makeLimitRefusal(seen: ParsedResponse, untilMs: number): Promise<WireResponse> {
  const seconds = Math.max(1, Math.ceil((untilMs - (await readAccountTime(seen))) / 1_000))
  const refused = setRemainingHeader(withError(seen, [429, 'AUTH.RATE_LIMIT.EXCEEDED']), 0)
  return withHeader(refused, 'Retry-After', String(seconds))
}

/** Counts requests against wrong rate limits, for a broken service. Each limit has a name; the class stores the times of its requests. */
class WrongCounts {
  readonly #times = new Map<string, number[]>()

  async addRequest(name: string, seen: ParsedResponse): Promise<void> {
    this.#times.set(name, [...(this.#times.get(name) ?? []), await readAccountTime(seen)])
  }

  /**
   * Subtracts the wrongly counted requests from X-RateLimit-Remaining. Returns the changed response, or a 429 if the result
   * is below 0; undefined if no request was wrongly counted.
   */
  async subtractWrongCounts(name: string, seen: ParsedResponse): Promise<WireResponse | undefined> {
    const opened = resetMsOf(seen) - 61_000
    const more = (this.#times.get(name) ?? []).filter((at) => at > opened).length
    const remaining = remainingOf(seen.response) - more
    if (more === 0) return undefined
    return remaining >= 0
      ? setRemainingHeader(seen.response, remaining)
      : makeLimitRefusal(seen, resetMsOf(seen))
  }
}

/** Deliberately broken services that count requests against a limit of another operation or key. */
export const limitMutants: readonly Mutant[] = [
  buildMutant(
    'what-is-not-there-takes-two',
    'A request for a resource that does not exist counts as two requests in the limit headers.',
  )
    .kills('EXPL-008')
    .by({
      response: (response) =>
        response.status === 404
          ? setRemainingHeader(response, Math.max(0, remainingOf(response) - 1))
          : undefined,
    }),
  buildResponseMutant('label-reads-and-voids-counted-together', 'Reading and voiding labels share one count.')
    .kills('EXPL-008')
    .by(() => {
      const counts = new WrongCounts()
      return async (seen) => {
        const { operation, key } = seen
        if (!isCountedRequest(seen) || (operation !== 'getLabel' && operation !== 'voidLabel'))
          return undefined
        await counts.addRequest(`${key} ${operation}`, seen)
        return counts.subtractWrongCounts(
          `${key} ${operation === 'getLabel' ? 'voidLabel' : 'getLabel'}`,
          seen,
        )
      }
    }),
  buildStatefulMutant(
    'new-key-inherits-count',
    'A key that is created after another key was revoked continues the request count of the revoked key.',
  )
    .kills('EXPL-008')
    .by(() => {
      const counts = new WrongCounts()
      const values = new Map<string, string>()
      const revoked = new Map<string, string>()
      const heirs = new Map<string, string>()
      return {
        controlled: (request, response) => {
          const { account, call } = parseControlCall(request)
          const made = jsonOf(response)
          if (request.method === 'DELETE' && call.startsWith('keys/'))
            revoked.set(account, values.get(call.slice(5)) ?? '')
          if (request.method !== 'POST' || call !== 'keys' || !isObject(made)) return
          values.set(String(made['id']), String(made['key']))
          heirs.set(String(made['key']), revoked.get(account) ?? '')
        },
        after: async (seen) => {
          if (!isCountedRequest(seen)) return undefined
          await counts.addRequest(`${seen.key} ${seen.operation}`, seen)
          return counts.subtractWrongCounts(`${heirs.get(seen.key)} ${seen.operation}`, seen)
        },
      }
    }),
  buildResponseMutant(
    'batch-limit-holds-up-buying',
    'A key that has used up its limit of creating batches cannot buy batches until the window resets.',
  )
    .kills('EXPL-008')
    .by(() => {
      const until = new Map<string, number>()
      return async (seen) => {
        if (seen.operation === 'createBatch' && seen.response.status === 429)
          until.set(seen.key, resetMsOf(seen))
        const end = until.get(seen.key) ?? 0
        const isHeldUp =
          seen.operation === 'buyBatch' && isCountedRequest(seen) && end > (await readAccountTime(seen))
        return isHeldUp ? makeLimitRefusal(seen, end) : undefined
      }
    }),
]
