import { parseFormNumber } from '../form.ts'

/** Formats an amount of money in dollars, such as `$1,234.50`. */
export function centsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '−' : ''}$${separateThousands(digits.slice(0, -2))}.${digits.slice(-2)}`
}

/** Formats a number from 0 on with commas. The first use of `toLocaleString` would block the event loop for 20 ms. */
export function countText(count: number | string): string {
  const [whole = '', ...fraction] = String(count).split('.')
  return [separateThousands(whole), ...fraction].join('.')
}

/** Returns a count with its noun, such as `2 labels`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`
}

function separateThousands(digits: string): string {
  // safe regex: the text is a safe integer, so it has at most 16 digits.
  return digits.replaceAll(/\d(?=(?:\d{3})+$)/g, '$&,')
}

/**
 * Rewrites a number of a spreadsheet, such as 1.104,00 or 1,104.00, as 1104.00. One or two digits after the last point
 * or comma are decimals. A number such as 1,104 stays, because a comma may be a decimal point or separate thousands.
 */
export function toDecimalPoint(text: string): string {
  if (/^\d{1,3}(?:,\d{3})+\.\d{1,2}$/.test(text)) return text.replaceAll(',', '')
  const hasComma = /^(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/.test(text)
  return hasComma ? text.replaceAll('.', '').replace(',', '.') : text
}

/** Reads an amount in dollars as cents. Returns other text as it is, and a fraction of a cent too, so that the call refuses it. */
export function parseDollarsAsCents(text: string): unknown {
  const dollars = parseFormNumber(toDecimalPoint(text.replace(/^\$/, '')))
  if (typeof dollars !== 'number') return dollars
  const cents = Math.round(dollars * 100)
  // A product such as 8.2 * 100 is not exactly whole.
  return Math.abs(dollars * 100 - cents) < 1e-6 ? cents : dollars * 100
}

/** Writes cents as a number of dollars for a form's field, such as `12.50`. */
export function formatDollarsField(cents: number): string {
  return (cents / 100).toFixed(2)
}
