import { mutant, refuses } from '../../../selftest/builders.ts'
import type { Mutant } from '../../../selftest/mutant.ts'
import { refusing, told, watching } from '../../../selftest/watched.ts'

const day = 24 * 3_600_000

/** Services that know of one batch at a time, and not for long. */
export const secondBatchMutants: readonly Mutant[] = [
  watching(
    'batch-reads-newest-cost',
    'A batch that is read has the cost of the newest.',
    ['BATCH-026'],
    () => {
      const newest = new Map<string, unknown>()
      return (seen) => {
        if (!seen.isGood) return undefined
        if (seen.operation === 'createBatch') newest.set(seen.account, seen.json['total_cost_cents'])
        const total_cost_cents = newest.get(seen.account)
        const isOther = seen.operation === 'getBatch' && total_cost_cents !== undefined
        return isOther ? told(seen, { total_cost_cents }) : undefined
      }
    },
  ),
  watching(
    'single-batch-at-work',
    'While a batch is processed, no other can be bought.',
    ['BATCH-027'],
    () => {
      const busy = new Set<string>()
      return (seen) => {
        if (seen.operation !== 'buyBatch' || !seen.isGood) return undefined
        if (busy.has(seen.account)) return refusing(seen, [422, 'BATCH.ALREADY_PROCESSING'])
        busy.add(seen.account)
        return undefined
      }
    },
  ),
  mutant(
    'waiting-batch-forgotten',
    'A batch that is not bought within a day is not found.',
    ['BATCH-028'],
    refuses(
      'buyBatch',
      404,
      'BATCH.NOT_FOUND',
      (_, request, wire) => wire.advancedMs(wire.accountOf(request)) > day,
    ),
  ),
]
