import { expect } from 'vitest'
import { buy, deliveryLog, liveBalance, quote, readBody, startedAt } from '../support/account.ts'
import { recipient, sender } from '../support/labels/parcels.ts'
import { refusal } from '../support/refusal.ts'
import { label, labelDetails } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

choiceTest(
  [28, 33],
  'a rate bought with the test key yields a sandbox label for nothing',
  async ({ account }) => {
    const [{ id: rate_id, carrier, service, rate_cents }] = await quote(account)
    await account.advance('90s')
    const bought = readBody(await account.call('POST /v1/labels', { rate_id }), 201, label)
    expect(bought).toMatchObject({
      carrier,
      service,
      rate_cents,
      sandbox: true,
      label_url: `${account.url}/v1/sandbox/labels/${bought.id}.pdf`,
      created_at: new Date(Date.parse(startedAt) + 90_000).toISOString(),
    })
    expect(bought.tracking_number).toMatch(/^9999\d+$/)
    expect(await liveBalance(account)).toBe(100_000)
  },
)

choiceTest(
  [21],
  'both addresses are complete: as sent where they were, made up and the same on every read where not',
  async ({ account }) => {
    const own = { ...sender, street2: 'Suite 5', phone: '+12125550100', email: 'dock@example.com' }
    const bought = await buy(account, { from_address: own })
    expect(bought.from_address).toEqual({ ...own, street: sender.street1 })
    expect(bought.to_address).toEqual({
      ...recipient,
      street: recipient.street1,
      street2: null,
      phone: expect.stringMatching(/^\+1\d{10}$/),
      email: expect.stringMatching(/^\S+@\S+$/),
    })
    for (let n = 0; n < 2; n += 1) {
      const again = readBody(await account.call(`GET /v1/labels/${bought.id}`), 200, labelDetails)
      expect(again).toEqual({ ...bought, void_status: null, void_requested_at: null })
    }
  },
)

choiceTest(
  [34],
  'a label is read with its void status, and an unknown one is not found',
  async ({ account }) => {
    const bought = await buy(account)
    const details = readBody(await account.call(`GET /v1/labels/${bought.id}`), 200, labelDetails)
    expect(details).toEqual({ ...bought, void_status: null, void_requested_at: null })
    for (const id of [
      'lbl_none',
      `${bought.id}x`,
      bought.id.toUpperCase(),
      '%20',
      '..%2Fwallet',
      '__proto__',
    ]) {
      refusal(await account.call(`GET /v1/labels/${id}`), 'LABEL.NOT_FOUND')
    }
  },
)

choiceTest([48], 'without a webhook URL a purchase delivers and logs nothing', async ({ account }) => {
  await buy(account)
  expect(await deliveryLog(account)).toEqual([])
  await account.control('PUT /webhook', { url: 'http://127.0.0.1:9/never' })
  await account.control('DELETE /webhook')
  await buy(account)
  expect(await deliveryLog(account)).toEqual([])
})
