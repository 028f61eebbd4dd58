import type { Address } from '../specification/model.ts'
import { findCountry } from './countries.ts'
import type { Point } from './distance.ts'
import { findZipRegion } from './zip-regions.ts'

// Rates are quoted whether or not the place is known (choices 23), so each unknown has its middle point.
const middleOfUnitedStates = { latitude: 39.83, longitude: -98.58 } as const
const middleOfNowhereKnown = { latitude: 0, longitude: 0 } as const

/**
 * Where an address lies, in degrees. In the US: the centre of its ZIP region, or the middle of the contiguous states for
 * a ZIP that is unassigned or misshapen. Elsewhere: the country's main freight city, or the point where the equator
 * meets the prime meridian for an unknown country code.
 */
export function locate(address: Pick<Address, 'zip' | 'country'>): Point {
  const country = findCountry(address.country.trim())
  if (country === undefined) return middleOfNowhereKnown
  if (country.code !== 'US') return country
  return findZipRegion(address.zip.trim()) ?? middleOfUnitedStates
}
