import type { Json } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { Overlaps } from '../../../proof/overlaps.ts'
import { type Answered, blocking, remembering, told, watching } from '../../../proof/watched.ts'
import { withJson } from '../../../proof/wire.ts'

const isVoided = ({ operation, isGood }: Answered): boolean => operation === 'voidLabel' && isGood

const isBought = ({ operation, isGood }: Answered): boolean => operation === 'buyLabel' && isGood

const alreadyRequested = 'LABEL.VOID.ALREADY_REQUESTED'

/** Voids that are refused, or accepted, for what happened to something else. */
const voidRefusals: readonly Mutant[] = [
  blocking(
    'ineligible-sticks',
    'Once a void was refused for a scan, the next void of the client is refused for it, too.',
    ['EXPL-003'],
    [422, 'LABEL.VOID.INELIGIBLE'],
    () => {
      const stuck = new Set<string>()
      return {
        notes: (seen) => {
          if (seen.code === 'LABEL.VOID.INELIGIBLE') stuck.add(seen.account)
        },
        blocks: ({ operation, account }) => operation === 'voidLabel' && stuck.delete(account),
      }
    },
  ),
  remembering(
    'keys-race-on-void',
    'Two keys that void one label at one time are both told that they did.',
    ['EXPL-003'],
    () => {
      const overlaps = new Overlaps()
      const keys = new Map<string, Set<string>>()
      return {
        before: ({ operation, request, id, key }) => {
          if (operation !== 'voidLabel') return undefined
          overlaps.enter(request, id)
          keys.set(id, (keys.get(id) ?? new Set()).add(key))
          return undefined
        },
        after: async (seen) => {
          const overlap = await overlaps.leave(seen.request)
          const isRace = overlap?.met === true && (keys.get(seen.id)?.size ?? 0) > 1
          if (!isRace || seen.code !== alreadyRequested) return undefined
          return { ...withJson(seen.response, { id: seen.id, void_status: 'requested' }), status: 200 }
        },
      }
    },
  ),
]

const isRead = ({ operation, isGood }: Answered): boolean => operation === 'getLabel' && isGood

/** What is told of a void. */
const voidStatus: Mutant[] = [
  watching(
    'void-drops-contacts',
    'A label loses the phones and e-mails of its addresses with its void.',
    ['EXPL-003'],
    () => {
      const voided = new Set<string>()
      const bare = (address: unknown) => ({ ...Object(address), phone: null, email: null })
      return (seen) => {
        if (isVoided(seen)) voided.add(seen.id)
        if (!isRead(seen) || !voided.has(seen.id)) return undefined
        return told(seen, {
          from_address: bare(seen.json['from_address']),
          to_address: bare(seen.json['to_address']),
        })
      }
    },
  ),
  watching(
    'void-of-one-voids-its-rate',
    'The void of a label is a void of every label that was bought by the same rate.',
    ['EXPL-003'],
    () => {
      const rates = new Map<string, unknown>()
      const voided = new Map<unknown, Json>()
      return (seen) => {
        if (isBought(seen)) rates.set(String(seen.json['id']), seen.asked['rate_id'])
        const rate = rates.get(seen.id)
        if (rate === undefined) return undefined
        const status = voided.get(rate)
        if (isVoided(seen)) {
          voided.set(rate, { void_status: 'requested', void_requested_at: seen.json['void_requested_at'] })
          return undefined
        }
        return isRead(seen) && status !== undefined && seen.json['void_status'] === null
          ? told(seen, status)
          : undefined
      }
    },
  ),
]

/** Voids: of one label beside another, and what becomes of the label. */
export const voidExplorationMutants: readonly Mutant[] = [...voidStatus, ...voidRefusals]
