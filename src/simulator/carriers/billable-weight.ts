import type { Parcel } from '../specification/model.ts'
import type { Network } from './carrier-facts.ts'

// Parcels of any weight get rates (choices 23). Above this weight the price stays the same. It would otherwise become
// too large for an exact integer.
const maxPricedLb = 100_000

/**
 * Returns the pounds that a carrier's network charges for: the weight of the parcel, or its volume divided by the
 * divisor of the network if the result is higher. Each side is rounded up to whole inches, as carriers do.
 */
export function computeBillableLb(network: Network, parcel: Parcel): number {
  const { cubicInchesPerLb, overCubicInches } = network.dimensional
  const cubicInches = computeCubicInches(parcel)
  const dimensionalLb = cubicInches > overCubicInches ? cubicInches / cubicInchesPerLb : 0
  return Math.min(Math.max(toPounds(parcel), dimensionalLb), maxPricedLb)
}

/** Returns the parcel's real weight in pounds. */
export function toPounds(parcel: Parcel): number {
  return parcel.weightOz / 16
}

/** Returns the weight in pounds for the carbon estimate. It has the same maximum as the weight for the price. */
export function computeCarbonWeightLb(parcel: Parcel): number {
  return Math.min(toPounds(parcel), maxPricedLb)
}

/** Returns the volume of the parcel in cubic inches, its sides rounded up to whole inches. */
export function computeCubicInches(parcel: Parcel): number {
  return Math.ceil(parcel.lengthIn) * Math.ceil(parcel.widthIn) * Math.ceil(parcel.heightIn)
}
