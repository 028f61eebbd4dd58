import { isLive } from '../../../../variations/json-responses.ts'
import {
  acceptInsteadOf,
  buildMutant,
  createLiveKeyCrash,
  createMutantBuilder,
  refuseWith,
  soldLabel,
} from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { ratesOf } from '../../../proof/quotes.ts'
import { chargeOnRefusal, Quotes, readAccountTime } from '../../../proof/stateful/backdoor.ts'
import { buildResponseMutant, openRefusingAlteration, withFields } from '../../../proof/stateful/stateful.ts'

/** Creates mutants (broken services) that refuse a rate as expired if `ends` returns true for the times of its quote and purchase. */
const buildExpirationMutant = createMutantBuilder(
  (ends: (quotedMs: number, nowMs: number, isPartial: boolean) => boolean) =>
    openRefusingAlteration(() => {
      const quoted = new Map<unknown, { readonly atMs: number; readonly isPartial: boolean }>()
      return {
        refusal: [422, 'RATE.EXPIRED'],
        blocks: async (asked) => {
          const rate = asked.operation === 'buyLabel' ? quoted.get(asked.asked['rate_id']) : undefined
          return rate !== undefined && ends(rate.atMs, await readAccountTime(asked), rate.isPartial)
        },
        notes: async (seen) => {
          if (seen.operation !== 'createRates' || !seen.isGood) return
          const quote = { atMs: await readAccountTime(seen), isPartial: 'failed_carriers' in seen.json }
          for (const { id: rate } of ratesOf(seen.json)) quoted.set(rate, quote)
        },
      }
    }),
)

/** Deliberately broken services that sell or charge live rates at wrong times. */
const liveRateMutants: readonly Mutant[] = [
  buildMutant('expired-charged', 'The purchase of an expired live rate is refused, but charged.')
    .kills('RATE-202')
    .by(chargeOnRefusal('RATE.EXPIRED')),
  buildMutant('live-expires-at-two', 'Live rates expire after two minutes.')
    .kills('RATE-201')
    .by(
      refuseWith(
        'buyLabel',
        422,
        'RATE.EXPIRED',
        (_, request, wire) => isLive(request) && wire.advancedMs(wire.accountOf(request)) >= 120_000,
      ),
    ),
  buildMutant('live-expired-sold', 'Expired live rates are sold.')
    .kills('RATE-202')
    .by(acceptInsteadOf('RATE.EXPIRED', soldLabel, isLive)),
  buildMutant('live-unknown-rate-crash', 'With a live key, buying a rate that does not exist returns 500.')
    .kills('RATE-204')
    .by(createLiveKeyCrash('RATE.NOT_FOUND')),
]

/** Deliberately broken services whose rates expire too late or too early. */
export const rateLifetimeMutants: readonly Mutant[] = [
  buildResponseMutant('own-rates-live-longer', 'Rates of connected accounts never expire.')
    .kills('RATE-214')
    .by(() => {
      const quotes = new Quotes()
      return (seen) => {
        quotes.noteQuote(seen)
        if (seen.operation !== 'buyLabel' || seen.code !== 'RATE.EXPIRED') return undefined
        const isOwn = quotes.findRate(seen.asked['rate_id'])?.rate['account_type'] === 'byoa'
        return isOwn ? quotes.buyReplacementRate(seen) : undefined
      }
    }),
  buildExpirationMutant(
    'partial-quotes-expire-early',
    'Rates of a quote in which a carrier failed expire after ten minutes.',
  )
    .kills('RATE-214')
    .by((quotedMs, nowMs, isPartial) => isPartial && nowMs - quotedMs > 600_000),
  buildExpirationMutant('rates-end-with-the-year', 'Rates expire when the year of their quote ends.')
    .kills('RATE-215')
    .by((quotedMs, nowMs) => new Date(quotedMs).getUTCFullYear() !== new Date(nowMs).getUTCFullYear()),
  buildExpirationMutant('weekend-rates-expire-early', 'Rates quoted on a Saturday expire after five minutes.')
    .kills('RATE-215')
    .by((quotedMs, nowMs) => new Date(quotedMs).getUTCDay() === 6 && nowMs - quotedMs > 300_000),
  buildResponseMutant(
    'arrival-in-year-of-quote',
    'carrier_eta always has the year of the quote, even if the parcel will arrive in the next year.',
  )
    .kills('RATE-215')
    .by(() => async (seen) => {
      if (seen.operation !== 'createRates' || !seen.isGood) return undefined
      const year = new Date(await readAccountTime(seen)).getUTCFullYear()
      const rates = ratesOf(seen.json).map((rate) => ({
        ...rate,
        carrier_eta: String(rate['carrier_eta']).replace(/^\d+/, String(year)),
      }))
      return withFields(seen, { rates })
    }),
  ...liveRateMutants,
]
