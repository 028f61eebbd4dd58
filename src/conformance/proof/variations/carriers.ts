import { objectsIn } from '../../../variations/json.ts'
import { jsonOf, type WireResponse, withJson } from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'
import { controlCallOf } from '../proxy/seen-accounts.ts'
import { carrierNames } from '../quotes.ts'
import { errorResponseOf } from '../refusal.ts'
import type { ProofVariation } from '../variation.ts'

type Json = Readonly<Record<string, unknown>>

/** Variations of carriers and carrier accounts. */
export const carrierAccountVariations: readonly ProofVariation[] = [
  {
    id: 'carriers-by-number',
    what: 'Failed carriers and carrier accounts have a number for a name; rates of an own account take the place of the platform’s of that carrier; rejected credentials cannot be connected at all.',
    silent: { choice: 40 },
    open: () => ({
      response: (response, { operation }) => {
        const json = jsonOf(response)
        if (response.status > 299 || !isObject(json)) return undefined
        if (operation === 'createRates') return withJson(response, withRenamedRates(json))
        if (operation === 'listCarrierAccounts') return withJson(response, withRenamedAccounts(json))
        return undefined
      },
      // Disconnects the account, as the good service has connected it.
      controlled: async (request, response, wire) => {
        const rejected = rejectedAccountIn(response)
        const { account } = controlCallOf(request)
        if (rejected !== undefined) {
          await wire.control('DELETE', `/accounts/${account}/carrier-accounts/${rejected['id']}`)
        }
      },
      controlResponse: (response): WireResponse | undefined =>
        rejectedAccountIn(response) && errorResponseOf(422, 'CARRIER.ACCOUNT.INVALID_CREDENTIALS'),
    }),
  },
]

/** Returns the carrier account in a response if its credentials are rejected. */
function rejectedAccountIn(response: WireResponse): Json | undefined {
  const json = jsonOf(response)
  return isObject(json) && 'nickname' in json && json['status'] === 'rejected' ? json : undefined
}

function withRenamedRates(json: Json): Json {
  const { rates, failed_carriers: failed, ...rest } = json
  const list = objectsIn(rates)
  const own = new Set(list.filter((rate) => rate['account_type'] === 'byoa').map((rate) => rate['carrier']))
  const left = list.filter((rate) => rate['account_type'] === 'byoa' || !own.has(rate['carrier']))
  if (failed === undefined) return { ...rest, rates: left }
  return { ...rest, rates: left, failed_carriers: objectsIn(failed).map(renameCarrier) }
}

function withRenamedAccounts(json: Json): Json {
  const accounts = objectsIn(json['carrier_accounts'])
  return { carrier_accounts: accounts.map((account) => ({ id: account['id'], ...renameCarrier(account) })) }
}

const renameCarrier = ({ carrier }: Json): Json => ({
  carrier_id: carrierNames.indexOf(String(carrier)) + 1,
})
