import { numberIn } from '../form.ts'

/** Formats an amount of money. Not by `toLocaleString`, whose first use holds the event loop for 20 ms. */
export function centsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  // regex bound: the digits of a safe integer, at most 16.
  const dollars = digits.slice(0, -2).replaceAll(/\d(?=(?:\d{3})+$)/g, '$&,')
  return `${cents < 0 ? '−' : ''}$${dollars}.${digits.slice(-2)}`
}

/** Reads an amount in dollars as cents; other text, and parts of a cent, stay, so that they are refused. */
export function centsIn(text: string): unknown {
  const dollars = numberIn(text.replace(/^\$/, ''))
  if (typeof dollars !== 'number') return dollars
  const cents = Math.round(dollars * 100)
  // A product such as 8.2 * 100 is not exactly whole.
  return Math.abs(dollars * 100 - cents) < 1e-6 ? cents : dollars * 100
}

/** Writes cents as the number of dollars that a form takes. */
export function dollarsText(cents: number): string {
  return (cents / 100).toFixed(2)
}
