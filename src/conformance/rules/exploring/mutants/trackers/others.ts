import { nowOf } from '../../../../selftest/behind.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { told, watching } from '../../../../selftest/watched.ts'
import { hourMs, idOf, isRead, isRegistered } from './shared.ts'

/** Trackers that other trackers of the client, or long times, change. */
export const otherTrackers: readonly Mutant[] = [
  watching(
    'history-begins-anew-after-a-week',
    'What a tracker had seen is gone from its history a week after it was registered.',
    ['EXPL-005'],
    () => {
      const since = new Map<string, number>()
      const early = new Map<string, number>()
      return async (seen) => {
        if (!isRegistered(seen) && !isRead(seen)) return undefined
        const id = idOf(seen)
        const now = await nowOf(seen)
        const events: readonly unknown[] = Array.isArray(seen.json['events']) ? seen.json['events'] : []
        if (!since.has(id)) since.set(id, now)
        if (now - (since.get(id) ?? now) <= 7 * 24 * hourMs) {
          early.set(id, events.length)
          return undefined
        }
        const gone = early.get(id) ?? 0
        return gone > 0 && isRead(seen) ? told(seen, { events: events.slice(gone) }) : undefined
      }
    },
  ),
]
