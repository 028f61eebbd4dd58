import { nowOf, Quotes } from '../../../selftest/behind.ts'
import type { Json } from '../../../selftest/builders.ts'
import type { Mutant } from '../../../selftest/mutant.ts'
import { Overlaps } from '../../../selftest/overlaps.ts'
import { ratesOf } from '../../../selftest/quotes.ts'
import { controlCallOf } from '../../../selftest/seen-accounts.ts'
import {
  type Answered,
  type Asked,
  blocking,
  remembering,
  told,
  watching,
} from '../../../selftest/watched.ts'
import { jsonOf, withJson } from '../../../selftest/wire.ts'
import { isObject } from '../../../wire/fields.ts'

const expired = [422, 'RATE.EXPIRED'] as const
const notFound = [404, 'RATE.NOT_FOUND'] as const
const minuteMs = 60_000

const rateOf = ({ asked }: Asked): string => String(asked['rate_id'])
const isPurchase = ({ operation }: Asked): boolean => operation === 'buyLabel'
const isQuote = ({ operation, isGood }: Answered): boolean => operation === 'createRates' && isGood

/** The carriers that an answer lists as failed. */
const failedIn = (json: Json): readonly unknown[] =>
  Array.isArray(json['failed_carriers']) ? json['failed_carriers'] : []

/** A client's shipment, whoever asks for its rates. */
const shipmentOf = ({ account, asked, isLive }: Asked): string => JSON.stringify([account, isLive, asked])

/** How long rates are good. */
const ageMutants: readonly Mutant[] = [
  watching(
    'purchase-renews-rate',
    'A rate that is bought is good for another 15 minutes.',
    ['EXPL-002'],
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
    ['EXPL-002'],
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
    ['EXPL-002'],
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
    ['EXPL-002'],
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

/** Rates that are forgotten. */
const lostMutants: readonly Mutant[] = [
  blocking(
    'rates-gone-with-their-key',
    'The rates that a key was quoted are not found once it is revoked.',
    ['EXPL-002', 'EXPL-007'],
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
    ['EXPL-002', 'EXPL-001'],
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
    ['EXPL-002'],
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

/** What a carrier that failed leaves behind. */
const failureMutants: readonly Mutant[] = [
  watching(
    'breaker-after-two-failures',
    'A carrier that failed in two quotes in a row is left out of the next ones for ten minutes.',
    ['EXPL-002'],
    () => {
      const counts = new Map<string, number>()
      const until = new Map<string, number>()
      return async (seen) => {
        if (!isQuote(seen)) return undefined
        const failed = new Set(
          failedIn(seen.json).map((each) => String(isObject(each) ? each['carrier'] : each)),
        )
        const now = await nowOf(seen)
        for (const carrier of ['USPS', 'UPS', 'FedEx', 'DHL']) {
          const name = `${seen.account} ${carrier}`
          const count = failed.has(carrier) ? (counts.get(name) ?? 0) + 1 : 0
          counts.set(name, count)
          if (count >= 2) until.set(name, now + 10 * minuteMs)
        }
        const rates = ratesOf(seen.json)
        const left = rates.filter(({ carrier }) => now >= (until.get(`${seen.account} ${carrier}`) ?? 0))
        return left.length < rates.length ? told(seen, { rates: left }) : undefined
      }
    },
  ),
  watching(
    'failed-carrier-still-listed',
    'A carrier that failed is listed as failed in the next quote, too, beside its rates.',
    ['EXPL-002'],
    () => {
      const last = new Map<string, readonly unknown[]>()
      return (seen) => {
        if (!isQuote(seen)) return undefined
        const now = failedIn(seen.json)
        const before = last.get(seen.account) ?? []
        last.set(seen.account, now)
        return now.length === 0 && before.length > 0 ? told(seen, { failed_carriers: before }) : undefined
      }
    },
  ),
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

/** Quotes that are taken for one another. */
const mixedMutants: readonly Mutant[] = [
  remembering(
    'parallel-quotes-one-answer',
    'Two quotes that a key asks for at one time have the answer of the first.',
    ['EXPL-002'],
    () => {
      const overlaps = new Overlaps()
      const first = new Map<string, Json>()
      return {
        before: ({ operation, request, key }) => {
          if (operation === 'createRates') overlaps.enter(request, key)
          return undefined
        },
        after: async (seen) => {
          if (isQuote(seen) && !first.has(seen.key)) first.set(seen.key, seen.json)
          const overlap = await overlaps.leave(seen.request)
          if (overlap === undefined) return undefined
          const shared = first.get(seen.key)
          if (!overlap.met) first.delete(seen.key)
          return overlap.met && seen.isGood && shared !== undefined && shared !== seen.json
            ? told(seen, shared)
            : undefined
        },
      }
    },
  ),
  remembering(
    'parallel-quotes-swap-shipments',
    'Rates of two quotes that a key asks for at one time are kept each with the shipment of the other.',
    ['EXPL-002', 'EXPL-003'],
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

/** Rates: what is left behind for another quote, and for a purchase. */
export const rateExplorationMutants: readonly Mutant[] = [
  ...ageMutants,
  ...lostMutants,
  ...failureMutants,
  ...mixedMutants,
]
