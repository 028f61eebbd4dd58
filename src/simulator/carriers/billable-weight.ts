import type { Parcel } from '../specification/model.ts'
import type { Network } from './carrier-facts.ts'

// Any weight and size is quoted (choices 23); past this one the price no longer grows, so it stays a safe integer.
const heaviestPricedLb = 100_000

/**
 * Pounds a network charges for: the weight, or the size over its divisor if that is more. Sides count in whole
 * inches, a begun one in full, as the carriers count them.
 */
export function billableWeightLb(network: Network, parcel: Parcel): number {
  const { cubicInchesPerLb, overCubicInches } = network.dimensional
  const cubicInches = volumeCubicInches(parcel)
  const dimensionalLb = cubicInches > overCubicInches ? cubicInches / cubicInchesPerLb : 0
  return Math.min(Math.max(weightLb(parcel), dimensionalLb), heaviestPricedLb)
}

/** The parcel's own weight in pounds. */
export function weightLb(parcel: Parcel): number {
  return parcel.weightOz / 16
}

/** The weight in pounds that carbon is counted for: bounded as the priced weight is. */
export function carriedWeightLb(parcel: Parcel): number {
  return Math.min(weightLb(parcel), heaviestPricedLb)
}

/** Cubic inches of the box in whole inches. */
export function volumeCubicInches(parcel: Parcel): number {
  return Math.ceil(parcel.lengthIn) * Math.ceil(parcel.widthIn) * Math.ceil(parcel.heightIn)
}
