import { expect, it } from 'vitest'
import { centsText } from './money.ts'

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
