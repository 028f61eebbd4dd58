import { numberIn } from '../form.ts'

/** Formats an amount of money. */
export function centsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '−' : ''}$${withCommas(digits.slice(0, -2))}.${digits.slice(-2)}`
}

/** Formats a number from 0 on, or its digits. Not by `toLocaleString`, whose first use holds the event loop for 20 ms. */
export function countText(count: number | string): string {
  const [whole = '', ...fraction] = String(count).split('.')
  return [withCommas(whole), ...fraction].join('.')
}

/** Returns a count with its noun. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`
}

function withCommas(digits: string): string {
  // safe regex: the text is a safe integer, so it has at most 16 digits.
  return digits.replaceAll(/\d(?=(?:\d{3})+$)/g, '$&,')
}

/**
 * Rewrites a number of a spreadsheet with a point alone, as in 1104.00: one or two digits after its last point or comma
 * are decimals. A number such as 1,104 stays, because it may also mean a little more than one.
 */
export function withPoint(text: string): string {
  if (/^\d{1,3}(?:,\d{3})+\.\d{1,2}$/.test(text)) return text.replaceAll(',', '')
  const hasComma = /^(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/.test(text)
  return hasComma ? text.replaceAll('.', '').replace(',', '.') : text
}

/** Reads an amount in dollars as cents; other text, and parts of a cent, stay, so that they are refused. */
export function centsIn(text: string): unknown {
  const dollars = numberIn(withPoint(text.replace(/^\$/, '')))
  if (typeof dollars !== 'number') return dollars
  const cents = Math.round(dollars * 100)
  // A product such as 8.2 * 100 is not exactly whole.
  return Math.abs(dollars * 100 - cents) < 1e-6 ? cents : dollars * 100
}

/** Writes cents as the number of dollars that a form takes. */
export function dollarsText(cents: number): string {
  return (cents / 100).toFixed(2)
}
