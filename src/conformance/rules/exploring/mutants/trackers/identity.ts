import type { Json } from '../../../../selftest/builders.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { Overlaps } from '../../../../selftest/overlaps.ts'
import { type Answered, refusing, remembering, watching } from '../../../../selftest/watched.ts'
import { type WireResponse, withJson } from '../../../../selftest/wire.ts'
import { idOf, isRead, isRegistered } from './shared.ts'

const notFound = [404, 'TRACKER.NOT_FOUND'] as const

/** The answer to a registration that was made before. */
const asBefore = ({ response }: Answered, json: Json): WireResponse => withJson(response, json)

/** Trackers that are taken for one another. */
export const identityMutants: readonly Mutant[] = [
  watching(
    'one-tracker-per-number',
    'A number that is registered with another carrier has the tracker of the first.',
    ['EXPL-005', 'TRACK-013'],
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
    ['EXPL-005', 'EXPL-009', 'TRACK-014'],
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
