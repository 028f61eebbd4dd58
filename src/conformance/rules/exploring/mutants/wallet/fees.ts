import { move, Quotes, walletOf } from '../../../../selftest/behind.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { type Answered, watching } from '../../../../selftest/watched.ts'
import { isObject } from '../../../../wire/fields.ts'
import { charged, costOf, isPaid, priceOf } from './shared.ts'

/** A sum that is taken with the next live purchase of the client. */
const takenWithNext = (
  id: string,
  deviation: string,
  open: () => (seen: Answered) => number | undefined,
): Mutant =>
  watching(id, deviation, ['EXPL-001'], () => {
    const feeFor = open()
    const owed = new Map<string, number>()
    return (seen) => {
      const cents = owed.get(seen.account)
      const fee = feeFor(seen)
      if (fee !== undefined) owed.set(seen.account, fee)
      if (!isPaid(seen) || cents === undefined) return undefined
      owed.delete(seen.account)
      return charged(seen, cents)
    }
  })

/** What a purchase costs besides its price. */
export const feeMutants: readonly Mutant[] = [
  watching(
    'connected-label-surcharged-after-platform-one',
    "A live label of the client's own account costs 5 cents more than its rate, once one of the platform was bought.",
    ['EXPL-001', 'EXPL-002'],
    () => {
      const quotes = new Quotes()
      const platform = new Set<string>()
      return (seen) => {
        quotes.note(seen)
        if (!isPaid(seen)) return undefined
        const type = quotes.get(seen.asked['rate_id'])?.rate['account_type']
        if (type === 'platform') platform.add(seen.account)
        return type === 'byoa' && platform.has(seen.account) ? charged(seen, 5) : undefined
      }
    },
  ),
  takenWithNext(
    'void-fee-with-next-purchase',
    'After the void of a live label, the next purchase costs a quarter more than its price.',
    () => {
      const prices = new Map<string, number>()
      return (seen) => {
        if (isPaid(seen)) prices.set(String(seen.json['id']), priceOf(seen))
        const isVoided = seen.operation === 'voidLabel' && seen.isGood && seen.isLive
        return isVoided ? Math.ceil((prices.get(seen.id) ?? 0) / 4) : undefined
      }
    },
  ),
  takenWithNext(
    'declined-batch-charged-with-next-label',
    'What a batch would have cost for which a card was declined is taken with the next label.',
    () => (seen) => {
      if (seen.operation !== 'createBatch' || seen.code !== 'WALLET.PAYMENT.FAILED') return undefined
      const items = Array.isArray(seen.asked['items']) ? seen.asked['items'].filter(isObject) : []
      return items.reduce((sum, item) => sum + Number(item['rate_cents'] ?? 0), 0)
    },
  ),
  watching(
    'reloaded-for-failed-purchase-and-charged',
    'A live purchase that needs an auto-reload and then fails keeps its price.',
    ['EXPL-001'],
    () => {
      const quotes = new Quotes()
      return async (seen) => {
        quotes.note(seen)
        if (seen.operation !== 'buyLabel' || !seen.isLive || seen.code !== 'LABEL.CREATION.FAILED')
          return undefined
        const wallet = await walletOf(seen.wire, seen.account)
        const { cents, auto_reload } = wallet
        const price = quotes.centsOf(seen)
        if (cents >= price || !isObject(auto_reload) || auto_reload['enabled'] !== true) return undefined
        await move(seen.wire, seen.account, Number(auto_reload['amount_cents']) - price)
        return seen.response
      }
    },
  ),
  watching(
    'batch-after-label-a-cent-dear',
    'A live batch that follows a live label costs a cent more than it is told to.',
    ['EXPL-001', 'EXPL-004'],
    () => {
      const last = new Map<string, boolean>()
      return async (seen) => {
        const wasLabel = last.get(seen.account) === true
        if (isPaid(seen)) last.set(seen.account, true)
        if (seen.operation !== 'createBatch' || !seen.isGood || !seen.isLive) return undefined
        last.set(seen.account, false)
        return wasLabel && costOf(seen) > 0 ? charged(seen, 1) : undefined
      }
    },
  ),
]
