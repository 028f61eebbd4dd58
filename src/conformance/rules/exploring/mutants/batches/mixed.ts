import type { Json } from '../../../../selftest/builders.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { type Answered, told, watching } from '../../../../selftest/watched.ts'
import { idOf, isBought, isCreated, itemsIn } from './shared.ts'

const isRead = ({ operation, isGood }: Answered): boolean => operation === 'getBatch' && isGood

/** Two batches that are taken for one another. */
export const mixedMutants: readonly Mutant[] = [
  watching(
    'batch-shows-progress-of-another',
    'A batch that is not bought yet shows the progress of one that is.',
    ['EXPL-004'],
    () => {
      const done = new Map<string, Json>()
      const bought = new Set<string>()
      return (seen) => {
        if (isBought(seen)) bought.add(seen.id)
        if (!isRead(seen)) return undefined
        const { estimated_completion_percentage, estimated_time_remaining_seconds } = seen.json
        if (bought.has(seen.id)) {
          done.set(seen.account, { estimated_completion_percentage, estimated_time_remaining_seconds })
          return undefined
        }
        const progress = done.get(seen.account)
        return progress?.['estimated_completion_percentage'] === 100 ? told(seen, progress) : undefined
      }
    },
  ),
  watching(
    'older-batch-reads-cost-of-last',
    'A batch that is read has the cost of the batch that was created last.',
    ['EXPL-004', 'BATCH-026'],
    () => {
      const last = new Map<string, unknown>()
      return (seen) => {
        if (isCreated(seen)) last.set(seen.key, seen.json['total_cost_cents'])
        const total_cost_cents = last.get(seen.key)
        const isOther = total_cost_cents !== undefined && total_cost_cents !== seen.json['total_cost_cents']
        return isRead(seen) && isOther ? told(seen, { total_cost_cents }) : undefined
      }
    },
  ),
  watching(
    'second-batch-has-items-of-first',
    'A second batch that is read has the items of the first one, too.',
    ['EXPL-004'],
    () => {
      const items = new Map<string, readonly Json[]>()
      const earlier = new Map<string, readonly Json[]>()
      return (seen) => {
        const whose = `${seen.account} ${seen.isLive}`
        if (isCreated(seen)) {
          const before = items.get(whose) ?? []
          earlier.set(idOf(seen), before)
          items.set(whose, [...before, ...itemsIn(seen.asked)])
        }
        const before = earlier.get(seen.id) ?? []
        return isRead(seen) && before.length > 0
          ? told(seen, { items: [...before, ...itemsIn(seen.json)] })
          : undefined
      }
    },
  ),
]
