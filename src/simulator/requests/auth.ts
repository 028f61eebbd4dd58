import type { KeyRecord } from '../accounts/records/keys.ts'
import { ApiError, fail } from '../specification/errors.ts'
import type { Scope } from '../specification/scopes.ts'

const scheme = 'Bearer '

/**
 * The key in an Authorization header. Throws AUTH.KEY.MISSING without a header and AUTH.KEY.INVALID for another
 * scheme (choices 14). The form of the key is not checked: a malformed key is simply unknown.
 */
export function parseKey(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') fail('AUTH.KEY.MISSING')
  return authorization.startsWith(scheme) ? authorization.slice(scheme.length) : fail('AUTH.KEY.INVALID')
}

/** Why a key may no longer be used: AUTH.KEY.REVOKED or AUTH.KEY.EXPIRED; null if it may. Revoked wins (choices 14). */
export function refusalOf(key: KeyRecord, nowMs: number): ApiError | null {
  const end = endOf(key, nowMs)
  return end === undefined ? null : new ApiError(end)
}

function endOf(key: KeyRecord, nowMs: number) {
  if (key.revokedAtMs !== null) return 'AUTH.KEY.REVOKED'
  return key.expiresAtMs !== null && nowMs >= key.expiresAtMs ? 'AUTH.KEY.EXPIRED' : undefined
}

/**
 * Throws AUTH.KEY.INSUFFICIENT_SCOPE, with the scope needed and those of the key, if the key lacks the scope
 * (specification, Scopes).
 */
export function checkScope(key: KeyRecord, scope: Scope | null): void {
  if (scope === null || key.scopes.includes(scope)) return
  fail('AUTH.KEY.INSUFFICIENT_SCOPE', { extras: { required_scope: scope, key_scopes: key.scopes } })
}
