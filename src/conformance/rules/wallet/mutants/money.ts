import {
  changeSuccesses,
  errorOf,
  isLive,
  keyOf,
  readSuccessJson,
} from '../../../../variations/json-responses.ts'
import { jsonOf, type WireRequest, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { buildMutant, createJsonMutantBuilder, soldLabel } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { ratesOf } from '../../../proof/quotes.ts'
import { adjustBalance } from '../../../proof/stateful/backdoor.ts'
import { Overlaps } from '../../../proof/stateful/overlaps.ts'

const buildPurchaseMutant = createJsonMutantBuilder('buyLabel')

/** Deliberately broken services that charge the live wallet wrongly, or report its balance wrongly. */
export const moneyMutants: readonly Mutant[] = [
  buildMutant('sold-as-cheapest', 'Every purchase buys the cheapest rate of the quote.')
    .kills('LABEL-008', 'WALLET-009')
    .by(() => {
      const cheapest = new Map<unknown, Readonly<Record<string, unknown>>>()
      return {
        response: (response, request) => {
          const json = readSuccessJson(response) ?? {}
          if (request.operation === 'createRates') {
            const [first] = ratesOf(json)
            for (const { id } of ratesOf(json)) if (first !== undefined) cheapest.set(id, first)
          }
          const asked = jsonOf(request)
          if (request.operation !== 'buyLabel' || !isObject(asked)) return undefined
          const rate = cheapest.get(asked['rate_id'])
          if (rate === undefined || rate['id'] === asked['rate_id'] || json['id'] === undefined)
            return undefined
          const { carrier, service, rate_cents } = rate
          return withJson(response, { ...json, carrier, service, rate_cents })
        },
      }
    }),
  buildPurchaseMutant(
    'dear-labels-dearer',
    'Labels that cost more than 30 dollars are a dollar more expensive than their rates.',
  )
    .kills('LABEL-008', 'WALLET-009')
    .by((json) =>
      Number(json['rate_cents']) > 3_000
        ? { ...json, rate_cents: Number(json['rate_cents']) + 100 }
        : undefined,
    ),
  buildMutant('dear-labels-undercharged', 'Expensive live labels are charged a cent too little.')
    .kills('WALLET-009')
    .by({
      response: async (response, request, wire) => {
        const json = readSuccessJson(response)
        if (request.operation !== 'buyLabel' || !isLive(request) || !(Number(json?.['rate_cents']) > 3_000))
          return undefined
        await adjustBalance(wire, wire.accountOf(request), 1)
        return response
      },
    }),
  buildMutant('parallel-charge-lost', 'A live purchase made during another live purchase is not charged.')
    .kills('WALLET-010')
    .by(() => {
      const open = new Map<string, number>()
      const changeOpenPurchaseCount = (request: WireRequest, by: number): number => {
        const now = (open.get(keyOf(request)) ?? 0) + by
        open.set(keyOf(request), now)
        return now
      }
      const isLivePurchase = (request: WireRequest): boolean =>
        request.operation === 'buyLabel' && isLive(request)
      return {
        request: (request) => {
          if (isLivePurchase(request)) changeOpenPurchaseCount(request, 1)
          return undefined
        },
        response: async (response, request, wire) => {
          if (!isLivePurchase(request) || changeOpenPurchaseCount(request, -1) === 0) return undefined
          await adjustBalance(
            wire,
            wire.accountOf(request),
            Number(readSuccessJson(response)?.['rate_cents'] ?? 0),
          )
          return response
        },
      }
    }),
  buildMutant('void-charged', 'Voiding a live label takes 5 dollars from the wallet.')
    .kills('WALLET-011')
    .by({
      response: async (response, request, wire) => {
        if (request.operation !== 'voidLabel' || !isLive(request) || response.status > 299) return undefined
        await adjustBalance(wire, wire.accountOf(request), -500)
        return response
      },
    }),
  buildMutant('wallet-in-32-bits', 'The wallet shows its balance cut to 32 bits.')
    .kills('WALLET-004')
    .by(
      changeSuccesses('getWallet', (json) => {
        const cents = Number(json['balance_cents'])
        return cents === Math.trunc(cents) && Math.abs(cents) >= 2 ** 31
          ? { ...json, balance_cents: cents - 2 ** 32 }
          : undefined
      }),
    ),
  buildMutant(
    'reload-not-kept',
    'After an auto-reload, the wallet has less money than the purchase reported.',
  )
    .kills('WALLET-005')
    .by({
      response: async (response, request, wire) => {
        if (request.operation !== 'buyLabel' || readSuccessJson(response) === undefined) return undefined
        await adjustBalance(wire, wire.accountOf(request), -1_000)
        return response
      },
    }),
  buildMutant('reload-pays-for-it', 'A live purchase that triggers an auto-reload is not charged.')
    .kills('WALLET-005')
    .by({
      response: async (response, request, wire) => {
        const json = readSuccessJson(response)
        if (request.operation !== 'buyLabel' || json === undefined) return undefined
        const price = Number(json['rate_cents'])
        await adjustBalance(wire, wire.accountOf(request), price)
        const told = Number(json['wallet_balance_after_cents']) + price
        return withJson(response, { ...json, wallet_balance_after_cents: told })
      },
    }),
  buildPurchaseMutant(
    'live-label-of-ups-balance',
    'A live label of UPS reports a balance that is a cent too high.',
  )
    .kills('WALLET-012')
    .by((json, request) =>
      isLive(request) && json['carrier'] === 'UPS'
        ? { ...json, wallet_balance_after_cents: Number(json['wallet_balance_after_cents']) + 1 }
        : undefined,
    ),
  buildMutant(
    'money-for-one-pays-for-two',
    'Two simultaneous purchases succeed although the balance covers one.',
  )
    .kills('WALLET-014')
    .by(() => {
      const overlaps = new Overlaps()
      return {
        request: (request, wire) => {
          if (request.operation === 'buyLabel' && isLive(request))
            overlaps.startRequest(request, String(wire.accountOf(request)))
          return undefined
        },
        response: async (response, request) => {
          const overlap = await overlaps.endRequest(request)
          return overlap?.met === true && errorOf(response)?.['code'] === 'WALLET.INSUFFICIENT_BALANCE'
            ? { ...withJson(response, soldLabel), status: 200 }
            : undefined
        },
      }
    }),
]
