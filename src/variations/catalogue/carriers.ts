import type { WireAlteration } from '../alteration.ts'
import { filterObjects } from '../json.ts'
import { changeSuccesses } from '../json-responses.ts'
import { replaceTextBothWays } from '../text-replacement.ts'
import type { Variation } from '../variation.ts'

/** Variations of carriers and carrier accounts. */
export const carrierVariations: readonly Variation[] = [
  {
    id: 'accounts-by-id',
    what: 'The list of carrier accounts is an object with each account under its id.',
    silent: { choice: 40 },
    offered: {
      // A variation that adds undocumented fields may not be combined with this one: a client could take such a field
      // for the list of accounts.
      changes: ['carrier accounts', 'fields'],
      because: 'The specification does not show the shape of the list of carrier accounts.',
    },
    open: () =>
      changeSuccesses('listCarrierAccounts', ({ carrier_accounts: accounts }) => ({
        carrier_accounts: Object.fromEntries(
          filterObjects(accounts).map(({ id, ...account }) => [String(id), account]),
        ),
      })),
  },
  {
    id: 'accounts-by-id-bare',
    what: 'The body of the carrier accounts is only an object with each account under its id.',
    silent: { choice: 40 },
    open: () =>
      changeSuccesses('listCarrierAccounts', ({ carrier_accounts: accounts }) =>
        Object.fromEntries(filterObjects(accounts).map((account) => [String(account['id']), account])),
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
    open: () => renameCarriers({ USPS: 'Canada Post', UPS: 'Purolator', FedEx: 'Royal Mail', DHL: 'Evri' }),
  },
  {
    id: 'other-carrier-names',
    what: 'Carriers have other names, such as `usps_stamps` and `FEDEX EXPRESS`.',
    silent: { choice: 49 },
    offered: {
      changes: ['carrier names'],
      because: 'The specification does not say how carriers are spelled.',
    },
    open: () =>
      renameCarriers({
        USPS: 'usps_stamps',
        UPS: 'ups-api',
        FedEx: 'FEDEX EXPRESS',
        DHL: 'dhl_ecommerce',
      }),
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
      replaceTextBothWays(
        (text) => text.replace(/"service":"/g, '"service":"svc.'),
        (text) => text.replace(/("service"\s*:\s*")svc\./g, '$1'),
      ),
  },
]

/** Matches the text before the name of a carrier: in fields, in targets of faults and in magic values. */
const textsBeforeCarrier = String.raw`"carrier"\s*:\s*"|"carrier:|\bsim:carrier=`

/** Matches texts that mention carriers: the discovery of the control protocol, messages and tracking events. */
const carrierMentions =
  /"carriers"\s*:\s*\[[^\]]*\]|"(?:message|suggestion|status_detail|what)"\s*:\s*"(?:[^"\\]|\\.)*"/g

/** Creates an alteration that gives carriers other names. Requests may still use the simulator's own names. */
function renameCarriers(names: Readonly<Record<string, string>>): WireAlteration {
  const ownNames = new Map(Object.entries(names).map(([name, other]) => [other.toLowerCase(), name]))
  // safe regex: each part is a choice of fixed words after a fixed text.
  const nameInField = new RegExp(`(${textsBeforeCarrier})(${Object.keys(names).join('|')})(?=[":])`, 'g')
  // safe regex: a choice of fixed words.
  const nameInText = new RegExp(String.raw`\b(?:${Object.keys(names).join('|')})\b`, 'g')
  // safe regex: a choice of fixed words.
  const otherNameInField = new RegExp(
    `(${textsBeforeCarrier})(${Object.values(names).join('|')})(?=[":])`,
    'gi',
  )
  const findOtherName = (name: string): string => names[name] ?? name
  return replaceTextBothWays(
    (text) =>
      text
        .replace(nameInField, (_, start: string, name: string) => start + findOtherName(name))
        .replace(carrierMentions, (mention) => mention.replace(nameInText, findOtherName)),
    (text) =>
      text.replace(
        otherNameInField,
        (_, start: string, name: string) => start + ownNames.get(name.toLowerCase()),
      ),
  )
}
