/** Formats an amount of money. Not by `toLocaleString`, whose first use holds the event loop for 20 ms. */
export function centsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  // regex bound: the digits of a safe integer, at most 16.
  const dollars = digits.slice(0, -2).replaceAll(/\d(?=(?:\d{3})+$)/g, '$&,')
  return `${cents < 0 ? '−' : ''}$${dollars}.${digits.slice(-2)}`
}
