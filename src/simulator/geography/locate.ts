import type { Address } from '../specification/model.ts'
import { findCountry } from './countries.ts'
import type { Point } from './distance.ts'
import { findZipRegion } from './zip-regions.ts'

// Rates are quoted even for unknown places (choices 23). An unknown place in the US counts as this point.
const middleOfUnitedStates = { latitude: 39.83, longitude: -98.58 } as const
const placeOfUnknownCountry = { latitude: 0, longitude: 0 } as const

/**
 * Returns the position of an address, in degrees. In the US: the centre of its ZIP region, or the middle of
 * the contiguous states for an unassigned or malformed ZIP. Elsewhere: the country's main freight city. For
 * an unknown country: where the equator meets the prime meridian.
 */
export function locateAddress(address: Pick<Address, 'zip' | 'country'>): Point {
  const country = findCountry(address.country.trim())
  if (country === undefined) return placeOfUnknownCountry
  if (country.code !== 'US') return country
  return findZipRegion(address.zip.trim()) ?? middleOfUnitedStates
}
