import { expect } from 'vitest'
import { type Account, buy, createKey, startedAt } from '../support/account.ts'
import { refusal } from '../support/refusal.ts'
import { type Answer, header } from '../support/test-client.ts'
import { choiceTest } from './choice-test.ts'

const startSeconds = Date.parse(startedAt) / 1000

/** Sends a cheap request to an endpoint. It counts whatever the response. */
function knock(account: Account, endpoint: string): Promise<Answer> {
  return account.call(endpoint.replace('{id}', 'none'), endpoint.startsWith('POST') ? {} : undefined)
}

function standing(answer: Answer) {
  return {
    limit: Number(header(answer, 'X-RateLimit-Limit')),
    remaining: Number(header(answer, 'X-RateLimit-Remaining')),
    reset: Number(header(answer, 'X-RateLimit-Reset')),
  }
}

async function exhaust(account: Account, limit: number, ask: () => Promise<Answer>): Promise<void> {
  for (let remaining = limit - 1; remaining >= 0; remaining -= 1) {
    const answer = await ask()
    expect(answer.status).not.toBe(429)
    expect(standing(answer)).toEqual({ limit, remaining, reset: startSeconds + 60 })
    expect(answer.headers).not.toHaveProperty('retry-after')
  }
  for (const repeated of [await ask(), await ask()]) {
    refusal(repeated, 'AUTH.RATE_LIMIT.EXCEEDED')
    expect(standing(repeated)).toEqual({ limit, remaining: 0, reset: startSeconds + 60 })
    expect(header(repeated, 'Retry-After')).toBe('60')
  }
  await account.advance('60s')
  const freed = await ask()
  expect(freed.status).not.toBe(429)
  expect(standing(freed)).toEqual({ limit, remaining: limit - 1, reset: startSeconds + 120 })
}

choiceTest(
  [13],
  'the PDF download takes 300 requests a minute in a bucket of its own',
  async ({ account }) => {
    await exhaust(account, 300, () => knock(account, 'GET /v1/labels/{id}/download'))
    expect(standing(await knock(account, 'GET /v1/labels/{id}')).remaining).toBe(299)
  },
)

choiceTest([13], 'so does the sandbox sample', async ({ account }) => {
  const { id } = await buy(account)
  const sample = () => account.call(`GET /v1/sandbox/labels/${id}.pdf`, undefined, { key: null })
  await exhaust(account, 300, sample)
  expect(standing(await account.call(`GET /v1/labels/${id}/download`)).remaining).toBe(299)
})

choiceTest(
  [11],
  'a window opens with the first request and lasts 60 seconds; what is refused with 429 does not prolong it',
  async ({ account }) => {
    await account.advance('7500ms')
    expect(standing(await knock(account, 'POST /v1/batches'))).toMatchObject({ reset: startSeconds + 68 })
    await account.advance('20s')
    for (let n = 1; n < 10; n += 1) await knock(account, 'POST /v1/batches')
    const refused = await knock(account, 'POST /v1/batches')
    refusal(refused, 'AUTH.RATE_LIMIT.EXCEEDED')
    expect(header(refused, 'Retry-After')).toBe('40')
    await account.advance('39999ms')
    const last = await knock(account, 'POST /v1/batches')
    refusal(last, 'AUTH.RATE_LIMIT.EXCEEDED')
    expect(header(last, 'Retry-After')).toBe('1')
    await account.advance('1ms')
    expect(standing(await knock(account, 'POST /v1/batches'))).toMatchObject({
      remaining: 9,
      reset: startSeconds + 128,
    })
  },
)

choiceTest(
  [11],
  'a request refused for its scope or its body counts, one without a valid key does not',
  async ({ account }) => {
    const { key } = await createKey(account, { scopes: ['rates:read'] })
    expect(standing(await account.call('POST /v1/rates', {}, { key })).remaining).toBe(99)
    expect(standing(await account.call('POST /v1/batches', {}, { key })).remaining).toBe(9)
    await account.call('POST /v1/rates', {}, { key: null })
    await account.call('POST /v1/rates', {}, { key: `pr_test_${'0'.repeat(32)}` })
    expect(standing(await account.call('POST /v1/rates', {}, { key })).remaining).toBe(98)
  },
)
