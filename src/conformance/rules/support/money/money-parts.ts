import { type Change, valuesByPlace } from '../changes.ts'

// Which values of a wallet are money. Its fields are not documented (choices 32).

const isMoney = (name: string): boolean =>
  /cents|balance|amount|available|funds|credit|money|usd|dollar/i.test(name)

const nameOf = (place: string): string => place.split('.').at(-1) ?? ''

/** Whether the value at a place counts labels or calls, so that it is no money. */
export function isCount(place: string): boolean {
  const name = nameOf(place)
  return !isMoney(name) && /label|shipment|purchase|call|request|quota|count|usage|left/i.test(name)
}

/** The number in a value that is a whole number or has two decimals; undefined for any other value. */
export function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+\.\d\d$/.test(value) ? Number(value) : undefined
}

/** The list that a place is in: `transactions` for `transactions.0.amount_cents`; undefined if it is in none. */
export function listOf(place: string): string | undefined {
  return /^(?:(.*?)\.)?(?:\d+|length)(?:\.|$)/.exec(place)?.slice(1).join('')
}

/** Whether a change is in the entries of a list, which may have grown. */
export function isOtherEntry({ place }: Change): boolean {
  return listOf(place) !== undefined && /(?:^|\.|_)(?:length|id)$/.test(place)
}

/** The amounts of a wallet in cents by place, without those in lists. */
export function amountsIn(wallet: unknown): ReadonlyMap<string, number> {
  const all = [...valuesByPlace(wallet)].flatMap(([place, value]) => {
    const amount = amountOf(value)
    if (amount === undefined || listOf(place) !== undefined || isCount(place)) return []
    return [[place, centsOf(nameOf(place), value, amount)] as const]
  })
  const named = all.filter(([place]) => isMoney(nameOf(place)))
  return new Map(named.length > 0 ? named : all)
}

/** An amount in cents. A text or a number with a fraction is in dollars. */
function centsOf(name: string, value: unknown, amount: number): number {
  const isDollars = !/cents/i.test(name) && (typeof value === 'string' || !Number.isInteger(amount))
  return Math.round(isDollars ? amount * 100 : amount)
}
