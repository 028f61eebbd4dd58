import { ask, HiddenKeys, move } from '../../../../selftest/behind.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { type Asked, remembering, watching } from '../../../../selftest/watched.ts'
import { jsonOf } from '../../../../selftest/wire.ts'
import { isObject } from '../../../../wire/fields.ts'
import { charged, costOf } from './shared.ts'

/** What the items of a batch cost together, as they were ordered. */
function orderedCost({ asked }: Asked): number {
  const items = Array.isArray(asked['items']) ? asked['items'].filter(isObject) : []
  return items.reduce((sum, item) => sum + Number(item['rate_cents'] ?? 0), 0)
}

/** Batches whose charge depends on what was before. */
export const batchChargeMutants: readonly Mutant[] = [
  watching(
    'identical-batch-free',
    'A live batch with the same items as the one before is not charged.',
    ['EXPL-001', 'EXPL-004'],
    () => {
      const last = new Map<string, string>()
      return (seen) => {
        if (seen.operation !== 'createBatch' || !seen.isGood || !seen.isLive) return undefined
        const items = JSON.stringify(seen.asked['items'])
        const isSame = last.get(seen.account) === items
        last.set(seen.account, items)
        return isSame ? charged(seen, -costOf(seen)) : undefined
      }
    },
  ),
  watching(
    'live-batch-free-after-sandbox-twin',
    'A live batch is not charged where the sandbox had one with the same items.',
    ['EXPL-001', 'EXPL-009'],
    () => {
      const twins = new Set<string>()
      return (seen) => {
        if (seen.operation !== 'createBatch' || !seen.isGood) return undefined
        const items = `${seen.account} ${JSON.stringify(seen.asked['items'])}`
        if (!seen.isLive) twins.add(items)
        return seen.isLive && twins.has(items) ? charged(seen, -costOf(seen)) : undefined
      }
    },
  ),
  watching(
    'refused-batch-charged-with-next',
    'What a batch would have cost that the wallet could not pay is taken with the next batch.',
    ['EXPL-001', 'EXPL-004'],
    () => {
      const owed = new Map<string, number>()
      return (seen) => {
        if (seen.operation !== 'createBatch' || !seen.isLive) return undefined
        const cents = owed.get(seen.account)
        if (seen.code.startsWith('WALLET.')) owed.set(seen.account, orderedCost(seen))
        if (!seen.isGood || cents === undefined) return undefined
        owed.delete(seen.account)
        return charged(seen, cents)
      }
    },
  ),
  watching(
    'sandbox-batch-charged-after-live-one',
    'Once a client has had a live batch, those of the sandbox are taken from the live wallet.',
    ['EXPL-001', 'EXPL-009'],
    () => {
      const live = new Set<string>()
      return async (seen) => {
        if (seen.operation !== 'createBatch' || !seen.isGood) return undefined
        if (seen.isLive) live.add(seen.account)
        if (seen.isLive || !live.has(seen.account)) return undefined
        await move(seen.wire, seen.account, -costOf(seen))
        return seen.response
      }
    },
  ),
  watching(
    'second-batch-returned-when-bought',
    'When a second live batch of a client is bought, its cost goes back into the wallet.',
    ['EXPL-001', 'EXPL-004'],
    () => {
      const bought = new Map<string, number>()
      const costs = new Map<string, number>()
      return async (seen) => {
        if (!seen.isLive || !seen.isGood) return undefined
        if (seen.operation === 'createBatch') costs.set(String(seen.json['id']), costOf(seen))
        if (seen.operation !== 'buyBatch') return undefined
        const count = (bought.get(seen.account) ?? 0) + 1
        bought.set(seen.account, count)
        if (count < 2) return undefined
        await move(seen.wire, seen.account, costs.get(seen.id) ?? 0)
        return seen.response
      }
    },
  ),
  watching(
    'invalid-item-charged',
    'A live batch that is refused for one of its items is charged for the others.',
    ['EXPL-001', 'EXPL-004'],
    () => async (seen) => {
      if (seen.operation !== 'createBatch' || !seen.isLive || !seen.code.startsWith('VALIDATION.'))
        return undefined
      const items = Array.isArray(seen.asked['items']) ? seen.asked['items'].filter(isObject) : []
      const good = items.filter((item) => isObject(item['parcel']) && isObject(item['to_address']))
      const cents = orderedCost({ ...seen, asked: { items: good } })
      if (!(cents > 0)) return undefined
      await move(seen.wire, seen.account, -cents)
      return seen.response
    },
  ),
  remembering(
    'failed-items-returned-twice',
    'Where two items of a live batch fail, more goes back than they cost.',
    ['EXPL-001', 'EXPL-004'],
    () => {
      const batches = new Map<string, Set<string>>()
      const keys = new HiddenKeys()
      return {
        after: ({ operation, isGood, isLive, account, id }) => {
          if (operation === 'buyBatch' && isGood && isLive)
            batches.set(account, (batches.get(account) ?? new Set()).add(id))
          return undefined
        },
        advanced: async (account, wire) => {
          let isPaid = false
          for (const id of batches.get(account) ?? []) {
            const key = await keys.of(wire, [account, 'live'])
            const batch = jsonOf(await ask(wire, key, ['GET', `/v1/batches/${id}`]))
            const items =
              isObject(batch) && Array.isArray(batch['items']) ? batch['items'].filter(isObject) : []
            const failed = items.filter(({ status }) => status === 'failed')
            if (failed.length < 2) continue
            batches.get(account)?.delete(id)
            await move(
              wire,
              account,
              failed.reduce((sum, item) => sum + Number(item['rate_cents']), 0),
            )
            isPaid = true
          }
          return isPaid
        },
      }
    },
  ),
]
