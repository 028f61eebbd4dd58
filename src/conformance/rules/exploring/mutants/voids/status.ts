import { nowOf } from '../../../../selftest/behind.ts'
import type { Json } from '../../../../selftest/builders.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { type Answered, told, watching } from '../../../../selftest/watched.ts'
import { withJson } from '../../../../selftest/wire.ts'
import { alreadyRequested, isBought, isVoided } from './shared.ts'

const isRead = ({ operation, isGood }: Answered): boolean => operation === 'getLabel' && isGood

const unvoided = { void_status: null, void_requested_at: null }

/** What is told of a void. */
export const voidStatus: Mutant[] = [
  watching(
    'one-void-pending',
    'When a second label is voided, the void of the first is forgotten.',
    ['EXPL-003', 'VOID-107'],
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
