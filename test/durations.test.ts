import { describe, expect, it } from 'vitest'
import { durationMs } from '../bin/files/reader.ts'
import { formatOptionSpan, formatRoundedSpan } from '../src/conformance/duration.ts'
import { duration as field } from '../src/server/control/fields.ts'
import { createDurationSchema as span } from '../src/simulator/requests/read-fields.ts'
import { parseCheckedDuration, parseDuration } from '../src/simulator/time/duration.ts'

/**
 * Checks that options, the control protocol, faults and scenarios read durations alike, and that reports print
 * durations which can be read again.
 */

const readers: Readonly<Record<string, (text: string) => number | undefined>> = {
  'the command line': (text) => {
    try {
      return durationMs.read(text)
    } catch {
      return undefined
    }
  },
  'the control protocol': (text) => field.safeParse(text).data,
  'faults and scenarios': (text) => {
    const { data } = span().safeParse(text)
    return data === undefined ? undefined : parseCheckedDuration(data)
  },
}

describe.each(Object.entries(readers))('a duration read by %s', (_, read) => {
  it.each([
    ['250ms', 250],
    ['90s', 90_000],
    ['1.5h', 5_400_000],
    ['1d12h', 129_600_000],
    ['0s', 0],
    ['365000d', 31_536_000_000_000],
    ['365001d', undefined],
    ['12h1d', undefined],
    ['90', undefined],
    ['1H', undefined],
    ['', undefined],
  ])('the duration %j is read as %s ms in options, control calls, faults and scenarios', (text, spanMs) => {
    expect(read(text)).toBe(spanMs)
  })
})

it.each([250, 4_321, 60_000, 885_000, 95_730_000, 86_400_000])(
  'a duration that a conformance report prints is accepted as an option value: %i ms',
  (spanMs) => {
    expect(parseDuration(formatOptionSpan(spanMs))).toBe(spanMs)
    expect(parseDuration(formatRoundedSpan(spanMs))).toBeGreaterThanOrEqual(spanMs)
  },
)
