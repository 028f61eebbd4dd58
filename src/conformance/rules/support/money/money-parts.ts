import { type Change, mapValuesByPlace } from '../changes.ts'

// Finds the values of a wallet that are money. Its fields are not documented (choices 32).

const isMoney = (name: string): boolean =>
  /cents|balance|amount|available|funds|credit|money|usd|dollar/i.test(name)

const nameOf = (place: string): string => place.split('.').at(-1) ?? ''

/** Returns whether the value at a place counts labels or calls, and so is not money. */
export function isCounter(place: string): boolean {
  const name = nameOf(place)
  return !isMoney(name) && /label|shipment|purchase|call|request|quota|count|usage|left/i.test(name)
}

/** Returns a number, or the number in a text with two decimals; undefined for any other value. */
export function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+\.\d\d$/.test(value) ? Number(value) : undefined
}

/** Returns the list that a place is in: `transactions` for `transactions.0.amount_cents`; undefined if it is in none. */
export function listOf(place: string): string | undefined {
  return /^(?:(.*?)\.)?(?:\d+|length)(?:\.|$)/.exec(place)?.slice(1).join('')
}

/** Returns whether a change shows that a list has new entries. */
export function isListEntryChange({ place }: Change): boolean {
  return listOf(place) !== undefined && /(?:^|\.|_)(?:length|id)$/.test(place)
}

/** Returns the amounts of a wallet in cents by place, without those in lists. */
export function collectAmounts(wallet: unknown): ReadonlyMap<string, number> {
  const all = [...mapValuesByPlace(wallet)].flatMap(([place, value]) => {
    const amount = amountOf(value)
    if (amount === undefined || listOf(place) !== undefined || isCounter(place)) return []
    return [[place, toCents(nameOf(place), value, amount)] as const]
  })
  const named = all.filter(([place]) => isMoney(nameOf(place)))
  return new Map(named.length > 0 ? named : all)
}

/** Returns an amount in cents. A text or a number with a fraction is in dollars. */
function toCents(name: string, value: unknown, amount: number): number {
  const isDollars = !/cents/i.test(name) && (typeof value === 'string' || !Number.isInteger(amount))
  return Math.round(isDollars ? amount * 100 : amount)
}
