import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateCarbonGrams } from './carbon.ts'

const anyMiles = fc.double({ min: 0, max: 12_500, noNaN: true })
const anyWeightLb = fc.double({ min: 0, max: 100_000, noNaN: true })

describe('the carbon estimate of a parcel', () => {
  it('the carbon estimate of a parcel is distance times weight times the factor of the means of transport', () => {
    expect(estimateCarbonGrams({ miles: 1_000, weightLb: 10 })).toBe(930)
    expect(estimateCarbonGrams({ miles: 1_000, weightLb: 10, airFromMiles: 0 })).toBe(5_430)
  })

  it('the carbon estimate of a short distance is that of a truck, even for an air service', () => {
    expect(estimateCarbonGrams({ miles: 399, weightLb: 10, airFromMiles: 400 })).toBe(371)
    expect(estimateCarbonGrams({ miles: 400, weightLb: 10, airFromMiles: 400 })).toBe(2_172)
  })

  it('the carbon estimate is at least one gram', () => {
    expect(estimateCarbonGrams({ miles: 0, weightLb: Number.MIN_VALUE })).toBe(1)
  })

  it('the carbon estimate for a distance of 0 miles is that of a local drive', () => {
    expect(estimateCarbonGrams({ miles: 0, weightLb: 100 })).toBe(233)
  })

  it('the carbon estimate never falls with distance or weight', () => {
    fc.assert(
      fc.property(anyMiles, anyMiles, anyWeightLb, anyWeightLb, fc.option(anyMiles), (a, b, c, d, from) => {
        const airFromMiles = from ?? undefined
        const less = { miles: Math.min(a, b), weightLb: Math.min(c, d), airFromMiles }
        const more = { miles: Math.max(a, b), weightLb: Math.max(c, d), airFromMiles }
        const grams = estimateCarbonGrams(less)
        expect(Number.isSafeInteger(grams)).toBe(true)
        expect(grams).toBeGreaterThanOrEqual(1)
        expect(estimateCarbonGrams(more)).toBeGreaterThanOrEqual(grams)
      }),
    )
  })

  it('the carbon estimate is higher by air than by road', () => {
    fc.assert(
      fc.property(anyMiles, fc.double({ min: 1, max: 100_000, noNaN: true }), (miles, weightLb) => {
        const byRoad = estimateCarbonGrams({ miles, weightLb })
        expect(estimateCarbonGrams({ miles, weightLb, airFromMiles: 0 })).toBeGreaterThan(byRoad)
      }),
    )
  })
})
