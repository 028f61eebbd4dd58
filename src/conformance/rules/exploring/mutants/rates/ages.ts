import { nowOf, Quotes } from '../../../../selftest/behind.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { ratesOf } from '../../../../selftest/quotes.ts'
import { type Asked, blocking, watching } from '../../../../selftest/watched.ts'
import { expired, failedIn, isPurchase, isQuote, minuteMs, rateOf } from './shared.ts'

/** A client's shipment, whoever asks for its rates. */
const shipmentOf = ({ account, asked, isLive }: Asked): string => JSON.stringify([account, isLive, asked])

/** How long rates are good. */
export const ageMutants: readonly Mutant[] = [
  watching(
    'purchase-renews-rate',
    'A rate that is bought is good for another 15 minutes.',
    ['EXPL-002', 'RATE-210'],
    () => {
      const quotes = new Quotes()
      const renewed = new Map<string, number>()
      return async (seen) => {
        quotes.note(seen)
        if (!isPurchase(seen)) return undefined
        if (seen.isGood) renewed.set(rateOf(seen), await nowOf(seen))
        const since = renewed.get(rateOf(seen))
        if (seen.code !== expired[1] || since === undefined) return undefined
        return (await nowOf(seen)) - since < 15 * minuteMs ? quotes.sell(seen) : undefined
      }
    },
  ),
  blocking(
    'requote-keeps-first-age',
    'Rates of a shipment that is quoted again expire with those of its first quote.',
    ['EXPL-002', 'RATE-211'],
    expired,
    () => {
      const first = new Map<string, number>()
      const ends = new Map<string, number>()
      return {
        notes: async (seen) => {
          if (!isQuote(seen)) return
          const now = await nowOf(seen)
          const shipment = shipmentOf(seen)
          const began = first.get(shipment) ?? now
          const since = now - began < 15 * minuteMs ? began : now
          first.set(shipment, since)
          for (const { id } of ratesOf(seen.json)) ends.set(String(id), since + 15 * minuteMs)
        },
        blocks: async (asked) =>
          isPurchase(asked) && (await nowOf(asked)) > (ends.get(rateOf(asked)) ?? Number.POSITIVE_INFINITY),
      }
    },
  ),
  blocking(
    'partial-quote-kept-shorter',
    'Rates of a quote in which a carrier failed are good for 5 minutes.',
    ['EXPL-002'],
    expired,
    () => {
      const ends = new Map<string, number>()
      return {
        notes: async (seen) => {
          if (!isQuote(seen) || failedIn(seen.json).length === 0) return
          const end = (await nowOf(seen)) + 5 * minuteMs
          for (const { id } of ratesOf(seen.json)) ends.set(String(id), end)
        },
        blocks: async (asked) =>
          isPurchase(asked) && (await nowOf(asked)) > (ends.get(rateOf(asked)) ?? Number.POSITIVE_INFINITY),
      }
    },
  ),
  blocking(
    'rate-expires-ten-seconds-early',
    'A rate is good for 14 minutes and 50 seconds.',
    ['EXPL-002', 'RATE-208'],
    expired,
    () => {
      const ends = new Map<string, number>()
      return {
        notes: async (seen) => {
          if (!isQuote(seen)) return
          const end = (await nowOf(seen)) + 15 * minuteMs - 10_000
          for (const { id } of ratesOf(seen.json)) ends.set(String(id), end)
        },
        blocks: async (asked) =>
          isPurchase(asked) && (await nowOf(asked)) > (ends.get(rateOf(asked)) ?? Number.POSITIVE_INFINITY),
      }
    },
  ),
  watching(
    'rate-expires-five-seconds-late',
    'A rate is good for 15 minutes and 5 seconds.',
    ['EXPL-002', 'RATE-209'],
    () => {
      const quotes = new Quotes()
      const began = new Map<string, number>()
      return async (seen) => {
        quotes.note(seen)
        if (isQuote(seen)) {
          const now = await nowOf(seen)
          for (const { id } of ratesOf(seen.json)) began.set(String(id), now)
        }
        if (!isPurchase(seen) || seen.code !== expired[1]) return undefined
        const ageMs = (await nowOf(seen)) - (began.get(rateOf(seen)) ?? 0)
        return ageMs <= 15 * minuteMs + 5_000 ? quotes.sell(seen) : undefined
      }
    },
  ),
  blocking(
    'void-expires-rate',
    'Once a label is voided, its rate is refused as expired.',
    ['EXPL-002', 'EXPL-003'],
    expired,
    () => {
      const rateOfLabel = new Map<string, string>()
      const ended = new Set<string>()
      return {
        notes: (seen) => {
          if (isPurchase(seen) && seen.isGood) rateOfLabel.set(String(seen.json['id']), rateOf(seen))
          if (seen.operation === 'voidLabel' && seen.isGood) ended.add(rateOfLabel.get(seen.id) ?? '')
        },
        blocks: (asked) => isPurchase(asked) && ended.has(rateOf(asked)),
      }
    },
  ),
]
