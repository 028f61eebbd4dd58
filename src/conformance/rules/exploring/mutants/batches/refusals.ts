import { nowOf } from '../../../../selftest/behind.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { type Asked, blocking } from '../../../../selftest/watched.ts'
import { active, idOf, isBought, isBusy, isCreated } from './shared.ts'

const notFound = [404, 'BATCH.NOT_FOUND'] as const

const dayMs = 86_400_000

/** Batches that are refused while another is processed. */
const heldUp = (
  id: string,
  deviation: string,
  {
    kills,
    isHeldUp,
  }: {
    readonly kills: Mutant['kills']
    isHeldUp(asked: Asked, bought: { readonly isLive: boolean }): boolean
  },
): Mutant =>
  blocking(id, deviation, kills, active, () => {
    const open = new Set<string>()
    const bought = new Map<string, { readonly isLive: boolean; readonly at: number }>()
    return {
      notes: async (seen) => {
        if (isCreated(seen)) open.add(idOf(seen))
        if (!isBought(seen)) return
        open.delete(seen.id)
        bought.set(seen.account, { isLive: seen.isLive, at: await nowOf(seen) })
      },
      blocks: async (asked) => {
        const last = bought.get(asked.account)
        if (asked.operation !== 'buyBatch' || !open.has(asked.id) || last === undefined) return false
        return isHeldUp(asked, last) && isBusy(last, await nowOf(asked))
      },
    }
  })

/** Batches that cannot be had for what happened to another. */
export const refusalMutants: readonly Mutant[] = [
  heldUp('one-batch-at-a-time', 'While a batch is processed, no other batch of the client can be bought.', {
    kills: ['EXPL-004'],
    isHeldUp: (asked, bought) => asked.isLive === bought.isLive,
  }),
  heldUp(
    'live-batch-holds-up-sandbox',
    'While a live batch is processed, none of the sandbox can be bought.',
    {
      kills: ['EXPL-004', 'EXPL-009'],
      isHeldUp: (asked, bought) => bought.isLive && !asked.isLive,
    },
  ),
  blocking(
    'refused-batch-refuses-next',
    'After a batch without items, the next batch of the client is refused as one.',
    ['EXPL-004'],
    [422, 'BATCH.ITEMS.REQUIRED'],
    () => {
      const stuck = new Set<string>()
      return {
        notes: (seen) => {
          if (seen.code === 'BATCH.ITEMS.REQUIRED') stuck.add(seen.account)
        },
        blocks: ({ operation, account }) => operation === 'createBatch' && stuck.delete(account),
      }
    },
  ),
  blocking(
    'unbought-batch-gone-next-day',
    'A batch that is not bought within a day is not found any more.',
    ['EXPL-004', 'BATCH-028'],
    notFound,
    () => {
      const made = new Map<string, number>()
      return {
        notes: async (seen) => {
          if (isCreated(seen)) made.set(idOf(seen), await nowOf(seen))
          if (isBought(seen)) made.delete(seen.id)
        },
        blocks: async (asked) => {
          const since = made.get(asked.id)
          const isAsked = asked.operation === 'getBatch' || asked.operation === 'buyBatch'
          return isAsked && since !== undefined && (await nowOf(asked)) - since > dayMs
        },
      }
    },
  ),
]
