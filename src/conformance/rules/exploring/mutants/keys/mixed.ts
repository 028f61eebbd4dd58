import { environmentOf, HiddenKeys, nowOf } from '../../../../selftest/behind.ts'
import { errorOf } from '../../../../selftest/builders.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { blocking, remembering, watching, withKey } from '../../../../selftest/watched.ts'
import { withJson } from '../../../../selftest/wire.ts'
import { expiredCode, Issued, revokedCode } from './shared.ts'

/** Keys that are taken for other keys of the client. */
export const mixedMutants: readonly Mutant[] = [
  blocking(
    'live-revocation-ends-test-keys',
    'When a live key is revoked, the test keys of the client are refused, too.',
    ['EXPL-007', 'EXPL-009', 'KEY-041'],
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
    'expiry-of-newest-key-for-older',
    'Keys that were created before another expire with that one.',
    ['EXPL-007'],
    [401, expiredCode],
    () => {
      const issued = new Issued()
      return {
        blocks: async (asked) => {
          if (asked.operation === undefined || issued.get(asked.key) === undefined) return false
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
