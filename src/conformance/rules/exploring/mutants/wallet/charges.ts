import { move, Quotes } from '../../../../selftest/behind.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { controlCallOf } from '../../../../selftest/seen-accounts.ts'
import { remembering, watching } from '../../../../selftest/watched.ts'
import { charged, isPaid, priceOf } from './shared.ts'

/** Purchases whose charge depends on what was before. */
export const chargeMutants: readonly Mutant[] = [
  watching(
    'second-label-of-a-rate-free',
    'A rate that is bought again makes a label that is not charged.',
    ['EXPL-001'],
    () => {
      const sold = new Set<unknown>()
      return (seen) => {
        if (!isPaid(seen)) return undefined
        const rate = seen.asked['rate_id']
        if (sold.has(rate)) return charged(seen, -priceOf(seen))
        sold.add(rate)
        return undefined
      }
    },
  ),
  watching(
    'declined-charged-later',
    'What a declined purchase would have cost is taken with the next purchase.',
    ['EXPL-001'],
    () => {
      const quotes = new Quotes()
      const owed = new Map<string, number>()
      return (seen) => {
        quotes.note(seen)
        const { operation, isLive, code, account } = seen
        if (operation === 'buyLabel' && isLive && code === 'WALLET.PAYMENT.FAILED')
          owed.set(account, quotes.centsOf(seen))
        const cents = owed.get(account)
        if (!isPaid(seen) || cents === undefined) return undefined
        owed.delete(account)
        return charged(seen, cents)
      }
    },
  ),
  watching(
    'second-failed-purchase-charged',
    'A live purchase that fails unexpectedly for the second time is charged.',
    ['EXPL-001', 'LABEL-224'],
    () => {
      const quotes = new Quotes()
      const failed = new Set<string>()
      return async (seen) => {
        quotes.note(seen)
        if (seen.operation !== 'buyLabel' || !seen.isLive || seen.code !== 'LABEL.CREATION.FAILED')
          return undefined
        if (!failed.has(seen.account)) {
          failed.add(seen.account)
          return undefined
        }
        await move(seen.wire, seen.account, -quotes.centsOf(seen))
        return seen.response
      }
    },
  ),
  watching(
    'repeated-refusal-charged',
    'A live rate that the carrier refuses to make a label of is charged when it is tried again.',
    ['EXPL-001'],
    () => {
      const quotes = new Quotes()
      const refused = new Set<unknown>()
      return async (seen) => {
        quotes.note(seen)
        const isRefused = /^LABEL\.(ADDRESS|WEIGHT|SERVICE)/.test(seen.code)
        if (seen.operation !== 'buyLabel' || !seen.isLive || !isRefused) return undefined
        const rate = seen.asked['rate_id']
        if (refused.has(rate)) {
          await move(seen.wire, seen.account, -quotes.centsOf(seen))
          return seen.response
        }
        refused.add(rate)
        return undefined
      }
    },
  ),
  watching(
    'scope-refusal-charged',
    'A live purchase that is refused for its scope is charged.',
    ['EXPL-001', 'EXPL-007'],
    () => {
      const quotes = new Quotes()
      return async (seen) => {
        quotes.note(seen)
        if (seen.operation !== 'buyLabel' || !seen.isLive || seen.code !== 'AUTH.KEY.INSUFFICIENT_SCOPE')
          return undefined
        await move(seen.wire, seen.account, -quotes.centsOf(seen))
        return quotes.centsOf(seen) === 0 ? undefined : seen.response
      }
    },
  ),
  remembering(
    'charge-lost-after-revocation',
    'The first live purchase after a key of the client was revoked is not charged.',
    ['EXPL-001'],
    () => {
      const revoked = new Set<string>()
      return {
        controlled: (request) => {
          const { account, call } = controlCallOf(request)
          if (request.method === 'DELETE' && call.startsWith('keys/')) revoked.add(account)
        },
        after: (seen) =>
          isPaid(seen) && revoked.delete(seen.account) ? charged(seen, -priceOf(seen)) : undefined,
      }
    },
  ),
  watching(
    'ineligible-void-charged',
    'A void of a live label that is refused after a scan costs what the label did.',
    ['EXPL-001', 'EXPL-003'],
    () => {
      const prices = new Map<string, number>()
      return async (seen) => {
        if (isPaid(seen)) prices.set(String(seen.json['id']), priceOf(seen))
        const isRefused =
          seen.operation === 'voidLabel' && seen.isLive && seen.code === 'LABEL.VOID.INELIGIBLE'
        if (!isRefused) return undefined
        await move(seen.wire, seen.account, -(prices.get(seen.id) ?? 0))
        return seen.response
      }
    },
  ),
  watching(
    'sandbox-label-charged-after-live-one',
    'A label of the sandbox that is bought right after a live one takes its price from the live wallet.',
    ['EXPL-001', 'EXPL-009', 'SAND-011'],
    () => {
      const last = new Map<string, boolean>()
      return async (seen) => {
        if (seen.operation !== 'buyLabel' || !seen.isGood) return undefined
        const wasLive = last.get(seen.account) === true
        last.set(seen.account, seen.isLive)
        if (seen.isLive || !wasLive) return undefined
        await move(seen.wire, seen.account, -priceOf(seen))
        return seen.response
      }
    },
  ),
  watching(
    'sandbox-void-pays-live-wallet',
    'The void of a sandbox label pays its price into the live wallet, once the client has voided a live one.',
    ['EXPL-001', 'EXPL-009'],
    () => {
      const prices = new Map<string, number>()
      const voided = new Set<string>()
      return async (seen) => {
        if (seen.operation === 'buyLabel' && seen.isGood) prices.set(String(seen.json['id']), priceOf(seen))
        if (seen.operation !== 'voidLabel' || !seen.isGood) return undefined
        if (seen.isLive) voided.add(seen.account)
        if (seen.isLive || !voided.has(seen.account)) return undefined
        await move(seen.wire, seen.account, prices.get(seen.id) ?? 0)
        return seen.response
      }
    },
  ),
]
