import { describe, expect, it } from 'vitest'
import { codeOf } from '../../../test/support/simulator/world.ts'
import type { KeyRecord } from '../accounts/records/keys.ts'
import { checkScope, parseKey, refusalOf } from './auth.ts'

const value = `pr_test_${'0a'.repeat(16)}`
const key: KeyRecord = {
  id: 'key_1',
  value,
  environment: 'test',
  scopes: ['rates:read', 'labels:read'],
  createdAtMs: 0,
  expiresAtMs: null,
  revokedAtMs: null,
}

describe('an Authorization header', () => {
  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('presents the key behind %s', (scheme) => {
    expect(parseKey(`${scheme} ${value}`)).toBe(value)
  })

  it.each([undefined, '', '   '])('that is %j is missing', (header) => {
    expect(codeOf(() => parseKey(header))).toBe('AUTH.KEY.MISSING')
  })

  it.each([value, `bearer${value}`, `Basic ${value}`, 'Bearer', `Bearer\t${value}`, `Token ${value}`])(
    'that is "%s" is of another scheme',
    (header) => {
      expect(codeOf(() => parseKey(header))).toBe('AUTH.KEY.INVALID')
    },
  )
})

describe('the standing of a key', () => {
  it('a key is valid up to and including the instant of its expiry', () => {
    const expiring = { ...key, expiresAtMs: 1_000 }
    expect(refusalOf(expiring, 1_000)).toBeNull()
    expect(refusalOf(expiring, 1_001)?.code).toBe('AUTH.KEY.EXPIRED')
  })

  it('a revoked key is refused as revoked even after its expiry', () => {
    expect(refusalOf({ ...key, revokedAtMs: 5 }, 5)?.code).toBe('AUTH.KEY.REVOKED')
    expect(refusalOf({ ...key, revokedAtMs: 5, expiresAtMs: 1 }, 5)?.code).toBe('AUTH.KEY.REVOKED')
  })
})

describe('the scopes of a key', () => {
  it('a key may run operations of its scopes and those without a scope', () => {
    expect(codeOf(() => checkScope(key, 'labels:read'))).toBeUndefined()
    expect(codeOf(() => checkScope({ ...key, scopes: [] }, null))).toBeUndefined()
  })

  it('a key without a scope is refused with the missing scope and its own scopes', () => {
    expect(() => checkScope(key, 'labels:write')).toThrow(
      expect.objectContaining({
        code: 'AUTH.KEY.INSUFFICIENT_SCOPE',
        extras: { required_scope: 'labels:write', key_scopes: ['rates:read', 'labels:read'] },
      }),
    )
  })
})
