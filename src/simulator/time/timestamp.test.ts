import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTimestamp, toTimestamp, toTimestampOrNull } from './timestamp.ts'

const instant = fc.oneof(
  fc.integer({ min: -(2 ** 45), max: 2 ** 45 }),
  fc.integer({ min: 1_795_000_000_000, max: 1_795_000_003_000 }),
  fc.double({ min: -1e13, max: 1e13, noNaN: true }),
)

describe('a timestamp', () => {
  it('toTimestamp writes a time like Date.toISOString, in any order of times', () => {
    fc.assert(
      fc.property(fc.array(instant, { minLength: 2, maxLength: 8 }), (instants) => {
        const written = instants.map(toTimestamp)
        expect(written).toEqual(instants.map((ms) => new Date(ms).toISOString()))
      }),
    )
  })

  it('toTimestamp writes milliseconds even if they are zero', () => {
    expect(toTimestamp(0)).toBe('1970-01-01T00:00:00.000Z')
    expect(toTimestamp(7)).toBe('1970-01-01T00:00:00.007Z')
    expect(toTimestamp(1_795_000_059_040)).toBe('2026-11-18T11:07:39.040Z')
  })

  it('toTimestampOrNull returns null for null', () => {
    expect(toTimestampOrNull(null)).toBeNull()
    expect(toTimestampOrNull(0)).toBe('1970-01-01T00:00:00.000Z')
  })

  it('toTimestamp throws an error for an invalid time', () => {
    for (const ms of [Number.NaN, Number.POSITIVE_INFINITY]) expect(() => toTimestamp(ms)).toThrow(RangeError)
  })
})

describe('a timestamp that is read', () => {
  it.each([
    ['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31T12:00:00.123Z', '2030-01-31T12:00:00.123Z'],
    ['2030-01-31T12:00:00.123456Z', '2030-01-31T12:00:00.123Z'],
    ['2030-01-31T12:00+02:00', '2030-01-31T10:00:00.000Z'],
    ['2030-01-31T00:30:00+0100', '2030-01-30T23:30:00.000Z'],
    ['2030-01-31', '2030-01-31T00:00:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('parseTimestamp reads the timestamp %s', (text, expected) => {
    expect(toTimestamp(parseTimestamp(text) ?? Number.NaN)).toBe(expected)
  })

  it.each([
    '2030-02-30T00:00:00Z',
    '2030-02-29',
    '2030-04-31T12:00:00+02:00',
    '2030-13-01T00:00:00Z',
    '2030-01-00T00:00:00Z',
    '2030-01-01T25:00:00Z',
    '2030-01-01T12:00:00',
    '2030-01-01 12:00:00Z',
    '9999-12-31T23:59:59-12:00',
    '2030',
    'tomorrow',
    '',
  ])('parseTimestamp refuses the timestamp %j', (text) => expect(parseTimestamp(text)).toBeUndefined())
})
