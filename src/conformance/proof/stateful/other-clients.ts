import { createMutantBuilder } from '../builders.ts'
import { ratesOf } from '../quotes.ts'
import { BackdoorKeys, environmentOf } from './backdoor.ts'
import { openParsedAlteration, type ParsedRequest, type ParsedResponse, withKey } from './stateful.ts'

/** Stores which account and environment each resource belongs to, from the responses that created it. */
class Owners {
  readonly #owners = new Map<string, { readonly account: string; readonly environment: 'live' | 'test' }>()

  noteResource(seen: ParsedResponse): void {
    if (!seen.isGood || seen.request.method !== 'POST') return
    const owner = { account: seen.account, environment: environmentOf(seen) }
    const made = seen.operation === 'createRates' ? ratesOf(seen.json) : [seen.json]
    for (const { id } of made)
      if (typeof id === 'string' && !this.#owners.has(id)) this.#owners.set(id, owner)
  }

  findOwner(id: string) {
    return this.#owners.get(id)
  }
}

/**
 * Builds mutants (broken services) in which a client may use resources of another client. `findSharedId` returns the id
 * of the resource that a request may use; undefined if the service treats the request correctly.
 */
export const buildOtherClientMutant = createMutantBuilder(
  (findSharedId: (asked: ParsedRequest) => string | undefined) =>
    openParsedAlteration(() => {
      const owners = new Owners()
      const keys = new BackdoorKeys()
      return {
        before: async (asked) => {
          const owner = owners.findOwner(findSharedId(asked) ?? '')
          if (owner === undefined || asked.account === '' || owner.account === asked.account) return undefined
          if (owner.environment !== environmentOf(asked)) return undefined
          return withKey(
            asked.request,
            await keys.findOrCreate(asked.wire, [owner.account, owner.environment]),
          )
        },
        after: (seen) => {
          owners.noteResource(seen)
          return undefined
        },
      }
    }),
)
