import { errorOf, isLive, type Json, readSuccessJson } from '../../../../variations/json-responses.ts'
import { jsonOf, type WireRequest, withJson, withSignedBody } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { buildMutant } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { ratesOf } from '../../../proof/quotes.ts'
import { adjustBalance } from '../../../proof/stateful/backdoor.ts'
import type { RuleId } from '../../../rule.ts'

/** Returns the rate id in a request to buy a label; undefined for other requests. */
function rateIdOf(request: WireRequest): unknown {
  const asked = jsonOf(request)
  return request.operation === 'buyLabel' && isObject(asked) ? asked['rate_id'] : undefined
}

/** Builds a mutant (a deliberately broken service) that treats purchases of rates of connected carrier accounts wrongly. */
function buildConnectedPurchaseMutant(
  kills: readonly [RuleId, ...RuleId[]],
  { id, deviation }: { readonly id: string; readonly deviation: string },
  alter: (isConnected: (request: WireRequest) => boolean, hasConnectedPurchase: () => boolean) => Alteration,
): Mutant {
  return buildMutant(id, deviation)
    .kills(...kills)
    .by(() => {
      const connected = new Set<unknown>()
      let bought = false
      const alteration = alter(
        (request) => connected.has(rateIdOf(request)),
        () => bought,
      )
      return {
        ...alteration,
        // The mutant notes a purchase when the request comes, because the webhook event may come before the response.
        request: (request) => {
          bought ||= connected.has(rateIdOf(request))
          return undefined
        },
        response: (response, request, wire) => {
          if (request.operation === 'createRates') {
            for (const rate of ratesOf(readSuccessJson(response) ?? {})) {
              if (rate['account_type'] === 'byoa') connected.add(rate['id'])
            }
          }
          return alteration.response?.(response, request, wire)
        },
      }
    })
}

/** Creates the alteration of a deliberately broken service that changes the labels of connected carrier accounts. */
const alterConnectedLabels =
  (change: (json: Json) => Json) =>
  (isConnected: (request: WireRequest) => boolean): Alteration => ({
    response: (response, request) => {
      const json = isConnected(request) ? readSuccessJson(response) : undefined
      return json === undefined ? undefined : withJson(response, change(json))
    },
  })

/** Deliberately broken services that keep rates too long, or treat rates of connected carrier accounts wrongly. */
export const keptRateMutants: readonly Mutant[] = [
  buildMutant('dear-expired-sold', 'Expired rates are sold, except rates of the cheapest carrier.')
    .kills('RATE-014')
    .by(() => {
      const cheap = new Set<unknown>()
      return {
        response: (response, request) => {
          if (request.operation === 'createRates') {
            const rates = ratesOf(readSuccessJson(response) ?? {})
            for (const rate of rates) if (rate['carrier'] === rates[0]?.['carrier']) cheap.add(rate['id'])
          }
          const isDear = request.operation === 'buyLabel' && !cheap.has(rateIdOf(request))
          if (!isDear || errorOf(response)?.['code'] !== 'RATE.EXPIRED') return undefined
          return { ...withJson(response, { id: 'lbl_1' }), status: 200 }
        },
      }
    }),
  buildConnectedPurchaseMutant(
    ['RATE-203'],
    { id: 'byoa-expired-sold', deviation: 'Expired rates of connected accounts are sold.' },
    (isConnected) => ({
      response: (response, request) =>
        isConnected(request) && errorOf(response)?.['code'] === 'RATE.EXPIRED'
          ? { ...withJson(response, { id: 'lbl_1' }), status: 200 }
          : undefined,
    }),
  ),
  buildConnectedPurchaseMutant(
    ['RATE-021', 'RATE-207'],
    { id: 'byoa-surcharged', deviation: 'A label of a connected account costs 75 cents more than its rate.' },
    alterConnectedLabels((json) => ({ ...json, rate_cents: Number(json['rate_cents']) + 75 })),
  ),
  buildConnectedPurchaseMutant(
    ['RATE-021'],
    {
      id: 'byoa-not-sandbox',
      deviation: 'A sandbox label of a connected account is not marked as a sandbox label.',
    },
    alterConnectedLabels((json) => ({ ...json, sandbox: false })),
  ),
  buildConnectedPurchaseMutant(
    ['RATE-205'],
    { id: 'byoa-without-event', deviation: 'No event is sent for a label of a connected account.' },
    (_, hasConnectedPurchase) => ({ webhook: () => (hasConnectedPurchase() ? [] : undefined) }),
  ),
  buildConnectedPurchaseMutant(
    ['RATE-213'],
    {
      id: 'byoa-event-free',
      deviation: 'The event of a label of a connected account has a price of 0.',
    },
    (_, hasConnectedPurchase) => ({
      webhook: (delivery) => {
        const event = jsonOf(delivery)
        if (!hasConnectedPurchase() || !isObject(event) || !isObject(event['data'])) return undefined
        const free = { ...event, data: { ...event['data'], rate_cents: 0 } }
        return [withSignedBody(delivery, Buffer.from(JSON.stringify(free)))]
      },
    }),
  ),
  buildConnectedPurchaseMutant(
    ['RATE-206'],
    {
      id: 'byoa-without-shipment',
      deviation: 'A label of a connected account is not in the shipping history.',
    },
    (_, hasConnectedPurchase) => ({
      controlResponse: (response) => {
        const json = jsonOf(response)
        return hasConnectedPurchase() && isObject(json) && Array.isArray(json['shipments'])
          ? withJson(response, { shipments: [] })
          : undefined
      },
    }),
  ),
  buildConnectedPurchaseMutant(
    ['RATE-207'],
    { id: 'byoa-free', deviation: 'A live label of a connected account is not charged.' },
    (isConnected) => ({
      response: async (response, request, wire) => {
        const json = isConnected(request) && isLive(request) ? readSuccessJson(response) : undefined
        if (json === undefined) return undefined
        await adjustBalance(wire, wire.accountOf(request), Number(json['rate_cents']))
        return response
      },
    }),
  ),
  buildMutant(
    'quotes-kept-too-long',
    'A repeated quote returns the same rates for twenty minutes, although they have expired.',
  )
    .kills('RATE-022')
    .by(() => {
      const kept = new Map<string, { readonly json: Json; readonly atMs: number }>()
      return {
        response: (response, request, wire) => {
          const json = request.operation === 'createRates' ? readSuccessJson(response) : undefined
          if (json === undefined) return undefined
          const name = JSON.stringify([request.headers['authorization'], jsonOf(request)])
          const atMs = wire.advancedMs(wire.accountOf(request))
          const earlier = kept.get(name)
          if (earlier !== undefined && atMs - earlier.atMs < 20 * 60_000)
            return withJson(response, earlier.json)
          kept.set(name, { json, atMs })
          return undefined
        },
      }
    }),
]
