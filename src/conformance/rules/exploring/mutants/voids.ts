import { ask, environmentOf, HiddenKeys, nowOf } from '../../../selftest/behind.ts'
import type { Json } from '../../../selftest/builders.ts'
import type { Mutant } from '../../../selftest/mutant.ts'
import { Overlaps } from '../../../selftest/overlaps.ts'
import { type Answered, blocking, remembering, told, watching } from '../../../selftest/watched.ts'
import { withJson } from '../../../selftest/wire.ts'

const isVoided = ({ operation, isGood }: Answered): boolean => operation === 'voidLabel' && isGood
const isRead = ({ operation, isGood }: Answered): boolean => operation === 'getLabel' && isGood
const isBought = ({ operation, isGood }: Answered): boolean => operation === 'buyLabel' && isGood
const alreadyRequested = 'LABEL.VOID.ALREADY_REQUESTED'
const unvoided = { void_status: null, void_requested_at: null }

/** What is told of a void. */
const voidStatus: Mutant[] = [
  watching(
    'one-void-pending',
    'When a second label is voided, the void of the first is forgotten.',
    ['EXPL-003'],
    () => {
      const last = new Map<string, string>()
      const forgotten = new Set<string>()
      return (seen) => {
        if (isVoided(seen)) {
          const before = last.get(seen.account)
          if (before !== undefined && before !== seen.id) forgotten.add(before)
          last.set(seen.account, seen.id)
          return undefined
        }
        if (!forgotten.has(seen.id)) return undefined
        if (isRead(seen)) return told(seen, unvoided)
        if (seen.operation !== 'voidLabel' || seen.code !== alreadyRequested) return undefined
        forgotten.delete(seen.id)
        return { ...withJson(seen.response, { id: seen.id, void_status: 'requested' }), status: 200 }
      }
    },
  ),
  watching(
    'void-shown-to-own-key-alone',
    'That a void was requested is shown to the key alone that requested it.',
    ['EXPL-003', 'EXPL-007'],
    () => {
      const keys = new Map<string, string>()
      return (seen) => {
        if (isVoided(seen)) keys.set(seen.id, seen.key)
        const key = keys.get(seen.id)
        return isRead(seen) && key !== undefined && key !== seen.key ? told(seen, unvoided) : undefined
      }
    },
  ),
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
    'void-moves-creation',
    'A label that was voided was created when it was voided.',
    ['EXPL-003'],
    () => {
      const voided = new Map<string, string>()
      return async (seen) => {
        if (isVoided(seen)) voided.set(seen.id, new Date(await nowOf(seen)).toISOString())
        const created_at = voided.get(seen.id)
        return isRead(seen) && created_at !== undefined ? told(seen, { created_at }) : undefined
      }
    },
  ),
  watching(
    'void-makes-label-free',
    'A label that was voided was bought for nothing.',
    ['EXPL-003', 'EXPL-001'],
    () => {
      const voided = new Set<string>()
      return (seen) => {
        if (isVoided(seen)) voided.add(seen.id)
        return isRead(seen) && voided.has(seen.id) ? told(seen, { rate_cents: 0 }) : undefined
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
  blocking(
    'one-void-at-a-time',
    'While the void of a label is pending, no other label of the same rate can be voided.',
    ['EXPL-003'],
    [422, alreadyRequested],
    () => {
      const rates = new Map<string, unknown>()
      const pending = new Set<unknown>()
      return {
        notes: (seen) => {
          if (isBought(seen)) rates.set(String(seen.json['id']), seen.asked['rate_id'])
          if (isVoided(seen)) pending.add(rates.get(seen.id))
        },
        blocks: ({ operation, id }) =>
          operation === 'voidLabel' && rates.has(id) && pending.has(rates.get(id)),
      }
    },
  ),
  blocking(
    'batch-labels-not-voided',
    'A label that a batch made is not found when it is to be voided.',
    ['EXPL-003', 'EXPL-004'],
    [404, 'LABEL.NOT_FOUND'],
    () => {
      const singles = new Set<string>()
      return {
        notes: (seen) => {
          if (isBought(seen)) singles.add(String(seen.json['id']))
        },
        blocks: ({ operation, id }) => operation === 'voidLabel' && id.startsWith('lbl_') && !singles.has(id),
      }
    },
  ),
  blocking(
    'no-void-after-a-week',
    'A week after its purchase a label cannot be voided, though nobody has scanned it.',
    ['EXPL-003'],
    [422, 'LABEL.VOID.INELIGIBLE'],
    () => {
      const bought = new Map<string, number>()
      return {
        notes: async (seen) => {
          if (isBought(seen)) bought.set(String(seen.json['id']), await nowOf(seen))
        },
        blocks: async (asked) => {
          const since = asked.operation === 'voidLabel' ? bought.get(asked.id) : undefined
          return since !== undefined && (await nowOf(asked)) - since > 7 * 86_400_000
        },
      }
    },
  ),
  remembering(
    'keys-race-on-void',
    'Two keys that void one label at one time are both told that they did.',
    ['EXPL-003', 'EXPL-007'],
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

/** Voids that are refused, and done all the same. */
const done = (
  id: string,
  deviation: string,
  kills: Mutant['kills'],
  isDone: (seen: Answered) => boolean,
): Mutant =>
  watching(id, deviation, kills, () => {
    const owners = new Map<string, { readonly account: string; readonly environment: 'live' | 'test' }>()
    const keys = new HiddenKeys()
    return async (seen) => {
      if (isBought(seen))
        owners.set(String(seen.json['id']), { account: seen.account, environment: environmentOf(seen) })
      const owner = owners.get(seen.id)
      if (seen.operation !== 'voidLabel' || owner === undefined || !isDone(seen)) return undefined
      const key = await keys.of(seen.wire, [owner.account, owner.environment])
      await ask(seen.wire, key, ['DELETE', `/v1/labels/${seen.id}`])
      return seen.response
    }
  })

const doneMutants: readonly Mutant[] = [
  done(
    'void-refused-to-stranger-and-done',
    'A void that another client is refused is done all the same.',
    ['EXPL-003', 'EXPL-009'],
    ({ code }) => code === 'LABEL.NOT_FOUND',
  ),
  done(
    'void-refused-to-revoked-key-and-done',
    'A void that is refused to a revoked key is done all the same.',
    ['EXPL-003', 'EXPL-007'],
    ({ code }) => code === 'AUTH.KEY.REVOKED',
  ),
]

/** Voids: of one label beside another, and what becomes of the label. */
export const voidExplorationMutants: readonly Mutant[] = [...voidStatus, ...voidRefusals, ...doneMutants]
