import { filterObjects } from '../../../variations/json.ts'
import { jsonOf, type WireResponse, withJson } from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'
import { parseControlCall } from '../proxy/seen-accounts.ts'
import { carrierNames } from '../quotes.ts'
import { buildErrorResponse } from '../refusal.ts'
import type { ProofVariation } from '../variation.ts'

type Json = Readonly<Record<string, unknown>>

/** Variations in how a correct service treats carriers and carrier accounts. */
export const carrierAccountVariations: readonly ProofVariation[] = [
  {
    id: 'carriers-by-number',
    what: 'Failed carriers and carrier accounts have a number instead of a name. The rates of an own carrier account replace the platform’s rates of the same carrier. A carrier account with rejected credentials cannot be connected.',
    silent: { choice: 40 },
    open: () => ({
      response: (response, { operation }) => {
        const json = jsonOf(response)
        if (response.status > 299 || !isObject(json)) return undefined
        if (operation === 'createRates') return withJson(response, replaceCarriersOfRates(json))
        if (operation === 'listCarrierAccounts') return withJson(response, replaceCarriersOfAccounts(json))
        return undefined
      },
      // The correct service has connected the carrier account, so the variation disconnects it again.
      controlled: async (request, response, wire) => {
        const rejected = readRejectedAccount(response)
        const { account } = parseControlCall(request)
        if (rejected !== undefined) {
          await wire.control('DELETE', `/accounts/${account}/carrier-accounts/${rejected['id']}`)
        }
      },
      controlResponse: (response): WireResponse | undefined =>
        readRejectedAccount(response) && buildErrorResponse(422, 'CARRIER.ACCOUNT.INVALID_CREDENTIALS'),
    }),
  },
]

/** Returns the carrier account in a response if its credentials are rejected. */
function readRejectedAccount(response: WireResponse): Json | undefined {
  const json = jsonOf(response)
  return isObject(json) && 'nickname' in json && json['status'] === 'rejected' ? json : undefined
}

function replaceCarriersOfRates(json: Json): Json {
  const { rates, failed_carriers: failed, ...rest } = json
  const list = filterObjects(rates)
  const own = new Set(list.filter((rate) => rate['account_type'] === 'byoa').map((rate) => rate['carrier']))
  const left = list.filter((rate) => rate['account_type'] === 'byoa' || !own.has(rate['carrier']))
  if (failed === undefined) return { ...rest, rates: left }
  return { ...rest, rates: left, failed_carriers: filterObjects(failed).map(replaceCarrierByNumber) }
}

function replaceCarriersOfAccounts(json: Json): Json {
  const accounts = filterObjects(json['carrier_accounts'])
  return {
    carrier_accounts: accounts.map((account) => ({ id: account['id'], ...replaceCarrierByNumber(account) })),
  }
}

const replaceCarrierByNumber = ({ carrier }: Json): Json => ({
  carrier_id: carrierNames.indexOf(String(carrier)) + 1,
})
