import { findCountry } from '../geography/countries.ts'
import { findZipRegion } from '../geography/zip-regions.ts'
import type { Address } from '../specification/model.ts'
import { formatZip, readState, toCapitals } from './region.ts'

/**
 * Returns a sentence that says why no carrier can deliver to the address; undefined if a carrier can (choices 19). In
 * the US it checks state and ZIP, in every other country the country code alone.
 */
export function explainUndeliverable(address: Address): string | undefined {
  const country = findCountry(address.country.trim())
  if (country === undefined) return `There is no country with the code "${address.country.trim()}".`
  if (country.code !== 'US') return undefined
  const state = readState(address.state)
  if (state === undefined) return `There is no US state or territory "${toCapitals(address.state)}".`
  const zip = formatZip(address.zip)
  if (!/^\d{5}(-\d{4})?$/.test(zip))
    return `"${zip}" is no ZIP code: it takes five digits, or nine as 12345-6789.`
  const region = findZipRegion(zip)
  if (region === undefined) return `No post office has the ZIP code ${zip}.`
  if (region.state !== state.code) return `The ZIP code ${zip} lies in ${region.state}, not in ${state.code}.`
  return undefined
}
