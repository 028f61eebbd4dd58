import { isDate } from '../../../http/fields.ts'
import { showField } from '../../../http/show.ts'
import type { Checks } from '../oracle.ts'

type Plain = Readonly<Record<string, unknown>>

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

const isRateId = (value: unknown): boolean => /^rate_/.test(String(value)) && isText(value)

/** The fields of a rate: name, statement of the specification, expected form, and a function that checks the form. */
const fields = [
  ['id', 'RESOURCES-31', 'a text that begins with rate_', isRateId],
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

/** Checks that a rate has every field in its type and form. */
export function checkRate(
  checks: Checks,
  { rate, index, list }: { readonly rate: Plain; readonly index: number; readonly list: readonly Plain[] },
): void {
  const before = list[index - 1]
  for (const [name, statement, what, holds] of fields) {
    const value = rate[name]
    // The previous rate has the same value, which is already checked.
    const isKnown = before !== undefined && value === before[name]
    checks.that(statement, isKnown || holds(value), () => ({
      expected: `${name} to be ${what}`,
      seen: showField(name, value),
      why: `rates.${index} has the fields of every rate`,
    }))
  }
}
