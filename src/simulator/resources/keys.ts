import type { Context } from '../accounts/context.ts'
import type { KeyRecord } from '../accounts/records/keys.ts'
import type { KeyBody } from '../bodies/control/keys.ts'
import type { Environment } from '../specification/model.ts'
import type { Scope } from '../specification/scopes.ts'
import { toTimestampOrNull } from '../time/timestamp.ts'

export interface KeyInput {
  readonly environment: Environment
  readonly scopes: readonly Scope[]
  readonly expiresAtMs: number | null
}

/**
 * Draws a random value for a new API key that no account has. Its digits begin with the key prefix of the account, if
 * there is one.
 */
export function drawKeyValue(
  { random }: Pick<Context, 'random'>,
  {
    environment,
    keyPrefix = '',
  }: { readonly environment: Environment; readonly keyPrefix?: string | undefined },
  isFree: (value: string) => boolean,
): string {
  for (let draws = 0; draws < maxDraws; draws += 1) {
    const value = `pr_${environment}_${keyPrefix}${random.drawHexDigits('key value', 32).slice(keyPrefix.length)}`
    if (isFree(value)) return value
  }
  throw new Error(`all of ${maxDraws} drawn key values are in use or reserved`)
}

/**
 * The maximum number of attempts to draw a value that no other key has: far more than an account ever needs. Without
 * a maximum, a damaged record in which all values are taken would keep the simulator in an endless loop.
 */
const maxDraws = 100_000

/** Returns a new key record for a key value; the record is not stored yet. */
export function createKeyRecord(context: Context, input: KeyInput & { readonly value: string }): KeyRecord {
  return {
    id: drawUnusedKeyId(context),
    value: input.value,
    environment: input.environment,
    scopes: input.scopes,
    createdAtMs: context.clock.now(),
    expiresAtMs: input.expiresAtMs,
    revokedAtMs: null,
  }
}

/**
 * Draws a random key id that is not in use. An account may keep its own keys when it loads a snapshot, and the counters
 * of the snapshot can reach the ids of these keys again.
 */
function drawUnusedKeyId({ random, state }: Context): string {
  for (;;) {
    const id = random.drawId('key')
    if (!state.keys.has(id)) return id
  }
}

/** Returns a key as the control protocol lists it, without its value. */
export function buildKeyBody(key: KeyRecord): KeyBody {
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
