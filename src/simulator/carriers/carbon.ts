import factors from '../../../fixtures/carriers/carbon.json' with { type: 'json' }

const lbPerShortTon = 2000

/**
 * Returns grams of carbon dioxide for carrying a weight over a distance: whole grams, at least one. A service carries
 * parcels by truck, and by aircraft from a certain distance on. The factors and their source are in fixtures/carriers.
 */
export function estimateCarbonGrams({
  miles,
  weightLb,
  airFromMiles = Number.POSITIVE_INFINITY,
}: {
  readonly miles: number
  readonly weightLb: number
  readonly airFromMiles?: number | undefined
}): number {
  const travelledMiles = Math.max(miles, factors.shortestMiles)
  const { truck, aircraft } = factors.gramsPerShortTonMile
  const gramsPerShortTonMile = miles >= airFromMiles ? aircraft : truck
  return Math.max(1, Math.round((gramsPerShortTonMile * weightLb * travelledMiles) / lbPerShortTon))
}
