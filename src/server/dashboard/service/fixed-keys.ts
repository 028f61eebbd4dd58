import seedFile from '../../../../fixtures/seed.json' with { type: 'json' }
import { firstKeys } from '../../../simulator/accounts/accounts.ts'
import type { Context } from '../../../simulator/accounts/context.ts'

const fixedValues: ReadonlySet<string> = new Set(seedFile.keys.map(({ value }) => value))

/** Whether pages may show a key in full: a fixed one is public, and an account's first ones are in its examples. */
export function isShownInFull(context: Context, value: string): boolean {
  const { test, live } = firstKeys(context)
  return value === test || value === live || fixedValues.has(value)
}
