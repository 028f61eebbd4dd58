import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { z } from 'zod'
import { type Account, buy, deliveryLog, startedAt } from '../support/account.ts'
import { batchItem } from '../support/parcels.ts'
import { type Attempt, openInbox } from '../support/webhook-inbox.ts'
import { webhookEvent } from '../support/wire.ts'
import { rowTests } from './row-tests.ts'

const rowTest = rowTests()

const configured = z.strictObject({ url: z.url(), signing_secret: z.string().min(1) })

async function subscribe(account: Account, url: string): Promise<string> {
  return configured.parse(await account.control('PUT /webhook', { url })).signing_secret
}

/** Waits for the attempts under way: none is left when an advance by nothing has ended. */
async function settled(account: Account): Promise<void> {
  await account.advance('0s')
}

function signatureOf(body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

function only(attempts: readonly Attempt[]): Attempt {
  const [attempt, ...others] = attempts
  if (attempt === undefined || others.length > 0)
    throw new Error(`${attempts.length} attempts came, not one.`)
  return attempt
}

rowTest(
  [
    'webhook-payload:event',
    'webhook-payload:data.id',
    'webhook-payload:data.carrier',
    'webhook-payload:data.service',
    'webhook-payload:data.tracking_number',
    'webhook-payload:data.rate_cents',
    'webhook-payload:data.label_url',
    'webhook-payload:data.created_at',
    'webhook-payload:timestamp',
    'state:label-purchased',
    'webhook-attempt:1',
    'rule:3',
    'choice:33',
  ],
  'a purchase is told at once, with every documented field and no other',
  async ({ account }) => {
    const inbox = await openInbox()
    await subscribe(account, inbox.url)
    for (const key of [account.keys.test, account.keys.live]) {
      const { id, carrier, service, tracking_number, rate_cents, created_at } = await buy(
        account,
        {},
        { key },
      )
      await settled(account)
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

rowTest(
  ['webhook-signature:PR-Signature', 'choice:46'],
  'the signature is made over exactly the bytes that are sent',
  async ({ account }) => {
    const inbox = await openInbox()
    const secret = await subscribe(account, inbox.url)
    await buy(account, { to_address: { ...batchItem().to_address, name: 'Zoë Œuvré' } })
    await settled(account)
    const { headers, body } = only(inbox.attempts)
    expect(headers['pr-signature']).toBe(signatureOf(body, secret))
    expect(headers['pr-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
    expect(headers['pr-signature']).not.toBe(signatureOf(body, `${secret}x`))
    await inbox.close()
  },
)

rowTest(
  [
    'endpoint:GET /v1/webhooks/deliveries',
    'choice:47',
    'delivery-entry:status',
    'delivery-entry:attempts',
    'delivery-entry:response code',
    'delivery-entry:timestamps',
  ],
  'the log shows what became of a delivery, to the keys of its environment',
  async ({ account }) => {
    const inbox = await openInbox(() => ({ status: 204 }))
    await subscribe(account, inbox.url)
    const live = { key: account.keys.live }
    const { id } = await buy(account, {}, live)
    await settled(account)
    await account.advance('1h')
    const log = await deliveryLog(account, live)
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
    expect(await deliveryLog(account)).toEqual([])
    expect(inbox.attempts).toHaveLength(1)
    await inbox.close()
  },
)

rowTest(
  ['constant:delivery log', 'choice:47', 'choice:43', 'endpoint:GET /v1/webhooks/deliveries'],
  'the log holds the last 50, newest first; a batch tells of each of its labels',
  async ({ account }) => {
    const inbox = await openInbox()
    await subscribe(account, inbox.url)
    const { id: oldest } = await buy(account)
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
    const full = await deliveryLog(account)
    expect(full).toHaveLength(50)
    expect(full.at(-1)?.label_id).toBe(oldest)

    await account.advance('1s')
    const { id: newest } = await buy(account)
    await settled(account)
    const log = await deliveryLog(account)
    expect(log).toHaveLength(50)
    expect(log[0]?.label_id).toBe(newest)
    expect(log.slice(1)).toEqual(full.slice(0, 49))
    expect(log.every(({ status }) => status === 'succeeded')).toBe(true)
    const told = inbox.attempts.map(({ body }) => webhookEvent.parse(JSON.parse(String(body))).data.id)
    expect(new Set(told).size).toBe(51)
    await inbox.close()
  },
)

rowTest(['choice:48'], 'a purchase made before a URL was set is never told', async ({ account }) => {
  await buy(account)
  const inbox = await openInbox()
  await subscribe(account, inbox.url)
  await account.advance('2d')
  expect(inbox.attempts).toEqual([])
  expect(await deliveryLog(account)).toEqual([])
  await inbox.close()
})
