import { type Json, successJson } from '../../../../variations/json-responses.ts'
import { jsonOf } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { lies, mutant } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { rates, ratesOf } from '../../../proof/quotes.ts'
import { refusal } from '../../../proof/refusal.ts'

const onRates = lies(rates)

const each = lies(
  (change: (rate: Json) => Json): Alteration => rates((list) => list.map((rate) => change({ ...rate }))),
)

export const connectedAccountRateMutants: readonly Mutant[] = [
  each('byoa-as-platform', 'Rates of connected accounts are marked as the platform’s.')
    .kills('RATE-018', 'RATE-020')
    .by((rate) => ({ ...rate, account_type: 'platform' })),
  onRates('byoa-left-out', 'Rates of connected accounts are missing.')
    .kills('RATE-018', 'RATE-020')
    .by((list) => list.filter((rate) => rate['account_type'] !== 'byoa')),
  onRates('byoa-alone', 'A client with a connected account gets no rates of the platform.')
    .kills('RATE-018')
    .by((list) => {
      const connected = list.filter((rate) => rate['account_type'] === 'byoa')
      return connected.length === 0 ? undefined : connected
    }),
  each('all-byoa', 'All rates are marked as those of connected accounts.')
    .kills('RATE-019')
    .by((rate) => ({ ...rate, account_type: 'byoa' })),
  onRates('byoa-appended', 'Rates of connected accounts come after all others.')
    .kills('RATE-020')
    .by((list) => {
      const connected = list.filter((rate) => rate['account_type'] === 'byoa')
      return connected.length === 0
        ? undefined
        : [...list.filter((rate) => rate['account_type'] !== 'byoa'), ...connected]
    }),
  mutant('byoa-not-sold', 'Rates of connected accounts cannot be bought.')
    .kills('RATE-021')
    .by(() => {
      const connected = new Set<unknown>()
      return {
        response: (response, request) => {
          if (request.operation === 'createRates') {
            for (const rate of ratesOf(successJson(response) ?? {})) {
              if (rate['account_type'] === 'byoa') connected.add(rate['id'])
            }
          }
          const asked = jsonOf(request)
          const isConnected =
            request.operation === 'buyLabel' && isObject(asked) && connected.has(asked['rate_id'])
          return isConnected ? refusal(422, 'LABEL.SERVICE.UNAVAILABLE') : undefined
        },
      }
    }),
]
