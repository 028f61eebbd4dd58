import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toTimestamp, toTimestampOrNull } from './timestamp.ts'

const instant = fc.oneof(
  fc.integer({ min: -(2 ** 45), max: 2 ** 45 }),
  fc.integer({ min: 1_795_000_000_000, max: 1_795_000_003_000 }),
  fc.double({ min: -1e13, max: 1e13, noNaN: true }),
)

describe('a timestamp', () => {
  it('is what a date writes, whatever was written before it', () => {
    fc.assert(
      fc.property(fc.array(instant, { minLength: 2, maxLength: 8 }), (instants) => {
        const written = instants.map(toTimestamp)
        expect(written).toEqual(instants.map((ms) => new Date(ms).toISOString()))
      }),
    )
  })

  it('has milliseconds, also where they are none', () => {
    expect(toTimestamp(0)).toBe('1970-01-01T00:00:00.000Z')
    expect(toTimestamp(7)).toBe('1970-01-01T00:00:00.007Z')
    expect(toTimestamp(1_795_000_059_040)).toBe('2026-11-18T11:07:39.040Z')
  })

  it('is null where there is no instant', () => {
    expect(toTimestampOrNull(null)).toBeNull()
    expect(toTimestampOrNull(0)).toBe('1970-01-01T00:00:00.000Z')
  })

  it('cannot be had of what is no instant', () => {
    for (const ms of [Number.NaN, Number.POSITIVE_INFINITY]) expect(() => toTimestamp(ms)).toThrow(RangeError)
  })
})
