import { expect, it } from 'vitest'
import { formatOptionSpan, formatRoundedSpan, formatSpan, parseOptionSpan } from './duration.ts'

it.each([
  [250, '250ms', '250ms', '250ms'],
  [4_321, '4.3s', '4321ms', '4321ms'],
  [59_990, '1m', '59990ms', '59990ms'],
  [61_000, '1m 1s', '61s', '61s'],
  [885_000, '14m 45s', '885s', '15m'],
  [7_200_000, '2h', '2h', '2h'],
  [95_730_000, '26h 35m 30s', '95730s', '27h'],
])(
  'a time span of %i ms is formatted as %s for people, %s as an exact option value and %s as a rounded one',
  (spanMs, ...texts) => {
    expect([formatSpan(spanMs), formatOptionSpan(spanMs), formatRoundedSpan(spanMs)]).toEqual(texts)
    expect(parseOptionSpan(formatOptionSpan(spanMs))).toBe(spanMs)
  },
)
