import { isObject } from '../../wire/fields.ts'
import { answers } from '../builders.ts'
import { carrierNames } from '../carriers.ts'
import { refusal } from '../refusal.ts'
import type { Variation } from '../variation.ts'
import { jsonOf, type WireResponse, withJson } from '../wire.ts'

type Json = Readonly<Record<string, unknown>>

/** Variations of carriers and carrier accounts. */
export const carrierVariations: readonly Variation[] = [
  {
    id: 'carriers-by-number',
    what: 'Failed carriers and carrier accounts have a number for a name; rates of an own account take the place of the platform’s of that carrier; rejected credentials cannot be connected at all.',
    open: () => ({
      response: (response, { operation }) => {
        const json = jsonOf(response)
        if (response.status > 299 || !isObject(json)) return undefined
        if (operation === 'createRates') return withJson(response, otherRates(json))
        if (operation === 'listCarrierAccounts') return withJson(response, otherAccounts(json))
        return undefined
      },
      controlResponse: (response): WireResponse | undefined => {
        const json = jsonOf(response)
        return isObject(json) && 'nickname' in json && json['status'] === 'rejected'
          ? refusal(422, 'CARRIER.ACCOUNT.INVALID_CREDENTIALS')
          : undefined
      },
    }),
  },
  {
    id: 'accounts-by-id',
    what: 'Carrier accounts are an object with each of them under its id.',
    open: () =>
      answers('listCarrierAccounts', ({ carrier_accounts: accounts }) => ({
        carrier_accounts: Object.fromEntries(
          objectsIn(accounts).map(({ id, ...account }) => [String(id), account]),
        ),
      })),
  },
  {
    id: 'accounts-by-id-bare',
    what: 'The body of the carrier accounts is an object with each of them under its id, and nothing else.',
    open: () =>
      answers('listCarrierAccounts', ({ carrier_accounts: accounts }) =>
        Object.fromEntries(objectsIn(accounts).map((account) => [String(account['id']), account])),
      ),
  },
]

function otherRates(json: Json): Json {
  const { rates, failed_carriers: failed, ...rest } = json
  const list = objectsIn(rates)
  const own = new Set(list.filter((rate) => rate['account_type'] === 'byoa').map((rate) => rate['carrier']))
  const left = list.filter((rate) => rate['account_type'] === 'byoa' || !own.has(rate['carrier']))
  if (failed === undefined) return { ...rest, rates: left }
  return { ...rest, rates: left, failed_carriers: objectsIn(failed).map(numbered) }
}

function otherAccounts(json: Json): Json {
  const accounts = objectsIn(json['carrier_accounts'])
  return { carrier_accounts: accounts.map((account) => ({ id: account['id'], ...numbered(account) })) }
}

const numbered = ({ carrier }: Json): Json => ({
  carrier_id: carrierNames.indexOf(String(carrier)) + 1,
})

const objectsIn = (list: unknown): readonly Json[] => (Array.isArray(list) ? list.filter(isObject) : [])
