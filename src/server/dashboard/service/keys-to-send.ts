import seedFile from '../../../../fixtures/seed.json' with { type: 'json' }
import { findFirstKeys } from '../../../simulator/accounts/accounts.ts'
import type { Context } from '../../../simulator/accounts/context.ts'
import type { KeyRecord } from '../../../simulator/accounts/records/keys.ts'
import { hasExpired } from '../../../simulator/requests/auth.ts'
import type { Environment } from '../../../simulator/specification/model.ts'
import { scopes } from '../../../simulator/specification/scopes.ts'

/** The largest number of keys that a form lists: the first two, and then the newest. */
const maxListedKeys = 20

/** Returns the id of the account's first key of an environment; empty if there is none. */
export function firstKeyId(context: Context, environment: Environment): string {
  const value = findFirstKeys(context)[environment]
  for (const key of context.state.keys.values()) if (key.value === value) return key.id
  return ''
}

/** Returns the account's keys as options of a form, each with its id and a description. */
export function listKeyOptions({ state, clock }: Context): readonly (readonly [id: string, text: string])[] {
  const all = [...state.keys.values()]
  const listed = all.length > maxListedKeys ? [...all.slice(0, 2), ...all.slice(2 - maxListedKeys)] : all
  return listed.map((key) => [key.id, describeKey(key, clock.now())])
}

function describeKey(key: KeyRecord, nowMs: number): string {
  const { environment, value } = key
  const name = `${environment} …${value.slice(-4)}`
  if (key.revokedAtMs !== null) return `${name}: revoked`
  if (hasExpired(key, nowMs)) return `${name}: expired`
  if (key.scopes.length < scopes.length) return `${name}: ${key.scopes.join(', ') || 'no scopes'} only`
  return environment === 'live' ? `${name}: the wallet pays` : `${name}: free`
}

const fixedKeyValues: ReadonlySet<string> = new Set(seedFile.keys.map(({ value }) => value))

/** Whether pages may show a key in full. Fixed keys are public, and examples contain an account's first keys. */
export function isShownInFull(context: Context, value: string): boolean {
  const { test, live } = findFirstKeys(context)
  return value === test || value === live || fixedKeyValues.has(value)
}
