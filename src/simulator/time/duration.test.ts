import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDuration, longestDuration, parseDuration } from './duration.ts'

describe('parseDuration', () => {
  it.each([
    ['0s', 0],
    ['250ms', 250],
    ['90s', 90_000],
    ['10m', 600_000],
    ['1.5h', 5_400_000],
    ['2d', 172_800_000],
    ['007s', 7_000],
    ['0.1s', 100],
    ['0.4ms', 0],
    ['1d12h', 129_600_000],
    ['1h30m', 5_400_000],
    ['1m5ms', 60_005],
    ['1d2h3m4s5ms', 93_784_005],
    ['0.5d6h', 64_800_000],
  ])('parseDuration reads %s as %d ms', (text, expectedMs) => {
    expect(parseDuration(text)).toBe(expectedMs)
  })

  it.each([
    '',
    '10',
    'm',
    '10 m',
    ' 10m',
    '10m\n',
    '-1s',
    '+1s',
    '1e3s',
    '.5h',
    '5.h',
    '10M',
    '30m1h',
    '1h1h',
    '1h 30m',
    '1h30',
    '1w',
    'Infinitys',
    'NaNs',
  ])('parseDuration refuses %j', (text) => {
    expect(parseDuration(text)).toBeUndefined()
  })

  it('parseDuration refuses a span whose end is not a valid date', () => {
    expect(parseDuration(longestDuration)).toBe(365_000 * 86_400_000)
    expect(parseDuration('365001d')).toBeUndefined()
    expect(parseDuration('9007199254740991ms')).toBeUndefined()
    expect(parseDuration(`${'9'.repeat(400)}d`)).toBeUndefined()
  })

  it('parseDuration returns undefined or a whole number from 0 for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const spanMs = parseDuration(text)
        return spanMs === undefined || (Number.isSafeInteger(spanMs) && spanMs >= 0)
      }),
    )
  })
})

describe('formatDuration', () => {
  it.each([
    [0, '0s'],
    [1, '1ms'],
    [1_500, '1500ms'],
    [90_000, '90s'],
    [3_600_000, '1h'],
    [86_400_000, '1d'],
    [90_000_000, '25h'],
  ])('formatDuration writes %d ms as %s', (spanMs, expected) => {
    expect(formatDuration(spanMs)).toBe(expected)
  })

  it('formatDuration writes a text from which parseDuration reads the same duration', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 365_000 * 86_400_000 }),
        fc.constantFrom(1, 1_000, 60_000),
        (count, unitMs) => {
          const spanMs = Math.floor(count / unitMs) * unitMs
          expect(parseDuration(formatDuration(spanMs))).toBe(spanMs)
        },
      ),
    )
  })

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'formatDuration throws a RangeError for %d',
    (spanMs) => {
      expect(() => formatDuration(spanMs)).toThrow(RangeError)
    },
  )
})
