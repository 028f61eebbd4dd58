import { describe, expect, test } from 'vitest'
import {
  formatBilledPounds,
  formatDayOfYear,
  formatKilograms,
  formatPounds,
  formatPoundsAndOunces,
  formatShipDay,
  formatSides,
} from './ship-facts.ts'

const createParcelOf = (weightOz: number) => ({ weightOz, lengthIn: 10, widthIn: 8.25, heightIn: 0.5 })

describe('the weight that a label shows', () => {
  test.each([
    [10, '0 lb 10 oz'],
    [16, '1 lb 0 oz'],
    [21.5, '1 lb 5.5 oz'],
    [15.99, '1 lb 0 oz'],
    [0.1 + 0.2, '0 lb 0.3 oz'],
  ])('a weight of %d oz is printed on a label as %s', (weightOz, printed) => {
    expect(formatPoundsAndOunces(createParcelOf(weightOz))).toBe(printed)
  })

  test('the billed weight on a label is in whole pounds, at least one', () => {
    expect([1, 16, 16.1, 160].map((weightOz) => formatBilledPounds(createParcelOf(weightOz)))).toEqual([
      '1',
      '1',
      '2',
      '10',
    ])
  })

  test('the weight on a label has two decimals in pounds and in kilograms', () => {
    expect(formatPounds(createParcelOf(21.5))).toBe('1.34')
    expect(formatKilograms(createParcelOf(35.274))).toBe('1.00')
  })
})

test('a label shows the length, width and height of the parcel in whole inches, rounded up', () => {
  expect(formatSides(createParcelOf(1))).toBe('10 x 9 x 1')
})

test('the ship date on a label is the day in UTC', () => {
  expect(formatShipDay(Date.UTC(2026, 2, 5, 23, 59))).toEqual({
    day: '05',
    month: '03',
    monthName: 'MAR',
    year: '2026',
  })
})

test.each([
  [Date.UTC(2026, 0, 1), '001'],
  [Date.UTC(2028, 11, 31, 23, 59), '366'],
])('for the time %d, a label shows %s as the day of the year', (atMs, day) => {
  expect(formatDayOfYear(atMs)).toBe(day)
})
