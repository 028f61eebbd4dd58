import { move, nowOf } from '../../../../selftest/behind.ts'
import type { Json } from '../../../../selftest/builders.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { Overlaps } from '../../../../selftest/overlaps.ts'
import { type Answered, remembering, told } from '../../../../selftest/watched.ts'
import { type WireRequest, withJson } from '../../../../selftest/wire.ts'
import { active, idOf, isBought, isBusy, isCreated } from './shared.ts'

/** Batches that are bought beside others, or at one time. */
export const togetherMutants: readonly Mutant[] = [
  remembering(
    'batch-beside-another-never-done',
    'A batch that is bought while another is processed is accepted, and nothing comes of it.',
    ['EXPL-004'],
    () => {
      const bought = new Map<string, { readonly id: string; readonly at: number }>()
      const made = new Map<string, Json>()
      const forgotten = new Map<WireRequest, string>()
      return {
        before: async (asked) => {
          const last = bought.get(asked.account)
          if (asked.operation !== 'buyBatch' || !made.has(asked.id) || last?.id === asked.id) return undefined
          if (!isBusy(last, await nowOf(asked))) return undefined
          const instead = { ...asked.request, path: '/v1/batches/bat_000000000000000000000000/buy' }
          forgotten.set(instead, asked.id)
          return instead
        },
        after: async (seen) => {
          const batch = made.get(forgotten.get(seen.request) ?? '')
          if (batch !== undefined && seen.response.status === 404)
            return { ...withJson(seen.response, batch), status: 202 }
          if (isCreated(seen)) made.set(idOf(seen), seen.json)
          if (isBought(seen)) {
            made.delete(seen.id)
            bought.set(seen.account, { id: seen.id, at: await nowOf(seen) })
          }
          return undefined
        },
      }
    },
  ),
  remembering(
    'parallel-buys-both-accepted',
    'A batch that is bought twice at one time is accepted twice.',
    ['EXPL-004', 'BATCH-031'],
    () => {
      const overlaps = new Overlaps()
      const good = new Map<string, Answered>()
      return {
        before: ({ operation, request, id }) => {
          if (operation === 'buyBatch') overlaps.enter(request, id)
          return undefined
        },
        after: async (seen) => {
          if (isBought(seen)) good.set(seen.id, seen)
          const overlap = await overlaps.leave(seen.request)
          const first = good.get(seen.id)
          if (overlap?.met !== true || seen.code !== active[1] || first === undefined) return undefined
          return { ...withJson(seen.response, first.json), status: first.response.status }
        },
      }
    },
  ),
  remembering(
    'parallel-batches-one-charged',
    'Of two live batches that are created at one time, one is not charged.',
    ['EXPL-004', 'EXPL-001'],
    () => {
      const overlaps = new Overlaps()
      return {
        before: ({ operation, request, isLive, account }) => {
          if (operation === 'createBatch' && isLive) overlaps.enter(request, account)
          return undefined
        },
        after: async (seen) => {
          const overlap = await overlaps.leave(seen.request)
          if (overlap?.met !== true || !overlap.isLater || !seen.isGood) return undefined
          const cents = Number(seen.json['total_cost_cents'])
          await move(seen.wire, seen.account, cents)
          return told(seen, {
            wallet_balance_after_cents: Number(seen.json['wallet_balance_after_cents']) + cents,
          })
        },
      }
    },
  ),
]
