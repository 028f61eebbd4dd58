import { expect } from 'vitest'
import { type Account, buyCheapestLabel, createKey, startedAt } from '../support/account.ts'
import { expectError } from '../support/refusal.ts'
import { readHeader, type TestResponse } from '../support/test-client.ts'
import { choiceTest } from './choice-test.ts'

const startUnixSeconds = Date.parse(startedAt) / 1000

/** Sends a cheap request to an endpoint. The request counts towards the rate limit even if the service refuses it. */
function sendCheapRequest(account: Account, endpoint: string): Promise<TestResponse> {
  return account.call(endpoint.replace('{id}', 'none'), endpoint.startsWith('POST') ? {} : undefined)
}

function readLimitHeaders(answer: TestResponse) {
  return {
    limit: Number(readHeader(answer, 'X-RateLimit-Limit')),
    remaining: Number(readHeader(answer, 'X-RateLimit-Remaining')),
    reset: Number(readHeader(answer, 'X-RateLimit-Reset')),
  }
}

async function exhaustLimit(
  account: Account,
  limit: number,
  ask: () => Promise<TestResponse>,
): Promise<void> {
  for (let remaining = limit - 1; remaining >= 0; remaining -= 1) {
    const answer = await ask()
    expect(answer.status).not.toBe(429)
    expect(readLimitHeaders(answer)).toEqual({ limit, remaining, reset: startUnixSeconds + 60 })
    expect(answer.headers).not.toHaveProperty('retry-after')
  }
  for (const repeated of [await ask(), await ask()]) {
    expectError(repeated, 'AUTH.RATE_LIMIT.EXCEEDED')
    expect(readLimitHeaders(repeated)).toEqual({ limit, remaining: 0, reset: startUnixSeconds + 60 })
    expect(readHeader(repeated, 'Retry-After')).toBe('60')
  }
  await account.advance('60s')
  const freed = await ask()
  expect(freed.status).not.toBe(429)
  expect(readLimitHeaders(freed)).toEqual({ limit, remaining: limit - 1, reset: startUnixSeconds + 120 })
}

choiceTest(
  [13],
  'the download of a label PDF has a limit of its own, 300 requests a minute',
  async ({ account }) => {
    await exhaustLimit(account, 300, () => sendCheapRequest(account, 'GET /v1/labels/{id}/download'))
    expect(readLimitHeaders(await sendCheapRequest(account, 'GET /v1/labels/{id}')).remaining).toBe(299)
  },
)

choiceTest(
  [13],
  'the sandbox sample of a label has a limit of its own, 300 requests a minute',
  async ({ account }) => {
    const { id } = await buyCheapestLabel(account)
    const downloadSample = () => account.call(`GET /v1/sandbox/labels/${id}.pdf`, undefined, { key: null })
    await exhaustLimit(account, 300, downloadSample)
    expect(readLimitHeaders(await account.call(`GET /v1/labels/${id}/download`)).remaining).toBe(299)
  },
)

choiceTest(
  [11],
  'the window of a rate limit lasts 60 seconds from its first request, and refused requests do not prolong it',
  async ({ account }) => {
    await account.advance('7500ms')
    expect(readLimitHeaders(await sendCheapRequest(account, 'POST /v1/batches'))).toMatchObject({
      reset: startUnixSeconds + 68,
    })
    await account.advance('20s')
    for (let n = 1; n < 10; n += 1) await sendCheapRequest(account, 'POST /v1/batches')
    const refused = await sendCheapRequest(account, 'POST /v1/batches')
    expectError(refused, 'AUTH.RATE_LIMIT.EXCEEDED')
    expect(readHeader(refused, 'Retry-After')).toBe('40')
    await account.advance('39999ms')
    const last = await sendCheapRequest(account, 'POST /v1/batches')
    expectError(last, 'AUTH.RATE_LIMIT.EXCEEDED')
    expect(readHeader(last, 'Retry-After')).toBe('1')
    await account.advance('1ms')
    expect(readLimitHeaders(await sendCheapRequest(account, 'POST /v1/batches'))).toMatchObject({
      remaining: 9,
      reset: startUnixSeconds + 128,
    })
  },
)

choiceTest(
  [11],
  'a request refused for its scope or body counts towards the limit; a request without a valid key does not',
  async ({ account }) => {
    const { key } = await createKey(account, { scopes: ['rates:read'] })
    expect(readLimitHeaders(await account.call('POST /v1/rates', {}, { key })).remaining).toBe(99)
    expect(readLimitHeaders(await account.call('POST /v1/batches', {}, { key })).remaining).toBe(9)
    await account.call('POST /v1/rates', {}, { key: null })
    await account.call('POST /v1/rates', {}, { key: `pr_test_${'0'.repeat(32)}` })
    expect(readLimitHeaders(await account.call('POST /v1/rates', {}, { key })).remaining).toBe(98)
  },
)
