import { objectsIn } from '../json.ts'
import { answers } from '../json-responses.ts'
import { replacingText } from '../text-replacement.ts'
import type { Variation } from '../variation.ts'

/** Variations of carriers and carrier accounts. */
export const carrierVariations: readonly Variation[] = [
  {
    id: 'accounts-by-id',
    what: 'Carrier accounts are an object that has each of them under its id.',
    silent: { choice: 40 },
    offered: {
      changes: ['carrier accounts'],
      because: 'The specification does not show the shape of the list of carrier accounts.',
    },
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
    silent: { choice: 40 },
    open: () =>
      answers('listCarrierAccounts', ({ carrier_accounts: accounts }) =>
        Object.fromEntries(objectsIn(accounts).map((account) => [String(account['id']), account])),
      ),
  },
  {
    id: 'unlisted-carriers',
    what: 'Rates, labels and events name other carriers: Canada Post, Purolator, Royal Mail and Evri.',
    silent: { choice: 49 },
    offered: {
      changes: ['carrier names'],
      because: 'The specification names no carrier. A client has to take the names from the rates.',
    },
    open: () => {
      const { request, response, webhook } = replacingText(
        (text) => unlisted.reduce((all, [ours, theirs]) => all.replaceAll(`"${ours}"`, `"${theirs}"`), text),
        (text) => unlisted.reduce((all, [ours, theirs]) => all.replaceAll(`"${theirs}"`, `"${ours}"`), text),
      )
      return { ...(request && { request }), ...(response && { response }), ...(webhook && { webhook }) }
    },
  },
  {
    id: 'other-service-names',
    what: 'Services have other names: `svc.` and the usual name.',
    silent: { choice: 49 },
    offered: {
      changes: ['service names'],
      because: 'The specification names no service. A client has to take the names from the rates.',
    },
    open: () =>
      replacingText(
        (text) => text.replace(/"service":"/g, '"service":"svc.'),
        (text) => text.replace(/("service"\s*:\s*")svc\./g, '$1'),
      ),
  },
]

const unlisted = [
  ['USPS', 'Canada Post'],
  ['UPS', 'Purolator'],
  ['FedEx', 'Royal Mail'],
  ['DHL', 'Evri'],
] as const
