import { Quotes } from '../../../../selftest/behind.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { ratesOf } from '../../../../selftest/quotes.ts'
import { controlCallOf } from '../../../../selftest/seen-accounts.ts'
import { blocking } from '../../../../selftest/watched.ts'
import { jsonOf } from '../../../../selftest/wire.ts'
import { isObject } from '../../../../wire/fields.ts'
import { expired, failedIn, isPurchase, isQuote, rateOf } from './shared.ts'

const notFound = [404, 'RATE.NOT_FOUND'] as const

/** Rates that are forgotten. */
export const lostMutants: readonly Mutant[] = [
  blocking(
    'rates-gone-with-their-key',
    'The rates that a key was quoted are not found once it is revoked.',
    ['EXPL-002', 'EXPL-007', 'KEY-038'],
    notFound,
    () => {
      const quotes = new Quotes()
      const values = new Map<string, string>()
      const revoked = new Set<string>()
      return {
        notes: (seen) => quotes.note(seen),
        blocks: (asked) => isPurchase(asked) && revoked.has(quotes.get(rateOf(asked))?.key ?? ''),
        others: {
          controlled: (request, response) => {
            const { call } = controlCallOf(request)
            const made = jsonOf(response)
            if (call === 'keys' && isObject(made)) values.set(String(made['id']), String(made['key']))
            if (request.method === 'DELETE') revoked.add(values.get(call.replace(/^keys\//, '')) ?? '-')
          },
        },
      }
    },
  ),
  blocking(
    'refused-purchase-uses-up-rate',
    'A rate is not found any more after the wallet could not pay for it.',
    ['EXPL-002', 'EXPL-001', 'LABEL-225'],
    notFound,
    () => {
      const used = new Set<string>()
      return {
        notes: (seen) => {
          if (isPurchase(seen) && seen.code.startsWith('WALLET.')) used.add(rateOf(seen))
        },
        blocks: (asked) => isPurchase(asked) && used.has(rateOf(asked)),
      }
    },
  ),
  blocking(
    'failed-purchase-uses-up-rate',
    'A rate is refused as expired after the making of its label failed.',
    ['EXPL-002', 'LABEL-224'],
    expired,
    () => {
      const used = new Set<string>()
      return {
        notes: (seen) => {
          if (isPurchase(seen) && seen.code === 'LABEL.CREATION.FAILED') used.add(rateOf(seen))
        },
        blocks: (asked) => isPurchase(asked) && used.has(rateOf(asked)),
      }
    },
  ),
  blocking(
    'batched-rate-used-up',
    'A rate that stands in a batch is not found by a purchase.',
    ['EXPL-002', 'EXPL-004'],
    notFound,
    () => {
      const used = new Set<string>()
      return {
        notes: (seen) => {
          if (seen.operation !== 'createBatch' || !seen.isGood) return
          const items = Array.isArray(seen.asked['items']) ? seen.asked['items'].filter(isObject) : []
          for (const { rate_id } of items) used.add(String(rate_id))
        },
        blocks: (asked) => isPurchase(asked) && used.has(rateOf(asked)),
      }
    },
  ),
  blocking(
    'partial-quote-not-kept',
    'The rates of a quote in which a carrier failed cannot be bought.',
    ['EXPL-002'],
    notFound,
    () => {
      const lost = new Set<string>()
      return {
        notes: (seen) => {
          if (!isQuote(seen) || failedIn(seen.json).length === 0) return
          for (const { id } of ratesOf(seen.json)) lost.add(String(id))
        },
        blocks: (asked) => isPurchase(asked) && lost.has(rateOf(asked)),
      }
    },
  ),
]
