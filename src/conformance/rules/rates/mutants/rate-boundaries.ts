import { errorOf, isLive } from '../../../../variations/json-responses.ts'
import { withJson } from '../../../../variations/wire.ts'
import { buildMutant, refuseWith } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { Quotes, readAccountTime } from '../../../proof/stateful/backdoor.ts'
import { buildStatefulMutant, type ParsedRequest, withError } from '../../../proof/stateful/stateful.ts'

const validMs = 900_000

/** Deliberately broken services whose rates expire some seconds too early or too late, or never. */
export const rateBoundaryMutants: readonly Mutant[] = [
  buildMutant('rate-expires-seconds-early', 'A live rate is refused as expired ten seconds too early.')
    .kills('RATE-208')
    .by(
      refuseWith('buyLabel', 422, 'RATE.EXPIRED', (_, request, wire) => {
        const advanced = wire.advancedMs(wire.accountOf(request))
        return isLive(request) && advanced >= validMs - 10_000 && advanced < validMs
      }),
    ),
  buildMutant('rate-expires-seconds-late', 'A rate is still sold five seconds after it expired.')
    .kills('RATE-209')
    .by({
      response: (response, request, wire) =>
        errorOf(response)?.['code'] === 'RATE.EXPIRED' &&
        wire.advancedMs(wire.accountOf(request)) < validMs + 5_000
          ? { ...withJson(response, { id: 'lbl_1' }), status: 201 }
          : undefined,
    }),
  buildStatefulMutant('rate-renewed-by-purchase', 'A rate that is bought never expires.')
    .kills('RATE-210')
    .by(() => {
      const quotes = new Quotes()
      const bought = new Set<unknown>()
      return {
        after: (seen) => {
          quotes.noteQuote(seen)
          if (seen.operation !== 'buyLabel') return undefined
          if (seen.isGood) bought.add(seen.asked['rate_id'])
          return seen.code === 'RATE.EXPIRED' && bought.has(seen.asked['rate_id'])
            ? quotes.buyReplacementRate(seen)
            : undefined
        },
      }
    }),
  buildStatefulMutant(
    'rate-renewed-by-next-quote',
    'A new quote extends older rates of the shipment by 15 minutes.',
  )
    .kills('RATE-212')
    .by(() => {
      const quotes = new Quotes()
      const quotedAt = new Map<string, number>()
      const shipmentIdOf = ({ account, isLive: live }: ParsedRequest, asked: unknown): string =>
        JSON.stringify([account, live, asked])
      return {
        after: async (seen) => {
          quotes.noteQuote(seen)
          if (seen.operation === 'createRates' && seen.isGood)
            quotedAt.set(shipmentIdOf(seen, seen.asked), await readAccountTime(seen))
          if (seen.operation !== 'buyLabel' || seen.code !== 'RATE.EXPIRED') return undefined
          const atMs = quotedAt.get(shipmentIdOf(seen, quotes.findRate(seen.asked['rate_id'])?.asked)) ?? 0
          return (await readAccountTime(seen)) - atMs <= validMs ? quotes.buyReplacementRate(seen) : undefined
        },
      }
    }),
  buildStatefulMutant(
    'second-quote-expires-with-first',
    'All rates of a client expire 15 minutes after the first quote of the client.',
  )
    .kills('RATE-211')
    .by(() => {
      const first = new Map<string, number>()
      return {
        after: async (seen) => {
          const { operation, account, isGood } = seen
          if (operation === 'createRates' && isGood && !first.has(account))
            first.set(account, await readAccountTime(seen))
          if (operation !== 'buyLabel' || !isGood) return undefined
          const isOver =
            (await readAccountTime(seen)) - (first.get(account) ?? Number.POSITIVE_INFINITY) > validMs
          return isOver ? withError(seen, [422, 'RATE.EXPIRED']) : undefined
        },
      }
    }),
]
