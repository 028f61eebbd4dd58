import { expect } from 'vitest'
import { createKey, requestRates } from '../support/account.ts'
import { expectError } from '../support/refusal.ts'
import { readHeader, TestClient } from '../support/test-client.ts'
import { choiceTest } from './choice-test.ts'

choiceTest([1, 2], 'the service checks path and method before the key', async ({ account }) => {
  expectError(await account.call('GET /v1/nothing', undefined, { key: null }), 'REQUEST.ROUTE.NOT_FOUND')
  const answer = await account.call('PATCH /v1/labels/lbl_none', {}, { key: null })
  expectError(answer, 'REQUEST.METHOD.NOT_ALLOWED')
})

choiceTest(
  [1],
  'the service checks the key before the rate limit, and the limit before the scope',
  async ({ account }) => {
    const { id, key } = await createKey(account, { scopes: ['wallet:read'] })
    for (let n = 0; n < 10; n += 1) {
      expectError(await account.call('POST /v1/batches', {}, { key }), 'AUTH.KEY.INSUFFICIENT_SCOPE')
    }
    expectError(await account.call('POST /v1/batches', {}, { key }), 'AUTH.RATE_LIMIT.EXCEEDED')
    await account.control(`DELETE /keys/${id}`)
    expectError(await account.call('POST /v1/batches', {}, { key }), 'AUTH.KEY.REVOKED')
  },
)

choiceTest([1], 'the service checks the scope before the body', async ({ account }) => {
  const { key } = await createKey(account, { scopes: ['wallet:read'] })
  const raw = 'no JSON'
  expectError(await account.call('POST /v1/labels', undefined, { key, raw }), 'AUTH.KEY.INSUFFICIENT_SCOPE')
  expectError(await account.call('POST /v1/labels', undefined, { raw }), 'VALIDATION.FIELD.INVALID')
})

choiceTest(
  [1],
  'the service checks the body before the environment, and the environment before existence and state',
  async ({ account }) => {
    const { live } = account.keys
    const [{ id: rate_id }] = await requestRates(account, {}, { key: live })
    await account.advance('16m')
    const odd = await account.call('POST /v1/labels', { rate_id: [rate_id] })
    expectError(odd, 'VALIDATION.FIELD.INVALID')
    expectError(await account.call('POST /v1/labels', { rate_id }), 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
    expectError(await account.call('POST /v1/labels', { rate_id }, { key: live }), 'RATE.EXPIRED')
    await account.advance('24h')
    expectError(await account.call('POST /v1/labels', { rate_id }, { key: live }), 'RATE.NOT_FOUND')
  },
)

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const paths: Readonly<Record<string, readonly string[]>> = {
  '/v1/addresses/validate': ['POST'],
  '/v1/rates': ['POST'],
  '/v1/labels': ['POST'],
  '/v1/labels/lbl_none': ['GET', 'DELETE'],
  '/v1/labels/lbl_none/download': ['GET'],
  '/v1/sandbox/labels/lbl_none.pdf': ['GET'],
  '/v1/trackers': ['POST'],
  '/v1/trackers/trk_none': ['GET'],
  '/v1/carrier-accounts': ['GET'],
  '/v1/batches': ['POST'],
  '/v1/batches/bat_none': ['GET'],
  '/v1/batches/bat_none/buy': ['POST'],
  '/v1/wallet': ['GET'],
  '/v1/webhooks/deliveries': ['GET'],
}

for (const [path, allowed] of Object.entries(paths)) {
  choiceTest(
    [2],
    `${path} allows ${allowed.join(' and ')}, and refuses other methods with an Allow header`,
    async ({ account }) => {
      for (const method of methods.filter((other) => !allowed.includes(other))) {
        const answer = await account.call(`${method} ${path}`)
        expect([method, answer.status]).toEqual([method, 405])
        const withHead = allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed
        expect(readHeader(answer, 'Allow').split(', ').sort()).toEqual([...withHead].sort())
        expectError(answer, 'REQUEST.METHOD.NOT_ALLOWED')
      }
    },
  )

  // In HTTP, HEAD is GET without the body, not a different operation.
  const head = allowed.includes('GET') ? 'responds to HEAD as to GET, without a body' : 'refuses HEAD'
  choiceTest([2], `${path} ${head}`, async ({ account }) => {
    const answer = await account.call(`HEAD ${path}`)
    const { status } = allowed.includes('GET') ? await account.call(`GET ${path}`) : { status: 405 }
    expect(answer.status).toBe(status)
    expect(answer.bytes).toHaveLength(0)
  })
}

choiceTest(
  [2, 12],
  'a 405 response shows the limit of the path and does not count towards it',
  async ({ account }) => {
    const readLimitHeaders = async (key: string | null) => {
      const answer = await account.call('PUT /v1/labels/lbl_none', {}, { key })
      expectError(answer, 'REQUEST.METHOD.NOT_ALLOWED')
      const reset = Number(readHeader(answer, 'X-RateLimit-Reset'))
      expect(reset).toBeGreaterThan(0)
      return [readHeader(answer, 'X-RateLimit-Limit'), readHeader(answer, 'X-RateLimit-Remaining')]
    }
    expect(await readLimitHeaders(account.keys.test)).toEqual(['300', '300'])
    await account.call('GET /v1/labels/lbl_none')
    expect(await readLimitHeaders(account.keys.test)).toEqual(['300', '299'])
    expect(await readLimitHeaders(account.keys.test)).toEqual(['300', '299'])
    expect(await readLimitHeaders(null)).toEqual(['300', '300'])
    const { id, key } = await createKey(account)
    await account.call('GET /v1/labels/lbl_none', undefined, { key })
    expect(await readLimitHeaders(key)).toEqual(['300', '299'])
    await account.control(`DELETE /keys/${id}`)
    expect(await readLimitHeaders(key)).toEqual(['300', '300'])
  },
)

choiceTest([2, 50], 'the documentation pages of errors allow only GET and HEAD', async ({ simulator }) => {
  const client = new TestClient(simulator.url)
  for (const path of ['/docs/errors', '/docs/errors/RATE.EXPIRED']) {
    const answer = await client.send({ method: 'POST', path })
    expectError(answer, 'REQUEST.METHOD.NOT_ALLOWED')
    expect(readHeader(answer, 'Allow')).toBe('GET, HEAD')
    expect((await client.send({ method: 'HEAD', path })).status).toBe(200)
  }
})
