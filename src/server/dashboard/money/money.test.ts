import { expect, it } from 'vitest'
import { centsIn, centsText } from './money.ts'

it.each([
  [0, '$0.00'],
  [7, '$0.07'],
  [-50, '−$0.50'],
  [99_999, '$999.99'],
  [123_456_789, '$1,234,567.89'],
  [Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91'],
])('centsText writes %d cents as %s', (cents, text) => {
  expect(centsText(cents)).toBe(text)
})

it.each([
  ['8.2', 820],
  ['$25.00', 2_500],
  ['0', 0],
  ['1.005', 100.49999999999999],
  ['ten', 'ten'],
  ['', ''],
])('reads %j dollars as %j cents', (text, cents) => {
  expect(centsIn(text)).toBe(cents)
})
