import { expect } from 'vitest'
import { createKey, expectBody, startedAt } from '../support/account.ts'
import { expectError } from '../support/refusal.ts'
import { readHeader } from '../support/test-client.ts'
import { wallet } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

choiceTest(
  [14],
  'a request with no or an empty Authorization header is refused as without a key',
  async ({ account }) => {
    expectError(await account.call('GET /v1/wallet', undefined, { key: null }), 'AUTH.KEY.MISSING')
    for (const Authorization of ['', '   ']) {
      const answer = await account.call('GET /v1/wallet', undefined, {
        key: null,
        headers: { Authorization },
      })
      expectError(answer, 'AUTH.KEY.MISSING')
    }
  },
)

choiceTest(
  [14],
  'only Bearer, a key prefix and 32 hexadecimal characters of an existing key are accepted',
  async ({ account }) => {
    const { test: key } = account.keys
    expect(key).toMatch(/^pr_test_[0-9a-f]{32}$/)
    expect(account.keys.live).toMatch(/^pr_live_[0-9a-f]{32}$/)
    const malformed = [
      key,
      `Basic ${key}`,
      `Bearer${key}`,
      `Bearer\t${key}`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key}0`,
      `Bearer ${key.slice(0, -1)}g`,
      `Bearer ${key.replace('pr_test_', 'pr_prod_')}`,
      `Bearer pr_test_${'0'.repeat(32)}`,
      `Bearer ${key} ${key}`,
    ]
    for (const Authorization of malformed) {
      const answer = await account.call('GET /v1/wallet', undefined, {
        key: null,
        headers: { Authorization },
      })
      expectError(answer, 'AUTH.KEY.INVALID')
    }
    expectBody(await account.call('GET /v1/wallet'), 200, wallet)
  },
)

choiceTest(
  [14],
  'the word Bearer of the Authorization header is accepted in any letter case',
  async ({ account }) => {
    for (const scheme of ['bearer', 'BEARER', 'bEaReR']) {
      const headers = { Authorization: `${scheme} ${account.keys.test}` }
      expectBody(await account.call('GET /v1/wallet', undefined, { key: null, headers }), 200, wallet)
    }
  },
)

choiceTest(
  [14],
  'every 401 response has WWW-Authenticate: Bearer, and no other response has it',
  async ({ account }) => {
    const { id, key: revoked } = await createKey(account)
    await account.control(`DELETE /keys/${id}`)
    const { key: expired } = await createKey(account, { expires_at: '2020-01-01T00:00:00Z' })
    const { key: limited } = await createKey(account, { scopes: [] })
    const endpoints = ['GET /v1/wallet', 'POST /v1/rates', 'PUT /v1/wallet', 'GET /v1/labels/lbl_0/download']
    for (const key of [null, 'pr_test_0', revoked, expired, limited, account.keys.test]) {
      for (const endpoint of endpoints) {
        const body = endpoint.startsWith('POST') ? {} : undefined
        const { status, headers } = await account.call(endpoint, body, { key })
        expect([endpoint, status, headers['www-authenticate']]).toEqual([
          endpoint,
          status,
          status === 401 ? 'Bearer' : undefined,
        ])
      }
    }
  },
)

choiceTest(
  [14],
  "a key is accepted up to the instant of its expiration by the account's clock, and refused afterwards",
  async ({ account }) => {
    const expiresAt = new Date(Date.parse(startedAt) + 3_600_000).toISOString()
    const { key, expires_at } = await createKey(account, { expires_at: expiresAt })
    expect(expires_at).toBe(expiresAt)
    await account.advance('3600000ms')
    expectBody(await account.call('GET /v1/wallet', undefined, { key }), 200, wallet)
    await account.advance('1ms')
    expectError(await account.call('GET /v1/wallet', undefined, { key }), 'AUTH.KEY.EXPIRED')
    expectBody(await account.call('GET /v1/wallet'), 200, wallet)
  },
)

choiceTest([14], 'a key that is both revoked and expired is refused as revoked', async ({ account }) => {
  const { id, key } = await createKey(account, { expires_at: '2030-03-04T11:59:59.999Z' })
  expectError(await account.call('GET /v1/wallet', undefined, { key }), 'AUTH.KEY.EXPIRED')
  await account.control(`DELETE /keys/${id}`)
  expectError(await account.call('GET /v1/wallet', undefined, { key }), 'AUTH.KEY.REVOKED')
})

choiceTest(
  [12],
  'a 401 response shows the full rate limit of the endpoint, as if no request had used it',
  async ({ account }) => {
    const endpoints = [
      ['POST /v1/rates', '100'],
      ['POST /v1/labels', '60'],
      ['GET /v1/wallet', '300'],
      ['GET /v1/labels/lbl_none/download', '300'],
    ] as const
    for (const [endpoint, limit] of endpoints) {
      for (const key of [null, `pr_test_${'0'.repeat(32)}`]) {
        const body = endpoint.startsWith('POST') ? {} : undefined
        const first = await account.call(endpoint, body, { key })
        const second = await account.call(endpoint, body, { key })
        for (const answer of [first, second]) {
          expect(answer.status).toBe(401)
          expect(readHeader(answer, 'X-RateLimit-Limit')).toBe(limit)
          expect(readHeader(answer, 'X-RateLimit-Remaining')).toBe(limit)
          expect(readHeader(answer, 'X-RateLimit-Reset')).toMatch(/^\d{10}$/)
        }
      }
    }
  },
)

choiceTest(
  [12, 2],
  'a 404 response to an unknown path has a request id and no rate-limit headers',
  async ({ account }) => {
    const answer = await account.call('GET /v1/unknown')
    expectError(answer, 'REQUEST.ROUTE.NOT_FOUND')
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
  },
)
