import { ask, environmentOf, HiddenKeys, nowOf } from '../../../../selftest/behind.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { controlCallOf } from '../../../../selftest/seen-accounts.ts'
import { remembering, withKey } from '../../../../selftest/watched.ts'
import { jsonOf } from '../../../../selftest/wire.ts'
import { isObject } from '../../../../wire/fields.ts'
import { Issued } from './shared.ts'

/** Keys that what was done to other keys, or asked with them before, changes. */
export const otherKeys: readonly Mutant[] = [
  remembering(
    'key-after-revocation-unscoped',
    'A key that is created after another of the client was revoked may do everything.',
    ['EXPL-007'],
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
  remembering(
    'expired-key-back-with-new-one',
    'Once a key was created after its expiration, an expired key of the client works again.',
    ['EXPL-007'],
    () => {
      const issued = new Issued()
      const keys = new HiddenKeys()
      const made = new Map<string, number>()
      return {
        controlled: async (request, response, wire) => {
          issued.note(request, response)
          const { account, call } = controlCallOf(request)
          if (request.method === 'POST' && call === 'keys') made.set(account, await nowOf({ wire, account }))
        },
        before: async ({ key, account, wire, request, isLive }) => {
          const own = issued.get(key)
          const end = Date.parse(String(own?.['expires_at']))
          if (Number.isNaN(end) || issued.revoked.includes(key) || (made.get(account) ?? 0) < end)
            return undefined
          const scopes = Array.isArray(own?.['scopes']) ? own['scopes'].map(String) : undefined
          return withKey(request, await keys.of(wire, [account, environmentOf({ isLive }), scopes]))
        },
      }
    },
  ),
]
