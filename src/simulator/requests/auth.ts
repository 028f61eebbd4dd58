import type { KeyRecord } from '../accounts/records/keys.ts'
import { ApiError, fail } from '../specification/errors.ts'
import type { Scope } from '../specification/scopes.ts'

const scheme = 'Bearer '

/**
 * The key an Authorization header presents; AUTH.KEY.MISSING without one, AUTH.KEY.INVALID for another scheme
 * (choices 14). A key of another form is one that nobody has.
 */
export function parseKey(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') fail('AUTH.KEY.MISSING')
  return authorization.startsWith(scheme) ? authorization.slice(scheme.length) : fail('AUTH.KEY.INVALID')
}

/** Why a key may no longer be used: AUTH.KEY.REVOKED or AUTH.KEY.EXPIRED, revoked wins (choices 14); null where it may. */
export function refusalOf(key: KeyRecord, nowMs: number): ApiError | null {
  const end = endOf(key, nowMs)
  return end === undefined ? null : new ApiError(end)
}

function endOf(key: KeyRecord, nowMs: number) {
  if (key.revokedAtMs !== null) return 'AUTH.KEY.REVOKED'
  return key.expiresAtMs !== null && nowMs >= key.expiresAtMs ? 'AUTH.KEY.EXPIRED' : undefined
}

/** AUTH.KEY.INSUFFICIENT_SCOPE, naming the scope needed and those the key has (specification, Scopes). */
export function checkScope(key: KeyRecord, scope: Scope | null): void {
  if (scope === null || key.scopes.includes(scope)) return
  fail('AUTH.KEY.INSUFFICIENT_SCOPE', { extras: { required_scope: scope, key_scopes: key.scopes } })
}
