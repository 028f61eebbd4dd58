import type { Mutant } from '../../../proof/mutant.ts'
import { parseControlCall } from '../../../proof/proxy/seen-accounts.ts'
import { chargeMore, Quotes, readLiveWallet } from '../../../proof/stateful/backdoor.ts'
import {
  buildResponseMutant,
  buildStatefulMutant,
  type ParsedResponse,
  withFields,
} from '../../../proof/stateful/stateful.ts'

const isLivePurchase = ({ operation, isGood, isLive }: ParsedResponse): boolean =>
  operation === 'buyLabel' && isGood && isLive

const labelPriceOf = ({ json }: ParsedResponse): number => Number(json['rate_cents'])

/** Deliberately broken services that charge a live purchase wrongly because of an earlier call. */
export const chargeMutants: readonly Mutant[] = [
  buildStatefulMutant(
    'charge-lost-after-revocation',
    'After a key of the client is revoked, the first live purchase is not charged.',
  )
    .kills('EXPL-001')
    .by(() => {
      const revoked = new Set<string>()
      return {
        controlled: (request) => {
          const { account, call } = parseControlCall(request)
          if (request.method === 'DELETE' && call.startsWith('keys/')) revoked.add(account)
        },
        after: (seen) =>
          isLivePurchase(seen) && revoked.delete(seen.account)
            ? chargeMore(seen, -labelPriceOf(seen))
            : undefined,
      }
    }),
  buildResponseMutant(
    'sandbox-wallet-shows-live-one',
    'After a live purchase, a test key reads the live wallet until its next purchase.',
  )
    .kills('EXPL-001')
    .by(() => {
      const shown = new Set<string>()
      return async (seen) => {
        const { account, operation, isLive, isGood, wire } = seen
        if (operation === 'buyLabel' && isGood) {
          if (isLive) shown.add(account)
          else shown.delete(account)
        }
        if (operation !== 'getWallet' || isLive || !isGood || !shown.has(account)) return undefined
        return withFields(seen, { balance_cents: (await readLiveWallet(wire, account)).cents })
      }
    }),
  buildResponseMutant(
    'connected-label-surcharged-after-platform-one',
    "After a purchase at the platform's rate, a live label of a connected account costs 5 cents more than its rate.",
  )
    .kills('EXPL-001')
    .by(() => {
      const quotes = new Quotes()
      const platform = new Set<string>()
      return (seen) => {
        quotes.noteQuote(seen)
        if (!isLivePurchase(seen)) return undefined
        const type = quotes.findRate(seen.asked['rate_id'])?.rate['account_type']
        if (type === 'platform') platform.add(seen.account)
        return type === 'byoa' && platform.has(seen.account) ? chargeMore(seen, 5) : undefined
      }
    }),
  buildResponseMutant(
    'void-fee-with-next-purchase',
    'After a live label is voided, the next live purchase costs a quarter of its price more.',
  )
    .kills('EXPL-001')
    .by(() => {
      const prices = new Map<string, number>()
      const owed = new Map<string, number>()
      return (seen) => {
        if (seen.operation === 'voidLabel' && seen.isGood && seen.isLive)
          owed.set(seen.account, Math.ceil((prices.get(seen.id) ?? 0) / 4))
        if (!isLivePurchase(seen)) return undefined
        prices.set(String(seen.json['id']), labelPriceOf(seen))
        const cents = owed.get(seen.account)
        owed.delete(seen.account)
        return cents === undefined ? undefined : chargeMore(seen, cents)
      }
    }),
]
