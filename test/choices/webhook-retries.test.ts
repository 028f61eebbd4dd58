import { expect } from 'vitest'
import { z } from 'zod'
import constants from '../../fixtures/spec/constants.json' with { type: 'json' }
import { type Account, buyCheapestLabel, readDeliveryLog, startedAt } from '../support/account.ts'
import { openInbox } from '../support/webhook-inbox.ts'
import { choiceTest } from './choice-test.ts'

/** The delays before each attempt except the first, in seconds. */
const [, ...retryDelays] = constants.webhookDelaysSeconds

function addSecondsToStart(seconds: number): string {
  return new Date(Date.parse(startedAt) + seconds * 1000).toISOString()
}

async function setWebhookUrl(account: Account, url: string): Promise<void> {
  await account.control('PUT /webhook', { url })
}

async function readOnlyDelivery(account: Account) {
  const [entry, ...others] = await readDeliveryLog(account)
  if (entry === undefined || others.length > 0) throw new Error('The log does not hold one delivery.')
  return entry
}

choiceTest(
  [45],
  'a webhook attempt succeeds only with a 2xx response, and redirects are not followed',
  async ({ account }) => {
    const elsewhere = await openInbox()
    const answers = [
      { status: 302, headers: { Location: elsewhere.url } },
      { status: 410 },
      { status: 429, headers: { 'Retry-After': '1' } },
      { status: 400 },
      { status: 299 },
    ]
    const inbox = await openInbox((made) => answers[made - 1] ?? { status: 500 })
    await setWebhookUrl(account, inbox.url)
    await buyCheapestLabel(account)
    await account.advance('0s')
    const seen = [(await readOnlyDelivery(account)).response_code]
    for (const seconds of retryDelays) {
      await account.advance(`${seconds}s`)
      seen.push((await readOnlyDelivery(account)).response_code)
    }
    expect(seen).toEqual([302, 410, 429, 400, 299])
    expect((await readOnlyDelivery(account)).status).toBe('succeeded')
    expect(elsewhere.attempts).toEqual([])
    await Promise.all([inbox.close(), elsewhere.close()])
  },
)

choiceTest(
  [45],
  'a webhook attempt to an address where no receiver listens counts as an attempt and has no response code',
  async ({ account }) => {
    const inbox = await openInbox()
    await inbox.close()
    await setWebhookUrl(account, inbox.url)
    await buyCheapestLabel(account)
    await account.advance('0s')
    expect(await readOnlyDelivery(account)).toMatchObject({
      status: 'pending',
      response_code: null,
      attempts: 1,
    })
  },
)

choiceTest(
  [45],
  'a pending webhook delivery keeps its URL and signing secret when the webhook is changed',
  async ({ account }) => {
    const first = await openInbox((made) => ({ status: made === 1 ? 500 : 200 }))
    const second = await openInbox()
    await setWebhookUrl(account, first.url)
    await buyCheapestLabel(account)
    await account.advance('0s')
    await setWebhookUrl(account, second.url)
    await account.advance('5m')
    expect(first.attempts).toHaveLength(2)
    expect(first.attempts[1]?.headers['pr-signature']).toBe(first.attempts[0]?.headers['pr-signature'])
    expect(second.attempts).toEqual([])
    await account.control('DELETE /webhook')
    await account.advance('5d')
    expect(second.attempts).toEqual([])
    await Promise.all([first.close(), second.close()])
  },
)

choiceTest([46, 47], 'a redelivery sends the same bytes once more', async ({ account }) => {
  const inbox = await openInbox()
  await setWebhookUrl(account, inbox.url)
  await buyCheapestLabel(account)
  await account.advance('1h')
  const { id } = await readOnlyDelivery(account)
  z.object({ id: z.literal(id) }).parse(await account.control(`POST /webhook/deliveries/${id}/redeliver`))
  await account.advance('0s')
  expect(inbox.attempts).toHaveLength(2)
  expect(inbox.attempts[1]?.body.equals(inbox.attempts[0]?.body ?? Buffer.alloc(0))).toBe(true)
  expect(await readOnlyDelivery(account)).toMatchObject({
    status: 'succeeded',
    attempts: 2,
    last_attempt_at: addSecondsToStart(3_600),
  })
  await inbox.close()
})
