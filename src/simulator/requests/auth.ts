import type { KeyRecord } from '../accounts/records.ts'
import { fail } from '../specification/errors.ts'
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

/** AUTH.KEY.REVOKED or AUTH.KEY.EXPIRED for a key that may no longer be used; revoked wins (choices 14). */
export function checkStanding(key: KeyRecord, nowMs: number): void {
  const end = endOf(key, nowMs)
  if (end !== undefined) fail(end)
}

/** Whether a key may be used: neither revoked nor expired. */
export function isUsable(key: KeyRecord, nowMs: number): boolean {
  return endOf(key, nowMs) === undefined
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
