import type { Mutant } from '../../../../selftest/mutant.ts'
import { told, watching } from '../../../../selftest/watched.ts'
import { idOf, isBought, isCreated } from './shared.ts'

/** Batches that read otherwise once something else was created or bought. */
export const otherBatches: readonly Mutant[] = [
  watching(
    'progress-restarts-with-next-batch',
    'The progress of a batch that is processed reads as nothing once the client has created another.',
    ['EXPL-004'],
    () => {
      const bought = new Map<string, string>()
      const restarted = new Set<string>()
      return (seen) => {
        if (isBought(seen)) bought.set(seen.id, seen.account)
        if (isCreated(seen))
          for (const [id, account] of bought) if (account === seen.account) restarted.add(id)
        const isRead = seen.operation === 'getBatch' && seen.isGood && restarted.has(seen.id)
        return isRead && Number(seen.json['estimated_completion_percentage']) > 0
          ? told(seen, { estimated_completion_percentage: 0 })
          : undefined
      }
    },
  ),
  watching(
    'batch-read-costs-what-next-label-did',
    'A batch that is read has its cost and the price of the live label that the client bought after it.',
    ['EXPL-004'],
    () => {
      const created = new Map<string, string[]>()
      const more = new Map<string, number>()
      return (seen) => {
        if (isCreated(seen) && seen.isLive)
          created.set(seen.account, [...(created.get(seen.account) ?? []), idOf(seen)])
        if (seen.operation === 'buyLabel' && seen.isGood && seen.isLive)
          for (const id of created.get(seen.account) ?? [])
            if (!more.has(id)) more.set(id, Number(seen.json['rate_cents']))
        const cents = more.get(seen.id)
        return seen.operation === 'getBatch' && seen.isGood && cents !== undefined
          ? told(seen, { total_cost_cents: Number(seen.json['total_cost_cents']) + cents })
          : undefined
      }
    },
  ),
]
