import { expect, it } from 'vitest'
import { parseDollarsAsCents } from './form.ts'
import { formatCents, formatCount } from './format.tsx'

it.each([
  [0, '$0.00'],
  [7, '$0.07'],
  [-50, '−$0.50'],
  [99_999, '$999.99'],
  [123_456_789, '$1,234,567.89'],
  [Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91'],
])('formatCents writes %d cents as %s', (cents, text) => {
  expect(formatCents(cents)).toBe(text)
})

it.each([
  [999, '999'],
  [1_234_567, '1,234,567'],
  [12_345.6789, '12,345.6789'],
  ['1234.50', '1,234.50'],
])('formatCount writes %j as %s', (count, text) => {
  expect(formatCount(count)).toBe(text)
})

it.each([
  ['8.2', 820],
  ['$25.00', 2_500],
  ['0', 0],
  ['1.005', 100.49999999999999],
  ['ten', 'ten'],
  ['1e3', '1e3'],
  ['0x10', '0x10'],
  ['', ''],
])('parseDollarsAsCents reads %j as %j cents', (text, cents) => {
  expect(parseDollarsAsCents(text)).toBe(cents)
})
