import seedFile from '../../../../fixtures/seed.json' with { type: 'json' }
import { findFirstKeys } from '../../../simulator/accounts/accounts.ts'
import type { Context } from '../../../simulator/accounts/context.ts'
import type { KeyRecord } from '../../../simulator/accounts/records/keys.ts'
import { hasKeyExpired } from '../../../simulator/requests/auth.ts'
import type { Environment } from '../../../simulator/specification/model.ts'
import { scopes } from '../../../simulator/specification/scopes.ts'

/** The maximum number of keys that a form lists. If there are more keys, it lists the first two and the newest. */
const maxListedKeys = 20

/** Returns the id of the account's first key of an environment; empty if there is none. */
export function findFirstKeyId(context: Context, environment: Environment): string {
  const value = findFirstKeys(context)[environment]
  for (const key of context.state.keys.values()) if (key.value === value) return key.id
  return ''
}

/** Returns the account's keys as options of a form field: the id and a description of each key. */
export function listKeyOptions({ state, clock }: Context): readonly (readonly [id: string, text: string])[] {
  const all = [...state.keys.values()]
  const listed = all.length > maxListedKeys ? [...all.slice(0, 2), ...all.slice(2 - maxListedKeys)] : all
  return listed.map((key) => [key.id, describeKey(key, clock.now())])
}

function describeKey(key: KeyRecord, nowMs: number): string {
  const { environment, value } = key
  const name = `${environment} …${value.slice(-4)}`
  if (key.revokedAtMs !== null) return `${name}: revoked`
  if (hasKeyExpired(key, nowMs)) return `${name}: expired`
  if (key.scopes.length < scopes.length) return `${name}: ${key.scopes.join(', ') || 'no scopes'} only`
  return environment === 'live' ? `${name}: the wallet pays` : `${name}: free`
}

const fixedKeyValues: ReadonlySet<string> = new Set(seedFile.keys.map(({ value }) => value))

/** Whether pages may show a key in full: a fixed key, which is public, or one of an account's first keys. */
export function canShowKeyInFull(context: Context, value: string): boolean {
  const { test, live } = findFirstKeys(context)
  return value === test || value === live || fixedKeyValues.has(value)
}
