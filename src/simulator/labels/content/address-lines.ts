import { findCountry } from '../../geography/countries.ts'
import type { Address } from '../../specification/model.ts'
import { toLatin } from '../latin.ts'

/**
 * Returns the lines of an address as printed, in Latin text. The country is included only if the parcel crosses a
 * border.
 */
export function formatAddressLines(
  address: Address,
  options: { readonly abroad: boolean; readonly phone: boolean },
): string {
  const country = findCountry(address.country)?.name ?? address.country
  const lines = [
    address.name,
    address.company,
    address.street1,
    address.street2,
    [address.city, address.state, address.zip].filter((part) => part !== '').join(' '),
    options.abroad ? country.toUpperCase() : undefined,
    options.phone && address.phone !== undefined ? `Tel ${address.phone}` : undefined,
  ]
  return lines
    .map((line) => toLatin(line ?? ''))
    .filter((line) => line !== '')
    .join('\n')
}
