import type { Parcel } from '../specification/model.ts'
import { computeCubicInches, toPounds } from './billable-weight.ts'
import type { HandlingFee, Network } from './carrier-facts.ts'

/**
 * Returns the cents that a carrier's network adds for a parcel that its machines cannot sort. The fees of a network are
 * in groups. The result is the sum over all groups, each with its highest fee that applies to the parcel.
 */
export function computeHandlingCents(network: Network, parcel: Parcel): number {
  const size = measureParcel(parcel)
  let cents = 0
  for (const group of network.handling) {
    let highestCents = 0
    for (const fee of group) {
      if (fee.cents > highestCents && exceedsFeeLimits(fee, size)) highestCents = fee.cents
    }
    cents += highestCents
  }
  return cents
}

function measureParcel(parcel: Parcel) {
  const { lengthIn, widthIn, heightIn } = parcel
  const longestIn = Math.max(lengthIn, widthIn, heightIn)
  const shortestIn = Math.min(lengthIn, widthIn, heightIn)
  const secondIn = Math.max(
    Math.min(lengthIn, widthIn),
    Math.min(lengthIn, heightIn),
    Math.min(widthIn, heightIn),
  )
  return {
    weightLb: toPounds(parcel),
    longestIn,
    secondIn,
    lengthPlusGirthIn: longestIn + 2 * (secondIn + shortestIn),
    cubicInches: computeCubicInches(parcel),
  }
}

function exceedsFeeLimits(fee: HandlingFee, size: ReturnType<typeof measureParcel>): boolean {
  return (
    size.weightLb > (fee.overWeightLb ?? Number.POSITIVE_INFINITY) ||
    size.longestIn > (fee.overLongestIn ?? Number.POSITIVE_INFINITY) ||
    size.secondIn > (fee.overSecondIn ?? Number.POSITIVE_INFINITY) ||
    size.lengthPlusGirthIn > (fee.overLengthPlusGirthIn ?? Number.POSITIVE_INFINITY) ||
    size.cubicInches > (fee.overCubicInches ?? Number.POSITIVE_INFINITY)
  )
}
