import { move, Quotes, walletOf } from '../../../../selftest/behind.ts'
import { successJson } from '../../../../selftest/builders.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { Overlaps } from '../../../../selftest/overlaps.ts'
import { remembering, told } from '../../../../selftest/watched.ts'
import { charged, costOf, insufficient, priceOf } from './shared.ts'

/** Purchases at one time. */
export const togetherMutants: readonly Mutant[] = [
  remembering(
    'last-money-sold-twice',
    'Two live purchases at one time are both made with money for one.',
    ['EXPL-001'],
    () => {
      const quotes = new Quotes()
      const overlaps = new Overlaps()
      return {
        before: ({ operation, isLive, request, account }) => {
          if (operation === 'buyLabel' && isLive) overlaps.enter(request, account)
          return undefined
        },
        after: async (seen) => {
          quotes.note(seen)
          const overlap = await overlaps.leave(seen.request)
          if (overlap?.met !== true || seen.code !== insufficient[1]) return undefined
          const { cents } = await walletOf(seen.wire, seen.account)
          await move(seen.wire, seen.account, quotes.centsOf(seen))
          const sold = await seen.wire.upstream(seen.request)
          const short = (await walletOf(seen.wire, seen.account)).cents - cents
          if (short !== 0) await move(seen.wire, seen.account, -short)
          const json = successJson(sold)
          return json && told({ ...seen, response: sold, json }, { wallet_balance_after_cents: cents })
        },
      }
    },
  ),
  remembering(
    'batch-during-purchase-free',
    'A live batch that is created during a purchase is not charged.',
    ['EXPL-001', 'EXPL-004'],
    () => {
      const overlaps = new Overlaps()
      return {
        before: ({ operation, isLive, request, account }) => {
          if ((operation === 'buyLabel' || operation === 'createBatch') && isLive)
            overlaps.enter(request, account)
          return undefined
        },
        after: async (seen) => {
          const overlap = await overlaps.leave(seen.request)
          if (overlap?.met !== true || seen.operation !== 'createBatch' || !seen.isGood) return undefined
          return charged(seen, -costOf(seen))
        },
      }
    },
  ),
  remembering(
    'keys-race-on-charge',
    'Of two live purchases at one time by two keys of a client, one is not charged.',
    ['EXPL-001', 'EXPL-007'],
    () => {
      const overlaps = new Overlaps()
      const busy = new Map<string, Set<string>>()
      return {
        before: ({ operation, isLive, request, account, key }) => {
          if (operation !== 'buyLabel' || !isLive) return undefined
          overlaps.enter(request, account)
          busy.set(account, (busy.get(account) ?? new Set()).add(key))
          return undefined
        },
        after: async (seen) => {
          const overlap = await overlaps.leave(seen.request)
          const keys = busy.get(seen.account)?.size ?? 0
          if (overlap === undefined || !overlap.met) {
            if (overlap !== undefined) busy.delete(seen.account)
            return undefined
          }
          return overlap.isLater && keys > 1 && seen.isGood ? charged(seen, -priceOf(seen)) : undefined
        },
      }
    },
  ),
  remembering(
    'parallel-purchases-blind',
    'Of live purchases at one time, each tells the balance as if it were the only one.',
    ['EXPL-001'],
    () => {
      const overlaps = new Overlaps()
      const began = new Map<string, number>()
      return {
        before: async ({ operation, isLive, request, account, wire }) => {
          if (operation !== 'buyLabel' || !isLive) return undefined
          const overlap = overlaps.enter(request, account)
          if (!overlap.isLater) began.set(account, (await walletOf(wire, account)).cents)
          return undefined
        },
        after: async (seen) => {
          const overlap = await overlaps.leave(seen.request)
          const before = began.get(seen.account)
          if (overlap?.met !== true || !seen.isGood || before === undefined) return undefined
          return told(seen, { wallet_balance_after_cents: Math.max(0, before - priceOf(seen)) })
        },
      }
    },
  ),
]
