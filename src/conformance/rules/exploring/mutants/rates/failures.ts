import { nowOf } from '../../../../selftest/behind.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { ratesOf } from '../../../../selftest/quotes.ts'
import { told, watching } from '../../../../selftest/watched.ts'
import { isObject } from '../../../../wire/fields.ts'
import { failedIn, isQuote, minuteMs } from './shared.ts'

/** What a carrier that failed leaves behind. */
export const failureMutants: readonly Mutant[] = [
  watching(
    'breaker-after-two-failures',
    'A carrier that failed in two quotes in a row is left out of the next ones for ten minutes.',
    ['EXPL-002', 'RATE-122'],
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
    ['EXPL-002', 'RATE-121'],
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
