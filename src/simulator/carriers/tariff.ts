import type { Tariff } from './carrier-facts.ts'

/**
 * Returns the published price in cents of a weight in a zone. A weight below a pound counts as the next listed weight,
 * and from a pound on as the next whole pound. Between two listed weights the price lies on the line through both;
 * beyond the last one the line continues. Throws a RangeError for an unknown zone.
 */
export function computePublishedCents({ weightsLb, cents }: Tariff, zone: number, weightLb: number): number {
  const row = cents[zone]
  if (row === undefined) throw new RangeError(`the tariff has no zone ${zone}`)
  const pricedLb = roundUpToListedWeight(weightsLb, weightLb)
  let to = 1
  while (to < weightsLb.length - 1 && pricedLb > readNumberAt(weightsLb, to)) to += 1
  const fromLb = readNumberAt(weightsLb, to - 1)
  const fromCents = readNumberAt(row, to - 1)
  const share = Math.max(0, pricedLb - fromLb) / (readNumberAt(weightsLb, to) - fromLb)
  return Math.round(fromCents + (readNumberAt(row, to) - fromCents) * share)
}

function roundUpToListedWeight(weightsLb: readonly number[], weightLb: number): number {
  if (weightLb > 1) return Math.ceil(weightLb)
  return weightsLb.find((listedLb) => listedLb < 1 && weightLb <= listedLb) ?? 1
}

function readNumberAt(row: readonly number[], index: number): number {
  return row[index] ?? Number.NaN
}
