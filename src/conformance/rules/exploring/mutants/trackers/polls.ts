import { nowOf } from '../../../../selftest/behind.ts'
import type { Json } from '../../../../selftest/builders.ts'
import type { Mutant, Wire } from '../../../../selftest/mutant.ts'
import { type Answered, remembering, told } from '../../../../selftest/watched.ts'
import { anyTrackingFault, hourMs, idOf, isRead, isRegistered } from './shared.ts'

/** What was last told of a tracker, and when. */
interface Kept {
  readonly json: Json
  readonly at: number
}

/** A service that shows again what it showed last, when it should have asked the carrier. */
const stale = (
  id: string,
  deviation: string,
  open: () => {
    /** Whether what was shown last is shown again. */
    isStale(seen: Answered, kept: Kept, now: number): boolean
    notes?(seen: Answered, now: number): void
    readonly keepsTime?: boolean
    readonly advanced?: (account: string, wire: Wire) => Promise<boolean>
  },
): Mutant =>
  remembering(id, deviation, ['EXPL-005'], () => {
    const { isStale, notes, keepsTime, advanced } = open()
    const kept = new Map<string, Kept>()
    return {
      ...(advanced && { advanced }),
      after: async (seen) => {
        if (!isRegistered(seen) && !isRead(seen)) return undefined
        const now = await nowOf(seen)
        notes?.(seen, now)
        const known = kept.get(idOf(seen))
        const isOld = isRead(seen) && known !== undefined && isStale(seen, known, now)
        const json = isOld ? known.json : seen.json
        kept.set(idOf(seen), { json, at: isOld && keepsTime === true ? known.at : now })
        const { status, events } = json
        return isOld && JSON.stringify(json) !== JSON.stringify(seen.json)
          ? told(seen, { status, events })
          : undefined
      },
    }
  })

/** When carriers are asked. */
export const pollMutants: readonly Mutant[] = [
  stale(
    'registration-puts-off-polls',
    'With each registration, all trackers of the client wait four hours from then.',
    () => {
      const last = new Map<string, { readonly id: string; readonly at: number }>()
      const known = new Set<string>()
      return {
        notes: (seen, at) => {
          if (isRegistered(seen) && !known.has(idOf(seen))) {
            known.add(idOf(seen))
            last.set(seen.account, { id: idOf(seen), at })
          }
        },
        isStale: (seen, _, now) => {
          const registration = last.get(seen.account)
          return (
            registration !== undefined && registration.id !== seen.id && now - registration.at < 4 * hourMs
          )
        },
        keepsTime: true,
      }
    },
  ),
  stale('reading-puts-off-poll', 'A tracker is refreshed four hours after it was read last.', () => ({
    isStale: (_, { at }, now) => now - at < 4 * hourMs,
  })),
  stale(
    'idle-trackers-sleep',
    'A tracker that was read, and then not for three days, is not refreshed before it is read again.',
    () => {
      const read = new Set<string>()
      return {
        isStale: (seen, { at }, now) => {
          const wasRead = read.has(seen.id)
          read.add(seen.id)
          return wasRead && now - at >= 72 * hourMs
        },
      }
    },
  ),
  stale('polls-a-minute-late', 'A tracker is refreshed every four hours and one minute.', () => {
    const everyMs = 4 * hourMs + 60_000
    const registered = new Map<string, number>()
    return {
      notes: (seen, now) => {
        if (isRegistered(seen) && !registered.has(idOf(seen))) registered.set(idOf(seen), now)
      },
      isStale: (seen, { at }, now) => {
        const begun = registered.get(seen.id) ?? now
        return at >= begun + Math.floor((now - begun) / everyMs) * everyMs
      },
      keepsTime: true,
    }
  }),
  stale('polls-slow-down', 'From its second day on, a tracker is refreshed every eight hours.', () => {
    const registered = new Map<string, number>()
    return {
      notes: (seen, now) => {
        if (isRegistered(seen) && !registered.has(idOf(seen))) registered.set(idOf(seen), now)
      },
      isStale: (seen, { at }, now) => {
        const begun = (registered.get(seen.id) ?? now) + 24 * hourMs
        if (now < begun) return false
        return at >= begun + Math.floor((now - begun) / (8 * hourMs)) * 8 * hourMs
      },
      keepsTime: true,
    }
  }),
  stale('failed-poll-skips-a-day', 'After a poll that failed, a tracker is not refreshed for a day.', () => {
    const failed = new Map<string, number>()
    return {
      advanced: async (account, wire) => {
        const isFailed = await anyTrackingFault(wire, account)
        if (isFailed) failed.set(account, await nowOf({ wire, account }))
        return false
      },
      isStale: (seen, _, now) => now - (failed.get(seen.account) ?? Number.NEGATIVE_INFINITY) < 24 * hourMs,
      keepsTime: true,
    }
  }),
]
