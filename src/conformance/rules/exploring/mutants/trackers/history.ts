import { isCarrierFaulty, nowOf } from '../../../../selftest/behind.ts'
import type { Json } from '../../../../selftest/builders.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { remembering, told, watching } from '../../../../selftest/watched.ts'
import { anyTrackingFault, hourMs, idOf, isRead, isRegistered } from './shared.ts'

/** Histories that lose something, or have too much. */
export const historyMutants: readonly Mutant[] = [
  watching(
    'failed-poll-drops-history',
    'While its carrier cannot be asked, a tracker has no events.',
    ['EXPL-005'],
    () => async (seen) => {
      if (!isRead(seen)) return undefined
      const { carrier, events } = seen.json
      const isFaulty = await isCarrierFaulty(seen.wire, seen.account, { operation: 'tracking', carrier })
      return isFaulty && Array.isArray(events) && events.length > 0
        ? told(seen, { status: 'unknown', events: [] })
        : undefined
    },
  ),
  remembering(
    'history-doubled-after-failed-poll',
    'Once a carrier can be asked again, the history stands twice in a tracker.',
    ['EXPL-005'],
    () => {
      const failed = new Map<string, number>()
      const before = new Map<string, readonly unknown[]>()
      return {
        advanced: async (account, wire) => {
          if (await anyTrackingFault(wire, account)) failed.set(account, await nowOf({ wire, account }))
          return false
        },
        after: async (seen) => {
          if (!isRead(seen) && !isRegistered(seen)) return undefined
          const events: readonly unknown[] = Array.isArray(seen.json['events']) ? seen.json['events'] : []
          const since = failed.get(seen.account)
          if (since === undefined || (await anyTrackingFault(seen.wire, seen.account))) {
            if (since === undefined) before.set(idOf(seen), events)
            return undefined
          }
          const old = before.get(idOf(seen)) ?? []
          return old.length > 0 ? told(seen, { events: [...old, ...events] }) : undefined
        },
      }
    },
  ),
  watching(
    'registration-again-clears-history',
    'Registering a number again empties the history of its tracker until the next poll.',
    ['EXPL-005'],
    () => {
      const known = new Set<string>()
      const cleared = new Map<string, number>()
      return async (seen) => {
        if (!isRegistered(seen) && !isRead(seen)) return undefined
        const now = await nowOf(seen)
        if (isRegistered(seen)) {
          if (known.has(idOf(seen))) cleared.set(idOf(seen), now)
          known.add(idOf(seen))
        }
        const isCleared = now - (cleared.get(idOf(seen)) ?? Number.NEGATIVE_INFINITY) < 4 * hourMs
        const events: readonly unknown[] = Array.isArray(seen.json['events']) ? seen.json['events'] : []
        return isCleared && events.length > 0 ? told(seen, { events: [] }) : undefined
      }
    },
  ),
  watching(
    'history-shared-by-carrier',
    'Two trackers of a client with one carrier show the events of the first.',
    ['EXPL-005'],
    () => {
      const first = new Map<string, { readonly id: string; json: Json }>()
      return (seen) => {
        if (!isRegistered(seen) && !isRead(seen)) return undefined
        const name = `${seen.account} ${seen.isLive} ${seen.json['carrier']}`
        const known = first.get(name) ?? { id: idOf(seen), json: seen.json }
        first.set(name, known)
        if (known.id === idOf(seen)) {
          known.json = seen.json
          return undefined
        }
        const { status, events } = known.json
        return isRead(seen) && Array.isArray(events) && events.length > 0
          ? told(seen, { status, events })
          : undefined
      }
    },
  ),
]
