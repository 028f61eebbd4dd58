import { numberIn } from '../form.ts'

/** Formats an amount of money. Not by `toLocaleString`, whose first use holds the event loop for 20 ms. */
export function centsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  // regex bound: the digits of a safe integer, at most 16.
  const dollars = digits.slice(0, -2).replaceAll(/\d(?=(?:\d{3})+$)/g, '$&,')
  return `${cents < 0 ? '−' : ''}$${dollars}.${digits.slice(-2)}`
}

/** Reads an amount in dollars as cents; other text stays, so that the refusal quotes it. */
export function centsIn(text: string): unknown {
  const dollars = numberIn(text.replace(/^\$/, ''))
  return typeof dollars === 'number' ? Math.round(dollars * 100) : dollars
}
