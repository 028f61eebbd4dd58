import type { RuleId } from '../../../rule.ts'
import { errorOf, isLive, type Json, keyOf, successJson } from '../../../selftest/builders.ts'
import type { Alteration, Mutant } from '../../../selftest/mutant.ts'
import { ratesOf } from '../../../selftest/quotes.ts'
import { refusal } from '../../../selftest/refusal.ts'
import { jsonOf, type WireRequest, withJson } from '../../../selftest/wire.ts'
import { isObject } from '../../../wire/fields.ts'
import { pay } from '../../batches/mutants/batch-money.ts'

/** The rate id that a purchase asks for. */
function askedRate(request: WireRequest): unknown {
  const asked = jsonOf(request)
  return request.operation === 'buyLabel' && isObject(asked) ? asked['rate_id'] : undefined
}

/** What a service that keeps the last quote alone sells for any rate. */
function ofLastQuote(
  id: string,
  deviation: string,
  change: (label: Json, quote: Json) => Json | undefined,
): Mutant {
  return {
    id,
    deviation,
    kills: ['LABEL-009'],
    open: () => {
      const last = new Map<string, Json>()
      return {
        response: (response, request) => {
          const asked = jsonOf(request)
          if (request.operation === 'createRates' && isObject(asked)) last.set(keyOf(request), { ...asked })
          const json = successJson(response)
          const quote = last.get(keyOf(request))
          if (request.operation !== 'buyLabel' || json === undefined || quote === undefined) return undefined
          const changed = change(json, quote)
          if (changed === undefined) return refusal(422, 'LABEL.WEIGHT.EXCEEDED')
          return changed === json ? undefined : withJson(response, changed)
        },
      }
    },
  }
}

const isHeavy = ({ parcel }: Json): boolean => isObject(parcel) && Number(parcel['weight_oz']) > 1_000

/** Knows which rates are of the client's own accounts, and whether one was bought. */
function ownBought(
  kills: readonly [RuleId, ...RuleId[]],
  { id, deviation }: { readonly id: string; readonly deviation: string },
  alter: (isOwn: (request: WireRequest) => boolean, wasBought: () => boolean) => Alteration,
): Mutant {
  return {
    id,
    deviation,
    kills,
    open: () => {
      const own = new Set<unknown>()
      let bought = false
      const alteration = alter(
        (request) => own.has(askedRate(request)),
        () => bought,
      )
      return {
        ...alteration,
        // The event may come before the answer does.
        request: (request) => {
          bought ||= own.has(askedRate(request))
          return undefined
        },
        response: (response, request, wire) => {
          if (request.operation === 'createRates') {
            for (const rate of ratesOf(successJson(response) ?? {})) {
              if (rate['account_type'] === 'byoa') own.add(rate['id'])
            }
          }
          return alteration.response?.(response, request, wire)
        },
      }
    },
  }
}

/** Another label for a rate of an own account. */
const changed =
  (change: (json: Json) => Json) =>
  (isOwn: (request: WireRequest) => boolean): Alteration => ({
    response: (response, request) => {
      const json = isOwn(request) ? successJson(response) : undefined
      return json === undefined ? undefined : withJson(response, change(json))
    },
  })

/** The live wallet is charged so many times the price less, or more, for a rate of an own account. */
const paid =
  (times: number) =>
  (isOwn: (request: WireRequest) => boolean): Alteration => ({
    response: async (response, request, wire) => {
      const json = isOwn(request) && isLive(request) ? successJson(response) : undefined
      if (json === undefined) return undefined
      await pay(request, wire, times * Number(json['rate_cents']))
      return response
    },
  })

/** What a service keeps with a rate, for how long, and what it makes of the client's own. */
export const keptRateMutants: readonly Mutant[] = [
  ofLastQuote('addresses-of-last-quote', 'A label has the addresses of the last quote.', (json, quote) => {
    const addressOf = (name: string): unknown => {
      const [given, shown] = [quote[name], json[name]]
      return isObject(given) && isObject(shown) ? { ...shown, ...given, street: given['street1'] } : shown
    }
    return { ...json, from_address: addressOf('from_address'), to_address: addressOf('to_address') }
  }),
  ofLastQuote('parcel-of-last-quote', 'A label is for the parcel of the last quote.', (json, quote) =>
    isHeavy(quote) ? undefined : json,
  ),
  {
    id: 'dear-expired-sold',
    deviation: 'Expired rates are sold, but for those of the cheapest carrier.',
    kills: ['RATE-014'],
    open: () => {
      const cheap = new Set<unknown>()
      return {
        response: (response, request) => {
          if (request.operation === 'createRates') {
            const rates = ratesOf(successJson(response) ?? {})
            for (const rate of rates) if (rate['carrier'] === rates[0]?.['carrier']) cheap.add(rate['id'])
          }
          const isDear = request.operation === 'buyLabel' && !cheap.has(askedRate(request))
          if (!isDear || errorOf(response)?.['code'] !== 'RATE.EXPIRED') return undefined
          return { ...withJson(response, { id: 'lbl_1' }), status: 200 }
        },
      }
    },
  },
  ownBought(
    ['RATE-203'],
    { id: 'byoa-expired-sold', deviation: 'Expired rates of own accounts are sold.' },
    (isOwn) => ({
      response: (response, request) =>
        isOwn(request) && errorOf(response)?.['code'] === 'RATE.EXPIRED'
          ? { ...withJson(response, { id: 'lbl_1' }), status: 200 }
          : undefined,
    }),
  ),
  ownBought(
    ['RATE-021', 'RATE-207'],
    { id: 'byoa-surcharged', deviation: 'A label of an own account costs 75 cents more than its rate.' },
    changed((json) => ({ ...json, rate_cents: Number(json['rate_cents']) + 75 })),
  ),
  ownBought(
    ['RATE-021'],
    { id: 'byoa-not-sandbox', deviation: 'A sandbox label of an own account is not marked as one.' },
    changed((json) => ({ ...json, sandbox: false })),
  ),
  ownBought(
    ['RATE-021'],
    { id: 'byoa-real-number', deviation: 'A sandbox label of an own account has a real tracking number.' },
    changed((json) => ({ ...json, tracking_number: '1Z999AA10123456784' })),
  ),
  ownBought(
    ['RATE-205'],
    { id: 'byoa-without-event', deviation: 'A label of an own account has no event.' },
    (_, wasBought) => ({ webhook: () => (wasBought() ? [] : undefined) }),
  ),
  ownBought(
    ['RATE-206'],
    { id: 'byoa-without-shipment', deviation: 'A label of an own account leaves no shipment.' },
    (_, wasBought) => ({
      controlResponse: (response) => {
        const json = jsonOf(response)
        return wasBought() && isObject(json) && Array.isArray(json['shipments'])
          ? withJson(response, { shipments: [] })
          : undefined
      },
    }),
  ),
  ownBought(
    ['RATE-207'],
    { id: 'byoa-free', deviation: 'A live label of an own account says a price that is not taken.' },
    paid(1),
  ),
  ownBought(
    ['RATE-207'],
    { id: 'byoa-charged-twice', deviation: 'A live label of an own account is paid twice.' },
    paid(-1),
  ),
]
