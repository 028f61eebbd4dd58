import { isObject } from '../../../http/fields.ts'
import type { Json } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { Overlaps } from '../../../proof/overlaps.ts'
import { ratesOf } from '../../../proof/quotes.ts'
import { type Answered, type Asked, blocking, remembering, told, watching } from '../../../proof/watched.ts'
import { withJson } from '../../../proof/wire.ts'

const rateOf = ({ asked }: Asked): string => String(asked['rate_id'])

const isPurchase = ({ operation }: Asked): boolean => operation === 'buyLabel'

const isQuote = ({ operation, isGood }: Answered): boolean => operation === 'createRates' && isGood

/** The carriers that an answer lists as failed. */
const failedIn = (json: Json): readonly unknown[] =>
  Array.isArray(json['failed_carriers']) ? json['failed_carriers'] : []

/** Quotes that are taken for one another. */
const mixedMutants: readonly Mutant[] = [
  remembering(
    'parallel-quotes-swap-shipments',
    'Rates of two quotes that a key asks for at one time are kept each with the shipment of the other.',
    ['EXPL-002'],
    () => {
      const overlaps = new Overlaps()
      const waiting = new Map<string, readonly Json[]>()
      const instead = new Map<string, string>()
      const pair = (some: readonly Json[], others: readonly Json[]): void => {
        for (const rate of some) {
          const same = others.find(
            ({ carrier, service }) => carrier === rate['carrier'] && service === rate['service'],
          )
          if (same !== undefined) instead.set(String(rate['id']), String(same['id']))
        }
      }
      return {
        before: ({ operation, request, key, asked }) => {
          if (operation === 'createRates') overlaps.enter(request, key)
          const other = operation === 'buyLabel' ? instead.get(String(asked['rate_id'])) : undefined
          return other === undefined ? undefined : withJson(request, { rate_id: other })
        },
        after: async (seen) => {
          const overlap = await overlaps.leave(seen.request)
          if (overlap?.met !== true || !seen.isGood) return undefined
          const rates = ratesOf(seen.json)
          const others = waiting.get(seen.key)
          if (others === undefined) waiting.set(seen.key, rates)
          else {
            pair(rates, others)
            pair(others, rates)
            waiting.delete(seen.key)
          }
          return undefined
        },
      }
    },
  ),
]

/** What a carrier that failed leaves behind. */
const failureMutants: readonly Mutant[] = [
  watching(
    'connected-rates-as-platform',
    "Where a carrier fails, rates of the client's own accounts are told to be of the platform.",
    ['EXPL-002'],
    () => (seen) => {
      const rates = ratesOf(seen.json)
      if (!isQuote(seen) || failedIn(seen.json).length === 0) return undefined
      return rates.some(({ account_type }) => account_type === 'byoa')
        ? told(seen, { rates: rates.map((rate) => ({ ...rate, account_type: 'platform' })) })
        : undefined
    },
  ),
]

const notFound = [404, 'RATE.NOT_FOUND'] as const

/** Rates that are forgotten. */
const lostMutants: readonly Mutant[] = [
  blocking(
    'batched-rate-used-up',
    'A rate that stands in a batch is not found by a purchase.',
    ['EXPL-007'],
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

/** Rates: what is left behind for another quote, and for a purchase. */
export const rateExplorationMutants: readonly Mutant[] = [...lostMutants, ...failureMutants, ...mixedMutants]
