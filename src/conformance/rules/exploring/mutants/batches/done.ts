import { ask, environmentOf, HiddenKeys } from '../../../../selftest/behind.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { type Answered, watching } from '../../../../selftest/watched.ts'
import { idOf, isCreated } from './shared.ts'

/** Purchases of batches that are refused, and done all the same. */
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
      if (isCreated(seen)) owners.set(idOf(seen), { account: seen.account, environment: environmentOf(seen) })
      const owner = owners.get(seen.id)
      if (seen.operation !== 'buyBatch' || owner === undefined || !isDone(seen)) return undefined
      const key = await keys.of(seen.wire, [owner.account, owner.environment])
      await ask(seen.wire, key, ['POST', `/v1/batches/${seen.id}/buy`])
      return seen.response
    }
  })

export const doneMutants: readonly Mutant[] = [
  done(
    'batch-refused-to-stranger-and-done',
    'The purchase of a batch that another client is refused is done all the same.',
    ['EXPL-004', 'EXPL-009', 'KEY-206'],
    ({ code }) => code === 'BATCH.NOT_FOUND',
  ),
  done(
    'batch-refused-to-revoked-key-and-done',
    'The purchase of a batch that is refused to a revoked key is done all the same.',
    ['EXPL-004', 'EXPL-007'],
    ({ code }) => code === 'AUTH.KEY.REVOKED',
  ),
]
