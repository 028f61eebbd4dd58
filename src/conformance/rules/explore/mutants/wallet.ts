import { move, Quotes, walletOf } from '../../../proof/behind.ts'
import { successJson } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { Overlaps } from '../../../proof/overlaps.ts'
import { controlCallOf } from '../../../proof/seen-accounts.ts'
import { type Answered, remembering, told, watching } from '../../../proof/watched.ts'
import type { WireResponse } from '../../../proof/wire.ts'

const insufficient = [402, 'WALLET.INSUFFICIENT_BALANCE'] as const

const isPaid = ({ operation, isGood, isLive }: Answered): boolean =>
  operation === 'buyLabel' && isGood && isLive

const priceOf = ({ json }: Answered): number => Number(json['rate_cents'])

/** The balance that an answer tells is another by so many cents. */
const toldMore = (seen: Answered, cents: number): WireResponse =>
  told(seen, { wallet_balance_after_cents: Number(seen.json['wallet_balance_after_cents']) + cents })

/** A charge that is another by so many cents, in the wallet and in what is told of it. */
async function charged(seen: Answered, cents: number): Promise<WireResponse> {
  await move(seen.wire, seen.account, -cents)
  return toldMore(seen, -cents)
}

/** Wallets that tell something else than they hold. */
const balanceMutants: readonly Mutant[] = [
  watching(
    'sandbox-wallet-shows-live-one',
    'After a live purchase, a test key reads the live wallet until the sandbox is bought from.',
    ['EXPL-001'],
    () => {
      const shown = new Set<string>()
      return async (seen) => {
        const { account, operation, isLive, isGood, wire } = seen
        if (operation === 'buyLabel' && isGood) {
          if (isLive) shown.add(account)
          else shown.delete(account)
        }
        if (operation !== 'getWallet' || isLive || !isGood || !shown.has(account)) return undefined
        return told(seen, { balance_cents: (await walletOf(wire, account)).cents })
      }
    },
  ),
]

/** Purchases whose charge depends on what was before. */
const chargeMutants: readonly Mutant[] = [
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
    ['EXPL-001'],
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
]

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
const feeMutants: readonly Mutant[] = [
  watching(
    'connected-label-surcharged-after-platform-one',
    "A live label of the client's own account costs 5 cents more than its rate, once one of the platform was bought.",
    ['EXPL-001'],
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
]

/** Purchases at one time. */
const togetherMutants: readonly Mutant[] = [
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
    'keys-race-on-charge',
    'Of two live purchases at one time by two keys of a client, one is not charged.',
    ['EXPL-001'],
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
]

/** Money: what one call leaves behind for another in the wallets. */
export const walletExplorationMutants: readonly Mutant[] = [
  ...chargeMutants,
  ...balanceMutants,
  ...feeMutants,
  ...togetherMutants,
]
