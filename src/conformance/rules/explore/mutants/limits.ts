import { isObject } from '../../../http/fields.ts'
import type { OperationName } from '../../../http/operation.ts'
import { nowOf } from '../../../proof/behind.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { controlCallOf } from '../../../proof/seen-accounts.ts'
import { type Answered, refusing, remembering, watching } from '../../../proof/watched.ts'
import { headerOf, jsonOf, type WireResponse, withHeader } from '../../../proof/wire.ts'

const limited = [429, 'AUTH.RATE_LIMIT.EXCEEDED'] as const
const remainingOf = ({ response }: Answered): number => Number(headerOf(response, 'x-ratelimit-remaining'))
const resetMsOf = ({ response }: Answered): number => Number(headerOf(response, 'x-ratelimit-reset')) * 1_000

/** Whether the answer is one whose request was counted. */
const isCounted = ({ operation, response, account }: Answered): boolean =>
  operation !== undefined && response.status !== 401 && response.status !== 429 && account !== ''

const withRemaining = (response: WireResponse, remaining: number): WireResponse =>
  withHeader(response, 'X-RateLimit-Remaining', String(remaining))

/** Requests that are counted where they should not be. */
class Counts {
  readonly #times = new Map<string, number[]>()

  add(name: string, at: number): void {
    this.#times.set(name, [...(this.#times.get(name) ?? []), at])
  }

  /** Those since the window of an answer opened. */
  inWindow(name: string, seen: Answered): number {
    const opened = resetMsOf(seen) - 61_000
    return (this.#times.get(name) ?? []).filter((at) => at > opened).length
  }
}

/** The answer of a service that has counted more in this window. */
async function countedMore(seen: Answered, more: number): Promise<WireResponse | undefined> {
  if (more === 0) return undefined
  const remaining = remainingOf(seen) - more
  if (remaining >= 0) return withRemaining(seen.response, remaining)
  const seconds = Math.max(1, Math.ceil((resetMsOf(seen) - (await nowOf(seen))) / 1_000))
  const refused = withRemaining(refusing(seen, limited), 0)
  return withHeader(refused, 'Retry-After', String(seconds))
}

/** Requests that are counted together though each has a limit of its own. */
const sharing = (
  id: string,
  deviation: string,
  kills: Mutant['kills'],
  names: (seen: Answered) => { readonly own: string; readonly others: readonly string[] } | undefined,
): Mutant =>
  watching(id, deviation, kills, () => {
    const counts = new Counts()
    return async (seen) => {
      const name = isCounted(seen) ? names(seen) : undefined
      if (name === undefined) return undefined
      counts.add(name.own, await nowOf(seen))
      return countedMore(
        seen,
        name.others.reduce((sum, other) => sum + counts.inWindow(other, seen), 0),
      )
    }
  })

/** Endpoints that share what each has to itself. */
const together = (id: string, deviation: string, endpoints: readonly OperationName[]): Mutant =>
  sharing(id, deviation, ['EXPL-008'], ({ operation, key }) =>
    operation === undefined || !endpoints.includes(operation)
      ? undefined
      : {
          own: `${key} ${operation}`,
          others: endpoints.filter((each) => each !== operation).map((each) => `${key} ${each}`),
        },
  )

const sharedMutants: readonly Mutant[] = [
  together('label-reads-and-voids-counted-together', 'Reading and voiding labels are counted together.', [
    'getLabel',
    'voidLabel',
  ]),
]

/** Limits that something else has changed. */
const changedMutants: readonly Mutant[] = [
  remembering(
    'new-key-inherits-count',
    'A key that is created after another was revoked goes on with the count of that one.',
    ['EXPL-008'],
    () => {
      const counts = new Counts()
      const values = new Map<string, string>()
      const revoked = new Map<string, string>()
      const heirs = new Map<string, string>()
      return {
        controlled: (request, response) => {
          const { account, call } = controlCallOf(request)
          const made = jsonOf(response)
          if (request.method === 'DELETE' && call.startsWith('keys/'))
            revoked.set(account, values.get(call.slice(5)) ?? '')
          if (request.method !== 'POST' || call !== 'keys' || !isObject(made)) return
          values.set(String(made['id']), String(made['key']))
          heirs.set(String(made['key']), revoked.get(account) ?? '')
        },
        after: async (seen) => {
          if (!isCounted(seen)) return undefined
          counts.add(`${seen.key} ${seen.operation}`, await nowOf(seen))
          return countedMore(seen, counts.inWindow(`${heirs.get(seen.key)} ${seen.operation}`, seen))
        },
      }
    },
  ),
  watching(
    'batch-limit-holds-up-buying',
    'A key that has created too many batches cannot buy any until its window resets.',
    ['EXPL-008'],
    () => {
      const until = new Map<string, number>()
      return async (seen) => {
        if (seen.operation === 'createBatch' && seen.response.status === 429)
          until.set(seen.key, resetMsOf(seen))
        const end = until.get(seen.key) ?? 0
        if (seen.operation !== 'buyBatch' || !isCounted(seen)) return undefined
        const left = end - (await nowOf(seen))
        if (left <= 0) return undefined
        const refused = withRemaining(refusing(seen, limited), 0)
        return withHeader(refused, 'Retry-After', String(Math.ceil(left / 1_000)))
      }
    },
  ),
]

/** Limits: each endpoint's own, each key's own. */
export const limitExplorationMutants: readonly Mutant[] = [...sharedMutants, ...changedMutants]
