import type { Context } from '../accounts/context.ts'
import type { KeyRecord } from '../accounts/records.ts'
import type { Environment } from '../specification/model.ts'
import type { Scope } from '../specification/scopes.ts'
import { toTimestampOrNull } from '../time/timestamp.ts'

/** A key as the control protocol lists it: never its value. */
export interface KeyBody {
  readonly id: string
  readonly prefix: string
  readonly last_four: string
  readonly environment: Environment
  readonly scopes: readonly Scope[]
  readonly created_at: string | null
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

export interface KeyInput {
  readonly environment: Environment
  readonly scopes: readonly Scope[]
  readonly expiresAtMs: number | null
}

/** Prefix and 32 hexadecimal digits (specification, API key). */
export function newKeyValue(context: Context, environment: Environment): string {
  return `pr_${environment}_${context.random.hex('key value', 32)}`
}

export function newKey(context: Context, input: KeyInput & { readonly value: string }): KeyRecord {
  return {
    id: context.random.id('key'),
    value: input.value,
    environment: input.environment,
    scopes: input.scopes,
    createdAtMs: context.clock.now(),
    expiresAtMs: input.expiresAtMs,
    revokedAtMs: null,
  }
}

export function showKey(key: KeyRecord): KeyBody {
  return {
    id: key.id,
    prefix: `pr_${key.environment}_`,
    last_four: key.value.slice(-4),
    environment: key.environment,
    scopes: key.scopes,
    created_at: toTimestampOrNull(key.createdAtMs),
    expires_at: toTimestampOrNull(key.expiresAtMs),
    revoked_at: toTimestampOrNull(key.revokedAtMs),
  }
}
