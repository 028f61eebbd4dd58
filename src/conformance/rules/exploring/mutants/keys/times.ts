import { environmentOf, HiddenKeys, nowOf } from '../../../../selftest/behind.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import {
  type Answered,
  type Asked,
  blocking,
  refusing,
  remembering,
  watching,
  withKey,
} from '../../../../selftest/watched.ts'
import { expiredCode, Issued, revokedCode } from './shared.ts'

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

export const timeMutants: readonly Mutant[] = [
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
    ['EXPL-007', 'KEY-033'],
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
