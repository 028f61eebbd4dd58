import { describe, expect, it } from 'vitest'
import { createParcel } from '../../../test/support/simulator/shipments.ts'
import type { Network } from './carrier-facts.ts'
import { computeHandlingCents } from './surcharges.ts'

const network: Network = {
  poBoxes: true,
  military: true,
  suspendedCountries: [],
  dimensional: { cubicInchesPerLb: 139, overCubicInches: 0 },
  handling: [
    [
      { cents: 300, overLongestIn: 22 },
      { cents: 700, overLongestIn: 30 },
      { cents: 500, overSecondIn: 20 },
      { cents: 900, overWeightLb: 50 },
      { cents: 1_000, overLengthPlusGirthIn: 105 },
    ],
    [{ cents: 2_000, overCubicInches: 3_456 }],
  ],
}

describe('handling fees', () => {
  it('a parcel that exceeds no limit of size or weight has no handling fee', () => {
    expect(computeHandlingCents(network, createParcel({ lengthIn: 22, weightOz: 800 }))).toBe(0)
  })

  it.each([
    ['the longest side, whichever it is', { heightIn: 22.5 }, 300],
    ['the second longest side', { lengthIn: 21, heightIn: 20.5 }, 500],
    ['the weight', { weightOz: 801 }, 900],
    ['length plus girth', { lengthIn: 86 }, 1_000],
  ])('a carrier charges a handling fee for %s', (_measure, size, cents) => {
    expect(computeHandlingCents(network, createParcel(size))).toBe(cents)
  })

  it('only the highest fee of each group of handling fees is charged', () => {
    expect(computeHandlingCents(network, createParcel({ lengthIn: 31 }))).toBe(700)
    expect(computeHandlingCents(network, createParcel({ lengthIn: 31, widthIn: 21 }))).toBe(700)
    expect(computeHandlingCents(network, { weightOz: 900, lengthIn: 31, widthIn: 12, heightIn: 12 })).toBe(
      2_900,
    )
  })
})
