import seedFile from '../../../../fixtures/seed.json' with { type: 'json' }
import { findFirstKeys } from '../../../simulator/accounts/accounts.ts'
import type { Context } from '../../../simulator/accounts/context.ts'

const fixedKeyValues: ReadonlySet<string> = new Set(seedFile.keys.map(({ value }) => value))

/** Whether pages may show a key in full. Fixed keys are public, and examples contain an account's first keys. */
export function isShownInFull(context: Context, value: string): boolean {
  const { test, live } = findFirstKeys(context)
  return value === test || value === live || fixedKeyValues.has(value)
}
