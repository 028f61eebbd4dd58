import { isObject } from '../../../http/fields.ts'
import { ask, environmentOf, HiddenKeys, nowOf } from '../../../proof/behind.ts'
import { errorOf, type Json } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { controlCallOf } from '../../../proof/seen-accounts.ts'
import { type Answered, type Asked, remembering, watching, withKey } from '../../../proof/watched.ts'
import { jsonOf, type WireRequest, type WireResponse, withJson } from '../../../proof/wire.ts'

/** What the dashboard was told of keys: their values, scopes and ends. */
class Issued {
  readonly #keys = new Map<
    string,
    { readonly value: string; readonly json: Json; readonly account: string }
  >()
  /** In the order in which they were revoked, by their values. */
  readonly revoked: string[] = []

  note(request: WireRequest, response: WireResponse): void {
    const { account, call } = controlCallOf(request)
    const json = jsonOf(response)
    if (call === 'keys' && request.method === 'POST' && isObject(json))
      this.#keys.set(String(json['id']), { value: String(json['key']), json, account })
    const id = call.startsWith('keys/') ? call.slice(5) : ''
    const key = this.#keys.get(id)
    if (request.method === 'DELETE' && key !== undefined) this.revoked.push(key.value)
  }

  get(value: string): Json | undefined {
    return [...this.#keys.values()].find((each) => each.value === value)?.json
  }

  /** The key of an account that was made last. */
  newest(account: string): { readonly value: string; readonly json: Json } | undefined {
    return [...this.#keys.values()].filter((each) => each.account === account).at(-1)
  }

  revokedOf(account: string): readonly string[] {
    const own = new Set(
      [...this.#keys.values()].filter((each) => each.account === account).map(({ value }) => value),
    )
    return this.revoked.filter((value) => own.has(value))
  }
}

/** Keys that are taken for other keys of the client. */
const mixedMutants: readonly Mutant[] = [
  watching(
    'key-scopes-accumulate',
    'The scopes that are told of a key are those of every key of the client that was refused so far.',
    ['EXPL-007'],
    () => {
      const scopes = new Map<string, Set<unknown>>()
      return (seen) => {
        const error = errorOf(seen.response)
        if (seen.code !== 'AUTH.KEY.INSUFFICIENT_SCOPE' || !Array.isArray(error?.['key_scopes']))
          return undefined
        const all = scopes.get(seen.account) ?? new Set<unknown>()
        scopes.set(seen.account, all)
        for (const scope of error['key_scopes']) all.add(scope)
        return all.size > error['key_scopes'].length
          ? withJson(seen.response, { error: { ...error, key_scopes: [...all] } })
          : undefined
      }
    },
  ),
]

/** Keys that what was done to other keys, or asked with them before, changes. */
const otherKeys: readonly Mutant[] = [
  remembering(
    'key-after-revocation-unscoped',
    'A key that is created after another of the client was revoked may do everything.',
    ['EXPL-010'],
    () => {
      const issued = new Issued()
      const keys = new HiddenKeys()
      const free = new Set<string>()
      return {
        controlled: (request, response) => {
          issued.note(request, response)
          const { account, call } = controlCallOf(request)
          const made = jsonOf(response)
          const isMade = request.method === 'POST' && call === 'keys' && isObject(made)
          if (isMade && issued.revokedOf(account).length > 0) free.add(String(made['key']))
        },
        after: async (seen) => {
          if (seen.code !== 'AUTH.KEY.INSUFFICIENT_SCOPE' || !free.has(seen.key)) return undefined
          const { method, path, body } = seen.request
          const key = await keys.of(seen.wire, [seen.account, environmentOf(seen)])
          const sent = body.length === 0 ? undefined : JSON.parse(body.toString())
          return { ...(await ask(seen.wire, key, [method, path, sent])), headers: seen.response.headers }
        },
      }
    },
  ),
]

const dayMs = 86_400_000

/** A service that lets in a key that it should refuse. */
const lettingIn = (
  id: string,
  deviation: string,
  open: (issued: Issued) => {
    lets(asked: Asked): boolean | Promise<boolean>
    notes?(seen: Answered): Promise<void> | void
  },
): Mutant =>
  remembering(id, deviation, ['EXPL-007'], () => {
    const issued = new Issued()
    const keys = new HiddenKeys()
    const { lets, notes } = open(issued)
    return {
      controlled: (request, response) => issued.note(request, response),
      before: async (asked) => {
        if (!(await lets(asked))) return undefined
        const scopes = issued.get(asked.key)?.['scopes']
        const given = Array.isArray(scopes) ? scopes.map(String) : undefined
        const instead = await keys.of(asked.wire, [asked.account, environmentOf(asked), given])
        return withKey(asked.request, instead)
      },
      after: async (seen) => {
        await notes?.(seen)
        return undefined
      },
    }
  })

const timeMutants: readonly Mutant[] = [
  lettingIn('revoked-key-back-next-day', 'A day after its revocation a key works again.', (issued) => {
    const since = new Map<string, number>()
    return {
      lets: async (asked) => {
        if (!issued.revoked.includes(asked.key)) return false
        const now = await nowOf(asked)
        const from = since.get(asked.key) ?? now
        since.set(asked.key, from)
        return now - from > dayMs
      },
    }
  }),
  lettingIn(
    'key-in-use-outlives-expiry',
    'A key that was used in the ten seconds before its expiration works on for ten.',
    (issued) => {
      const used = new Map<string, number>()
      return {
        lets: async (asked) => {
          const end = Date.parse(String(issued.get(asked.key)?.['expires_at']))
          if (Number.isNaN(end)) return false
          const now = await nowOf(asked)
          return now >= end && now < end + 10_000 && (used.get(asked.key) ?? 0) >= end - 10_000
        },
        notes: async (seen) => {
          if (seen.response.status < 300 && issued.get(seen.key)?.['expires_at'] != null)
            used.set(seen.key, await nowOf(seen))
        },
      }
    },
  ),
]

/** Keys: what becomes of them later, and of one when something happens to another. */
export const keyExplorationMutants: readonly Mutant[] = [...timeMutants, ...mixedMutants, ...otherKeys]
