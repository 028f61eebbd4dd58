import { isCarrierFaulty, nowOf } from '../../../proof/behind.ts'
import type { Json } from '../../../proof/builders.ts'
import type { Mutant, Wire } from '../../../proof/mutant.ts'
import { type Answered, refusing, remembering, told, watching } from '../../../proof/watched.ts'

const isRegistered = ({ operation, isGood }: Answered): boolean => operation === 'registerTracker' && isGood

const isRead = ({ operation, isGood }: Answered): boolean => operation === 'getTracker' && isGood

const idOf = ({ json }: Answered): string => String(json['id'])

const hourMs = 3_600_000

async function anyTrackingFault(wire: Wire, account: string): Promise<boolean> {
  for (const carrier of ['USPS', 'UPS', 'FedEx', 'DHL']) {
    if (await isCarrierFaulty(wire, account, { operation: 'tracking', carrier })) return true
  }
  return false
}

/** Histories that lose something, or have too much. */
const historyMutants: readonly Mutant[] = [
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
  respelled(
    'tracking-number-without-leading-zeros',
    'A tracking number comes back without the zeros that it begins with.',
    (text) => text.replace(/^0+(?=\d)/, ''),
  ),
]

const notFound = [404, 'TRACKER.NOT_FOUND'] as const

/** Trackers that are taken for one another. */
const identityMutants: readonly Mutant[] = [
  watching(
    'void-drops-tracker',
    'The tracker of a label is not found any more once its void was requested.',
    ['EXPL-005'],
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
  stale('reading-puts-off-poll', 'A tracker is refreshed four hours after it was read last.', () => ({
    isStale: (_, { at }, now) => now - at < 4 * hourMs,
  })),
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

/** Trackers: their own polls, their own history. */
export const trackerExplorationMutants: readonly Mutant[] = [
  ...pollMutants,
  ...historyMutants,
  ...identityMutants,
  ...numberMutants,
]
