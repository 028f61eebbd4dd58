import { expect } from 'vitest'
import { createKey, read, startedAt } from '../support/account.ts'
import { header } from '../support/test-client.ts'
import { wallet } from '../support/wire.ts'
import { refusal } from './refusal.ts'
import { rowTests } from './row-tests.ts'

const rowTest = rowTests()

rowTest(
  ['error:AUTH.KEY.MISSING', 'choice:14'],
  'a request without an Authorization header, or with an empty one, has no key',
  async ({ account }) => {
    refusal(await account.call('GET /v1/wallet', undefined, { key: null }), 'AUTH.KEY.MISSING')
    for (const Authorization of ['', '   ']) {
      const answer = await account.call('GET /v1/wallet', undefined, {
        key: null,
        headers: { Authorization },
      })
      refusal(answer, 'AUTH.KEY.MISSING')
    }
  },
)

rowTest(
  ['error:AUTH.KEY.INVALID', 'choice:14', 'key-format:prefix and 32 hexadecimal characters'],
  'only Bearer, a prefix and 32 hexadecimal characters that an account has are a key',
  async ({ account }) => {
    const { test: key } = account.keys
    expect(key).toMatch(/^pr_test_[0-9a-f]{32}$/)
    expect(account.keys.live).toMatch(/^pr_live_[0-9a-f]{32}$/)
    const malformed = [
      key,
      `Basic ${key}`,
      `Bearer${key}`,
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
      refusal(answer, 'AUTH.KEY.INVALID')
    }
    read(await account.call('GET /v1/wallet'), 200, wallet)
  },
)

rowTest(
  ['error:AUTH.KEY.REVOKED'],
  'a key is refused from the instant it is revoked, and the others of the account are not',
  async ({ account }) => {
    const { id, key } = await createKey(account)
    read(await account.call('GET /v1/wallet', undefined, { key }), 200, wallet)
    await account.control(`DELETE /keys/${id}`)
    // By the clock of its account, as the Date header is.
    for (const request of ['GET /v1/wallet', 'PUT /v1/wallet']) {
      const answer = await account.call(request, undefined, { key })
      expect(Number(header(answer, 'X-RateLimit-Reset'))).toBe(Date.parse(startedAt) / 1000 + 60)
    }
    refusal(await account.call('GET /v1/wallet', undefined, { key }), 'AUTH.KEY.REVOKED')
    read(await account.call('GET /v1/wallet'), 200, wallet)
  },
)

rowTest(
  ['error:AUTH.KEY.EXPIRED', 'key-format:expiration'],
  "a key is refused from its expiration on, by the account's clock",
  async ({ account }) => {
    const expiresAt = new Date(Date.parse(startedAt) + 3_600_000).toISOString()
    const { key, expires_at } = await createKey(account, { expires_at: expiresAt })
    expect(expires_at).toBe(expiresAt)
    await account.advance('3599999ms')
    read(await account.call('GET /v1/wallet', undefined, { key }), 200, wallet)
    await account.advance('1ms')
    refusal(await account.call('GET /v1/wallet', undefined, { key }), 'AUTH.KEY.EXPIRED')
    read(await account.call('GET /v1/wallet'), 200, wallet)
  },
)

rowTest(
  ['choice:14'],
  'a key that is both revoked and past its expiration counts as revoked',
  async ({ account }) => {
    const { id, key } = await createKey(account, { expires_at: startedAt })
    refusal(await account.call('GET /v1/wallet', undefined, { key }), 'AUTH.KEY.EXPIRED')
    await account.control(`DELETE /keys/${id}`)
    refusal(await account.call('GET /v1/wallet', undefined, { key }), 'AUTH.KEY.REVOKED')
  },
)

rowTest(
  ['choice:12', 'header:X-RateLimit-Limit', 'header:X-RateLimit-Remaining'],
  "without a valid key the headers show the endpoint's limit, untouched",
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
          expect(header(answer, 'X-RateLimit-Limit')).toBe(limit)
          expect(header(answer, 'X-RateLimit-Remaining')).toBe(limit)
          expect(header(answer, 'X-RateLimit-Reset')).toMatch(/^\d{10}$/)
        }
      }
    }
  },
)

rowTest(
  ['choice:12', 'choice:2', 'header:X-Request-Id'],
  'an unknown path has no rate limit to tell of, and a request id all the same',
  async ({ account }) => {
    const answer = await account.call('GET /v1/unknown')
    refusal(answer, 'REQUEST.ROUTE.NOT_FOUND')
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
  },
)

rowTest(
  ['constant:version prefix'],
  'the version stands in the path: the same path without it is no path of the service',
  async ({ account }) => {
    read(await account.call('GET /v1/wallet'), 200, wallet)
    for (const path of ['/wallet', '/v2/wallet', '/v1', '/v1/', '/V1/wallet', '/v1/wallet/']) {
      refusal(await account.call(`GET ${path}`), 'REQUEST.ROUTE.NOT_FOUND')
    }
  },
)
