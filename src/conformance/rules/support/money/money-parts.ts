import { type Change, readComparableValues } from '../changes.ts'

// Finds the amounts of money in a wallet, whose fields the specification does not name (choices 32).

const isMoneyName = (name: string): boolean =>
  /cents|balance|amount|available|funds|credit|money|usd|dollar/i.test(name)

const fieldNameOf = (path: string): string => path.split('.').at(-1) ?? ''

/** Returns true if the value at a path of a wallet counts labels or calls, and so is not money. */
export function isCounterPath(path: string): boolean {
  const name = fieldNameOf(path)
  return !isMoneyName(name) && /label|shipment|purchase|call|request|quota|count|usage|left/i.test(name)
}

/** Returns the amount that a number, or a text such as `12.50`, gives; undefined for any other value. */
export function parseAmount(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+\.\d\d$/.test(value) ? Number(value) : undefined
}

/** Returns the path of the list around a path: `transactions` for `transactions.0.amount_cents`; undefined outside of lists. */
export function listPathOf(path: string): string | undefined {
  return /^(?:(.*?)\.)?(?:\d+|length)(?:\.|$)/.exec(path)?.slice(1).join('')
}

/** Returns true if a change shows that a list has new entries. */
export function isListEntryChange({ path }: Change): boolean {
  return listPathOf(path) !== undefined && /(?:^|\.|_)(?:length|id)$/.test(path)
}

/** Returns the amounts of a wallet in cents by path, without amounts in lists. */
export function collectWalletAmounts(wallet: unknown): ReadonlyMap<string, number> {
  const all = [...readComparableValues(wallet)].flatMap(([path, value]) => {
    const amount = parseAmount(value)
    if (amount === undefined || listPathOf(path) !== undefined || isCounterPath(path)) return []
    return [[path, toCents(fieldNameOf(path), value, amount)] as const]
  })
  const named = all.filter(([path]) => isMoneyName(fieldNameOf(path)))
  return new Map(named.length > 0 ? named : all)
}

/** Returns an amount in cents. A text or a number with a fraction is in dollars. */
function toCents(name: string, value: unknown, amount: number): number {
  const isDollars = !/cents/i.test(name) && (typeof value === 'string' || !Number.isInteger(amount))
  return Math.round(isDollars ? amount * 100 : amount)
}
