import { isLive, readSuccessJson } from '../../../variations/json-responses.ts'
import { withJson } from '../../../variations/wire.ts'
import { hours } from '../../target/need.ts'
import { adjustBalance } from '../stateful/backdoor.ts'
import type { ProofVariation } from '../variation.ts'

/** Variations in how a correct service treats voids of labels. */
export const voidVariations: readonly ProofVariation[] = [
  {
    id: 'voids-in-stages',
    what: 'A void is requested at first, in progress after an hour and refunded after a day. Then a live wallet has the price of the label again.',
    silent: { choice: 34 },
    open: () => {
      const prices = new Map<string, number>()
      const voids = new Map<string, { readonly account: string; readonly fromMs: number; isDone: boolean }>()
      return {
        response: (response, request, wire) => {
          const json = readSuccessJson(response)
          const account = wire.accountOf(request)
          if (json === undefined || account === undefined) return undefined
          const id = request.path.split('/')[3] ?? ''
          if (request.operation === 'buyLabel' && isLive(request))
            prices.set(String(json['id']), Number(json['rate_cents']))
          if (request.operation === 'voidLabel')
            voids.set(id, { account, fromMs: wire.advancedMs(account), isDone: false })
          const voided = voids.get(id)
          if (request.operation !== 'getLabel' || voided === undefined) return undefined
          const ageMs = wire.advancedMs(account) - voided.fromMs
          const void_status = ageMs >= hours(24) ? 'refunded' : ageMs >= hours(1) ? 'processing' : 'requested'
          return withJson(response, { ...json, void_status, void_amount_cents: prices.get(id) ?? 0 })
        },
        advanced: async (account, wire) => {
          let hasPaid = false
          for (const [id, each] of voids) {
            const isDue = wire.advancedMs(account) - each.fromMs >= hours(24)
            if (each.account !== account || each.isDone || !isDue) continue
            each.isDone = true
            hasPaid = true
            await adjustBalance(wire, account, prices.get(id) ?? 0)
          }
          return hasPaid
        },
      }
    },
  },
]
