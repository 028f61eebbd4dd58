import { isCarrierFaulty, nowOf } from '../../../selftest/behind.ts'
import type { Json } from '../../../selftest/builders.ts'
import type { Mutant, Wire } from '../../../selftest/mutant.ts'
import { Overlaps } from '../../../selftest/overlaps.ts'
import { type Answered, blocking, refusing, remembering, told, watching } from '../../../selftest/watched.ts'
import { type WireResponse, withJson } from '../../../selftest/wire.ts'

const isRegistered = ({ operation, isGood }: Answered): boolean => operation === 'registerTracker' && isGood
const isRead = ({ operation, isGood }: Answered): boolean => operation === 'getTracker' && isGood
const idOf = ({ json }: Answered): string => String(json['id'])
const hourMs = 3_600_000
const notFound = [404, 'TRACKER.NOT_FOUND'] as const

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
const pollMutants: readonly Mutant[] = [
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
    'A tracker that nobody has read for a day is not refreshed before it is read again.',
    () => ({
      isStale: (_, { at }, now) => now - at >= 24 * hourMs,
    }),
  ),
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

async function anyTrackingFault(wire: Wire, account: string): Promise<boolean> {
  for (const carrier of ['USPS', 'UPS', 'FedEx', 'DHL']) {
    if (await isCarrierFaulty(wire, account, { operation: 'tracking', carrier })) return true
  }
  return false
}

/** Histories that lose something, or have too much. */
const historyMutants: readonly Mutant[] = [
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

/** The answer to a registration that was made before. */
const asBefore = ({ response }: Answered, json: Json): WireResponse => withJson(response, json)

/** Trackers that are taken for one another. */
const identityMutants: readonly Mutant[] = [
  watching(
    'one-tracker-per-number',
    'A number that is registered with another carrier has the tracker of the first.',
    ['EXPL-005'],
    () => {
      const trackers = new Map<string, Json>()
      return (seen) => {
        if (!isRegistered(seen)) return undefined
        const name = `${seen.account} ${seen.isLive} ${seen.json['tracking_number']}`
        const known = trackers.get(name)
        if (known === undefined) trackers.set(name, seen.json)
        return known === undefined || known['carrier'] === seen.json['carrier']
          ? undefined
          : asBefore(seen, known)
      }
    },
  ),
  watching(
    'tracker-of-both-environments',
    'A test key that registers what a live key has registered is given the live tracker.',
    ['EXPL-005', 'EXPL-009'],
    () => {
      const live = new Map<string, Json>()
      return (seen) => {
        if (!isRegistered(seen)) return undefined
        const name = `${seen.account} ${seen.json['carrier']} ${seen.json['tracking_number']}`
        if (seen.isLive) live.set(name, seen.json)
        const known = live.get(name)
        return seen.isLive || known === undefined ? undefined : asBefore(seen, known)
      }
    },
  ),
  watching(
    'tracker-moves-to-other-client',
    'A tracker is not found any more once another client has registered its number.',
    ['EXPL-005', 'EXPL-009'],
    () => {
      const owners = new Map<string, string>()
      const numbers = new Map<string, string>()
      return (seen) => {
        if (isRegistered(seen)) {
          const number = `${seen.json['carrier']} ${seen.json['tracking_number']}`
          owners.set(number, seen.account)
          numbers.set(idOf(seen), number)
        }
        const owner = owners.get(numbers.get(seen.id) ?? '')
        return isRead(seen) && owner !== undefined && owner !== seen.account
          ? refusing(seen, notFound)
          : undefined
      }
    },
  ),
  remembering(
    'parallel-registrations-one-tracker',
    'Two numbers that a key registers at one time have one tracker.',
    ['EXPL-005'],
    () => {
      const overlaps = new Overlaps()
      const first = new Map<string, Json>()
      return {
        before: ({ operation, request, key }) => {
          if (operation === 'registerTracker') overlaps.enter(request, key)
          return undefined
        },
        after: async (seen) => {
          if (isRegistered(seen) && !first.has(seen.key)) first.set(seen.key, seen.json)
          const overlap = await overlaps.leave(seen.request)
          const known = first.get(seen.key)
          if (overlap === undefined) return undefined
          if (!overlap.met) first.delete(seen.key)
          return overlap.met && seen.isGood && known !== undefined && known !== seen.json
            ? asBefore(seen, known)
            : undefined
        },
      }
    },
  ),
  blocking(
    'trackers-per-key',
    'A tracker is found by the key alone that registered it.',
    ['EXPL-005', 'EXPL-007'],
    notFound,
    () => {
      const makers = new Map<string, Set<string>>()
      return {
        notes: (seen) => {
          if (isRegistered(seen)) makers.set(idOf(seen), (makers.get(idOf(seen)) ?? new Set()).add(seen.key))
        },
        blocks: ({ operation, id, key }) => {
          const keys = makers.get(id)
          const isSameKind = [...(keys ?? [])].some((maker) => maker.slice(0, 8) === key.slice(0, 8))
          return operation === 'getTracker' && isSameKind && keys?.has(key) === false
        },
      }
    },
  ),
  watching(
    'void-drops-tracker',
    'The tracker of a label is not found any more once its void was requested.',
    ['EXPL-005', 'EXPL-003'],
    () => {
      const numbers = new Map<string, unknown>()
      const voided = new Set<unknown>()
      return (seen) => {
        if (seen.operation === 'buyLabel' && seen.isGood)
          numbers.set(idOf(seen), seen.json['tracking_number'])
        if (seen.operation === 'voidLabel' && seen.isGood) voided.add(numbers.get(seen.id))
        return isRead(seen) && voided.has(seen.json['tracking_number']) ? refusing(seen, notFound) : undefined
      }
    },
  ),
]

/** Numbers that come back as others. */
const respelled = (id: string, deviation: string, respell: (text: string) => string): Mutant =>
  watching(id, deviation, ['EXPL-005'], () => (seen) => {
    if (!isRegistered(seen) && !isRead(seen)) return undefined
    const number = String(seen.json['tracking_number'])
    const tracking_number = respell(number)
    return tracking_number === number ? undefined : told(seen, { tracking_number })
  })

const numberMutants: readonly Mutant[] = [
  respelled('tracking-number-in-capitals', 'A tracking number comes back in capitals.', (text) =>
    text.toUpperCase(),
  ),
  respelled(
    'tracking-number-without-leading-zeros',
    'A tracking number comes back without the zeros that it begins with.',
    (text) => text.replace(/^0+(?=\d)/, ''),
  ),
  respelled('tracking-number-cut-at-30', 'A tracking number is cut after 30 characters.', (text) =>
    text.slice(0, 30),
  ),
]

/** Trackers: their own polls, their own history. */
export const trackerExplorationMutants: readonly Mutant[] = [
  ...pollMutants,
  ...historyMutants,
  ...identityMutants,
  ...numberMutants,
]
