import type { Json } from '../../../../selftest/builders.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { Overlaps } from '../../../../selftest/overlaps.ts'
import { ratesOf } from '../../../../selftest/quotes.ts'
import { remembering, told } from '../../../../selftest/watched.ts'
import { withJson } from '../../../../selftest/wire.ts'
import { isQuote } from './shared.ts'

/** Quotes that are taken for one another. */
export const mixedMutants: readonly Mutant[] = [
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
