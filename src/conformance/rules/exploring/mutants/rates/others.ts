import type { Mutant } from '../../../../selftest/mutant.ts'
import { ratesOf } from '../../../../selftest/quotes.ts'
import { controlCallOf } from '../../../../selftest/seen-accounts.ts'
import { remembering, told } from '../../../../selftest/watched.ts'
import { jsonOf } from '../../../../selftest/wire.ts'
import { isObject } from '../../../../wire/fields.ts'
import { isQuote } from './shared.ts'

/** Quotes that something else of the client spoils. */
export const otherQuotes: readonly Mutant[] = [
  remembering(
    'second-account-hides-first',
    'Once a client has connected a second carrier account, quotes have no rates of the first.',
    ['EXPL-002'],
    () => {
      const connected = new Map<string, string[]>()
      return {
        controlled: (request) => {
          const { account, call } = controlCallOf(request)
          const body = jsonOf(request)
          if (request.method === 'POST' && call === 'carrier-accounts' && isObject(body))
            connected.set(account, [...(connected.get(account) ?? []), String(body['carrier'])])
        },
        after: (seen) => {
          const [first, ...later] = connected.get(seen.account) ?? []
          if (!isQuote(seen) || later.length === 0 || later.includes(String(first))) return undefined
          const rates = ratesOf(seen.json)
          const left = rates.filter(
            ({ account_type, carrier }) => account_type !== 'byoa' || carrier !== first,
          )
          return left.length === rates.length ? undefined : told(seen, { rates: left })
        },
      }
    },
  ),
]
