import type { WireAlteration } from '../alteration.ts'
import { objectsIn } from '../json.ts'
import { changeSuccesses } from '../json-responses.ts'
import { replacingText } from '../text-replacement.ts'
import type { Variation } from '../variation.ts'

/** Variations of carriers and carrier accounts. */
export const carrierVariations: readonly Variation[] = [
  {
    id: 'accounts-by-id',
    what: 'Carrier accounts are an object that has each of them under its id.',
    silent: { choice: 40 },
    offered: {
      // A field that nobody documented would look like an account.
      changes: ['carrier accounts', 'fields'],
      because: 'The specification does not show the shape of the list of carrier accounts.',
    },
    open: () =>
      changeSuccesses('listCarrierAccounts', ({ carrier_accounts: accounts }) => ({
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
      changeSuccesses('listCarrierAccounts', ({ carrier_accounts: accounts }) =>
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
    open: () => renamingCarriers({ USPS: 'Canada Post', UPS: 'Purolator', FedEx: 'Royal Mail', DHL: 'Evri' }),
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
      renamingCarriers({
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
      replacingText(
        (text) => text.replace(/"service":"/g, '"service":"svc.'),
        (text) => text.replace(/("service"\s*:\s*")svc\./g, '$1'),
      ),
  },
]

/** The texts before the name of a carrier: in fields, in targets of faults and in magic values. */
const before = String.raw`"carrier"\s*:\s*"|"carrier:|\bsim:carrier=`

/** The texts that list or mention carriers: the discovery of the control protocol, messages, and tracking events. */
const mentions =
  /"carriers"\s*:\s*\[[^\]]*\]|"(?:message|suggestion|status_detail|what)"\s*:\s*"(?:[^"\\]|\\.)*"/g

/** An alteration under which carriers have other names. A client may still use the simulator's own ones. */
function renamingCarriers(names: Readonly<Record<string, string>>): WireAlteration {
  const own = new Map(Object.entries(names).map(([name, other]) => [other.toLowerCase(), name]))
  // regex bound: each is a choice of fixed words after fixed texts, and begins anew at each place.
  const isNamed = new RegExp(`(${before})(${Object.keys(names).join('|')})(?=[":])`, 'g')
  // regex bound: a choice of fixed words.
  const isMentioned = new RegExp(String.raw`\b(?:${Object.keys(names).join('|')})\b`, 'g')
  // regex bound: as above.
  const isOther = new RegExp(`(${before})(${Object.values(names).join('|')})(?=[":])`, 'gi')
  const other = (name: string): string => names[name] ?? name
  return replacingText(
    (text) =>
      text
        .replace(isNamed, (_, start: string, name: string) => start + other(name))
        .replace(mentions, (mention) => mention.replace(isMentioned, other)),
    (text) => text.replace(isOther, (_, start: string, name: string) => start + own.get(name.toLowerCase())),
  )
}
