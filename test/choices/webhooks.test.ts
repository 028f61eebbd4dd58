import { expect } from 'vitest'
import { z } from 'zod'
import { type Account, buyCheapestLabel, readDeliveryLog, startedAt } from '../support/account.ts'
import { batchItem } from '../support/labels/parcels.ts'
import { openInbox } from '../support/webhook-inbox.ts'
import { webhookEvent } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

const configured = z.strictObject({ url: z.url(), signing_secret: z.string().min(1) })

async function setWebhookUrl(account: Account, url: string): Promise<string> {
  return configured.parse(await account.control('PUT /webhook', { url })).signing_secret
}

/** Waits for webhook attempts in progress: an advance by zero resolves when no attempt is left. */
async function waitForAttempts(account: Account): Promise<void> {
  await account.advance('0s')
}

choiceTest(
  [33],
  'a purchase sends a label.created event at once, with exactly the documented fields',
  async ({ account }) => {
    const inbox = await openInbox()
    await setWebhookUrl(account, inbox.url)
    for (const key of [account.keys.test, account.keys.live]) {
      const { id, carrier, service, tracking_number, rate_cents, created_at } = await buyCheapestLabel(
        account,
        {},
        { key },
      )
      await waitForAttempts(account)
      const attempt = inbox.attempts.at(-1)
      expect(attempt).toMatchObject({ method: 'POST', path: '/hooks' })
      expect(attempt?.headers['content-type']).toMatch(/^application\/json/)
      const event = webhookEvent.parse(JSON.parse(String(attempt?.body)))
      expect(event).toEqual({
        event: 'label.created',
        data: {
          id,
          carrier,
          service,
          tracking_number,
          rate_cents,
          label_url: `${account.url}/v1/labels/${id}/download`,
          created_at,
        },
        timestamp: startedAt,
      })
    }
    expect(inbox.attempts).toHaveLength(2)
    await inbox.close()
  },
)

choiceTest(
  [47],
  'the delivery log shows the outcome of a delivery to keys of its environment only',
  async ({ account }) => {
    const inbox = await openInbox(() => ({ status: 204 }))
    await setWebhookUrl(account, inbox.url)
    const live = { key: account.keys.live }
    const { id } = await buyCheapestLabel(account, {}, live)
    await waitForAttempts(account)
    await account.advance('1h')
    const log = await readDeliveryLog(account, live)
    expect(log).toMatchObject([
      {
        event: 'label.created',
        label_id: id,
        status: 'succeeded',
        response_code: 204,
        attempts: 1,
        created_at: startedAt,
        last_attempt_at: startedAt,
        next_attempt_at: null,
      },
    ])
    expect(await readDeliveryLog(account)).toEqual([])
    expect(inbox.attempts).toHaveLength(1)
    await inbox.close()
  },
)

choiceTest(
  [47, 43],
  'the delivery log has the last 50 deliveries, the newest first, and a batch sends an event for each label',
  async ({ account }) => {
    const inbox = await openInbox()
    await setWebhookUrl(account, inbox.url)
    const { id: oldest } = await buyCheapestLabel(account)
    const created = z
      .object({ id: z.string() })
      .parse(
        JSON.parse(
          (
            await account.call('POST /v1/batches', { items: Array.from({ length: 49 }, () => batchItem()) })
          ).bytes.toString(),
        ),
      )
    await account.call(`POST /v1/batches/${created.id}/buy`)
    await account.advance('1s')
    const full = await readDeliveryLog(account)
    expect(full).toHaveLength(50)
    expect(full.at(-1)?.label_id).toBe(oldest)

    await account.advance('1s')
    const { id: newest } = await buyCheapestLabel(account)
    await waitForAttempts(account)
    const log = await readDeliveryLog(account)
    expect(log).toHaveLength(50)
    expect(log[0]?.label_id).toBe(newest)
    expect(log.slice(1)).toEqual(full.slice(0, 49))
    expect(log.every(({ status }) => status === 'succeeded')).toBe(true)
    const told = inbox.attempts.map(({ body }) => webhookEvent.parse(JSON.parse(String(body))).data.id)
    expect(new Set(told).size).toBe(51)
    await inbox.close()
  },
)

choiceTest([48], 'a purchase made before a webhook URL was set sends no event later', async ({ account }) => {
  await buyCheapestLabel(account)
  const inbox = await openInbox()
  await setWebhookUrl(account, inbox.url)
  await account.advance('2d')
  expect(inbox.attempts).toEqual([])
  expect(await readDeliveryLog(account)).toEqual([])
  await inbox.close()
})
