import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeMiles } from './distance.ts'

const halfwayRound = Math.PI * 3958.8

const sanFrancisco = { latitude: 37.77, longitude: -122.42 }
const newYork = { latitude: 40.71, longitude: -74.01 }
const london = { latitude: 51.51, longitude: -0.13 }
const tokyo = { latitude: 35.68, longitude: 139.69 }
const auckland = { latitude: -36.85, longitude: 174.76 }

const points = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

test.each([
  ['San Francisco and New York', sanFrancisco, newYork, 2566],
  ['New York and London', newYork, london, 3461],
  ['San Francisco and Tokyo, across the date line', sanFrancisco, tokyo, 5136],
  ['San Francisco and Auckland, across the equator', sanFrancisco, auckland, 6516],
])('the computed distance of %s matches an atlas', (_, a, b, miles) => {
  expect(Math.abs(computeMiles(a, b) - miles)).toBeLessThan(miles * 0.005)
})

test('opposite points of the globe are half its circumference apart', () => {
  expect(computeMiles({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 })).toBeCloseTo(
    halfwayRound,
    6,
  )
  expect(computeMiles({ latitude: 0, longitude: -90 }, { latitude: 0, longitude: 90 })).toBeCloseTo(
    halfwayRound,
    6,
  )
})

test('the distance of opposite points of the globe is a number, not NaN, in spite of rounding', () => {
  const [a, b] = [
    { latitude: -87.5, longitude: -180 },
    { latitude: 87.5, longitude: 0 },
  ]
  expect(computeMiles(a, b)).toBeCloseTo(halfwayRound, 6)
})

test('the distance from a point to itself is zero', () => {
  fc.assert(fc.property(points, (a) => computeMiles(a, a) === 0))
})

test('the distance of two points is the same in both directions and at most half the circumference of the globe', () => {
  fc.assert(
    fc.property(points, points, (a, b) => {
      const miles = computeMiles(a, b)
      expect(miles).toBeCloseTo(computeMiles(b, a), 6)
      expect(miles).toBeGreaterThanOrEqual(0)
      expect(miles).toBeLessThanOrEqual(halfwayRound)
    }),
  )
})

test('the distance by way of a third point of the globe is never shorter than the direct distance', () => {
  fc.assert(
    fc.property(points, points, points, (a, b, c) => {
      // The arcsine is exact only to a hundredth of a mile for points on opposite sides of the globe.
      expect(computeMiles(a, c)).toBeLessThanOrEqual(computeMiles(a, b) + computeMiles(b, c) + 0.01)
    }),
  )
})
