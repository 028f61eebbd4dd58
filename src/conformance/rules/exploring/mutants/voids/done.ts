import { ask, environmentOf, HiddenKeys } from '../../../../selftest/behind.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { type Answered, watching } from '../../../../selftest/watched.ts'
import { isBought } from './shared.ts'

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

export const doneMutants: readonly Mutant[] = [
  done(
    'void-refused-to-stranger-and-done',
    'A void that another client is refused is done all the same.',
    ['EXPL-003', 'EXPL-009', 'KEY-203'],
    ({ code }) => code === 'LABEL.NOT_FOUND',
  ),
  done(
    'void-refused-to-revoked-key-and-done',
    'A void that is refused to a revoked key is done all the same.',
    ['EXPL-003', 'EXPL-007'],
    ({ code }) => code === 'AUTH.KEY.REVOKED',
  ),
]
