import { environmentOf, HiddenKeys, nowOf } from '../../../selftest/behind.ts'
import { errorOf, type Json } from '../../../selftest/builders.ts'
import type { Mutant } from '../../../selftest/mutant.ts'
import { controlCallOf } from '../../../selftest/seen-accounts.ts'
import {
  type Answered,
  type Asked,
  blocking,
  refusing,
  remembering,
  watching,
  withKey,
} from '../../../selftest/watched.ts'
import { jsonOf, type WireRequest, type WireResponse, withJson } from '../../../selftest/wire.ts'
import { isObject } from '../../../wire/fields.ts'

const revokedCode = 'AUTH.KEY.REVOKED'
const expiredCode = 'AUTH.KEY.EXPIRED'
const dayMs = 86_400_000

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
    'one-revoked-key-at-a-time',
    'When a second key of the client is revoked, the first one works again.',
    (issued) => ({
      lets: ({ key, account }) => {
        const revoked = issued.revokedOf(account)
        return revoked.includes(key) && revoked.at(-1) !== key
      },
    }),
  ),
  lettingIn(
    'key-in-use-outlives-expiry',
    'A key that was used in the minute before its expiration works on for a minute.',
    (issued) => {
      const used = new Map<string, number>()
      return {
        lets: async (asked) => {
          const end = Date.parse(String(issued.get(asked.key)?.['expires_at']))
          if (Number.isNaN(end)) return false
          const now = await nowOf(asked)
          return now >= end && now < end + 60_000 && now - (used.get(asked.key) ?? 0) <= 60_000
        },
        notes: async (seen) => {
          if (seen.response.status < 300 && issued.get(seen.key)?.['expires_at'] != null)
            used.set(seen.key, await nowOf(seen))
        },
      }
    },
  ),
  lettingIn('key-expires-a-second-late', 'A key works for a second after its expiration.', (issued) => ({
    lets: async (asked) => {
      const end = Date.parse(String(issued.get(asked.key)?.['expires_at']))
      if (Number.isNaN(end)) return false
      const now = await nowOf(asked)
      return now >= end && now <= end + 1_000
    },
  })),
  lettingIn('expired-key-back-next-week', 'A week after its expiration a key works again.', (issued) => ({
    lets: async (asked) => {
      const end = Date.parse(String(issued.get(asked.key)?.['expires_at']))
      return !Number.isNaN(end) && (await nowOf(asked)) > end + 7 * dayMs
    },
  })),
  blocking(
    'key-expires-20-seconds-early',
    'A key is refused from 20 seconds before its expiration.',
    ['EXPL-007'],
    [401, expiredCode],
    () => {
      const issued = new Issued()
      return {
        blocks: async (asked) => {
          const end = Date.parse(String(issued.get(asked.key)?.['expires_at']))
          return !Number.isNaN(end) && asked.operation !== undefined && end - (await nowOf(asked)) <= 20_000
        },
        others: { controlled: (request, response) => issued.note(request, response) },
      }
    },
  ),
  ...(
    [
      ['revoked', revokedCode],
      ['expired', expiredCode],
    ] as const
  ).map(([which, code]) =>
    watching(
      `${which}-key-unknown-next-day`,
      `A day after it was first refused, a key that is ${which} is refused as an unknown one.`,
      ['EXPL-007'],
      () => {
        const since = new Map<string, number>()
        return async (seen) => {
          if (seen.code !== code) return undefined
          const now = await nowOf(seen)
          const from = since.get(seen.key) ?? now
          since.set(seen.key, from)
          return now - from > dayMs ? refusing(seen, [401, 'AUTH.KEY.INVALID']) : undefined
        }
      },
    ),
  ),
]

/** Keys that are taken for other keys of the client. */
const mixedMutants: readonly Mutant[] = [
  blocking(
    'live-revocation-ends-test-keys',
    'When a live key is revoked, the test keys of the client are refused, too.',
    ['EXPL-007', 'EXPL-009'],
    [401, revokedCode],
    () => {
      const issued = new Issued()
      return {
        blocks: ({ isLive, account, operation }) =>
          operation !== undefined &&
          !isLive &&
          issued.revokedOf(account).some((value) => value.startsWith('pr_live_')),
        others: { controlled: (request, response) => issued.note(request, response) },
      }
    },
  ),
  blocking(
    'expiry-of-newest-key-for-all',
    'All keys of a client expire with the one that was created last.',
    ['EXPL-007'],
    [401, expiredCode],
    () => {
      const issued = new Issued()
      return {
        blocks: async (asked) => {
          if (asked.operation === undefined) return false
          const newest = issued.newest(asked.account)
          const end = Date.parse(String(newest?.json['expires_at']))
          if (Number.isNaN(end) || newest?.value === asked.key) return false
          return (await nowOf(asked)) >= end
        },
        others: { controlled: (request, response) => issued.note(request, response) },
      }
    },
  ),
  watching(
    'scope-refusal-sticks',
    'After a key was refused for its scope, the next key of the client is refused at that endpoint, too.',
    ['EXPL-007'],
    () => {
      const stuck = new Map<string, { readonly key: string; readonly error: Json }>()
      return (seen) => {
        const name = `${seen.account} ${seen.operation}`
        if (seen.code === 'AUTH.KEY.INSUFFICIENT_SCOPE') {
          stuck.set(name, { key: seen.key, error: errorOf(seen.response) ?? {} })
          return undefined
        }
        const refused = stuck.get(name)
        const isReading = seen.request.method === 'GET'
        if (!isReading || refused === undefined || refused.key === seen.key || !seen.isGood) return undefined
        stuck.delete(name)
        const { required_scope, key_scopes } = refused.error
        return refusing(seen, [403, 'AUTH.KEY.INSUFFICIENT_SCOPE'], { required_scope, key_scopes })
      }
    },
  ),
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
  watching(
    'required-scope-of-first-refusal',
    'A key that is refused again is told the scope that it needed the first time.',
    ['EXPL-007'],
    () => {
      const first = new Map<string, unknown>()
      return (seen) => {
        const error = errorOf(seen.response)
        if (seen.code !== 'AUTH.KEY.INSUFFICIENT_SCOPE') return undefined
        const required_scope = first.get(seen.key) ?? error?.['required_scope']
        first.set(seen.key, required_scope)
        return required_scope === error?.['required_scope']
          ? undefined
          : withJson(seen.response, { error: { ...error, required_scope } })
      }
    },
  ),
  remembering(
    'newest-key-narrows-older',
    'A key that is created takes from those created before it the scopes that it has not.',
    ['EXPL-007'],
    () => {
      const issued = new Issued()
      const keys = new HiddenKeys()
      return {
        controlled: (request, response) => issued.note(request, response),
        before: async (asked) => {
          const own = issued.get(asked.key)?.['scopes']
          const newest = issued.newest(asked.account)
          const scopes = newest?.json['scopes']
          const isOlder = newest !== undefined && newest.value !== asked.key
          if (!isOlder || !Array.isArray(scopes) || !Array.isArray(own)) return undefined
          const left = own.filter((scope) => scopes.includes(scope)).map(String)
          if (left.length === own.length) return undefined
          const instead = await keys.of(asked.wire, [asked.account, environmentOf(asked), left])
          return withKey(asked.request, instead)
        },
      }
    },
  ),
]

/** Keys: what becomes of them later, and of one when something happens to another. */
export const keyExplorationMutants: readonly Mutant[] = [...timeMutants, ...mixedMutants]
