/** An amount of money, as people write it. */
export function centsText(cents: number): string {
  const dollars = Math.abs(cents) / 100
  return `${cents < 0 ? '−' : ''}$${dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}
