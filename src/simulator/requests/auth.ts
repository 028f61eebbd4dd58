import type { KeyRecord } from '../accounts/records/keys.ts'
import { ApiError, fail } from '../specification/errors.ts'
import type { Scope } from '../specification/scopes.ts'

/**
 * Returns the API key in an Authorization header. Throws AUTH.KEY.MISSING without a header and AUTH.KEY.INVALID for
 * another scheme (choices 14). The form of the key is not checked: a malformed key is simply unknown.
 */
export function parseKey(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') fail('AUTH.KEY.MISSING')
  return parseBearerToken(authorization) ?? fail('AUTH.KEY.INVALID')
}

const scheme = 'bearer '

/**
 * Returns the token of an Authorization header; undefined for another scheme. The scheme may be in any letter
 * case (RFC 9110, 11.1).
 */
export function parseBearerToken(authorization: string): string | undefined {
  const isBearer = authorization.slice(0, scheme.length).toLowerCase() === scheme
  return isBearer ? authorization.slice(scheme.length) : undefined
}

/**
 * Returns the error for a key that may no longer be used, AUTH.KEY.REVOKED or AUTH.KEY.EXPIRED; null for a valid key. A
 * revoked key that has also expired gets AUTH.KEY.REVOKED (choices 14).
 */
export function findKeyRefusal(key: KeyRecord, nowMs: number): ApiError | null {
  const end = findKeyRefusalCode(key, nowMs)
  return end === undefined ? null : new ApiError(end)
}

function findKeyRefusalCode(key: KeyRecord, nowMs: number) {
  if (key.revokedAtMs !== null) return 'AUTH.KEY.REVOKED'
  return hasKeyExpired(key, nowMs) ? 'AUTH.KEY.EXPIRED' : undefined
}

/**
 * Whether a key is past its expiration. At the exact millisecond of its expiration a key is still valid, like a rate
 * (choices 14, 27).
 */
export function hasKeyExpired({ expiresAtMs }: Pick<KeyRecord, 'expiresAtMs'>, nowMs: number): boolean {
  return expiresAtMs !== null && nowMs > expiresAtMs
}

/**
 * Throws AUTH.KEY.INSUFFICIENT_SCOPE if the key lacks the scope. The error has the needed scope and those of the key
 * (specification, Scopes).
 */
export function checkScope(key: KeyRecord, scope: Scope | null): void {
  if (scope === null || key.scopes.includes(scope)) return
  fail('AUTH.KEY.INSUFFICIENT_SCOPE', { extras: { required_scope: scope, key_scopes: key.scopes } })
}
