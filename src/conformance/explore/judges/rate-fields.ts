import { isDate } from '../../http/fields.ts'
import type { Checks } from './checks.ts'

type Plain = Readonly<Record<string, unknown>>

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

const fields = [
  [
    'id',
    'RESOURCES-31',
    'a text that begins with rate_',
    (value) => isText(value) && String(value).startsWith('rate_'),
  ],
  ['carrier', 'RESOURCES-34', 'a text', isText],
  ['service', 'RESOURCES-35', 'a text', isText],
  ['rate_cents', 'RESOURCES-36', 'a whole number', Number.isSafeInteger],
  ['carrier_eta', 'RESOURCES-39', 'a date YYYY-MM-DD', (value) => typeof value === 'string' && isDate(value)],
  ['carbon_grams', 'RESOURCES-41', 'a whole number', Number.isSafeInteger],
  ['account_type', 'RESOURCES-43', 'platform or byoa', (value) => value === 'platform' || value === 'byoa'],
] as const satisfies readonly (readonly [
  string,
  `RESOURCES-${number}`,
  string,
  (value: unknown) => boolean,
])[]

/** Every rate has every field, of its type and form. */
export function checkRate(
  checks: Checks,
  { rate, index, list }: { readonly rate: Plain; readonly index: number; readonly list: readonly Plain[] },
): void {
  const before = list[index - 1]
  for (const [name, statement, what, holds] of fields) {
    const value = rate[name]
    // What is as in the rate before was looked at there.
    const isKnown = before !== undefined && value === before[name]
    checks.that(statement, isKnown || holds(value), () => ({
      expected: `${name} to be ${what}`,
      seen: `${name} ${JSON.stringify(value) ?? 'missing'}`,
      why: `rates.${index} is a rate as any other`,
    }))
  }
}
