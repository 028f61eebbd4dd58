import { expect } from 'vitest'
import {
  buyCheapestLabel,
  expectBody,
  readDeliveryLog,
  readLiveBalance,
  requestRates,
  startedAt,
} from '../support/account.ts'
import { recipient, sender } from '../support/labels/parcels.ts'
import { expectError } from '../support/refusal.ts'
import { label, labelDetails } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

choiceTest(
  [28, 33],
  'the purchase of a rate with the test key gives a sandbox label and charges nothing',
  async ({ account }) => {
    const [{ id: rate_id, carrier, service, rate_cents }] = await requestRates(account)
    await account.advance('90s')
    const bought = expectBody(await account.call('POST /v1/labels', { rate_id }), 201, label)
    expect(bought).toMatchObject({
      carrier,
      service,
      rate_cents,
      sandbox: true,
      label_url: `${account.url}/v1/sandbox/labels/${bought.id}.pdf`,
      created_at: new Date(Date.parse(startedAt) + 90_000).toISOString(),
    })
    expect(bought.tracking_number).toMatch(/^9999\d+$/)
    expect(await readLiveBalance(account)).toBe(100_000)
  },
)

choiceTest(
  [21],
  'a label shows both addresses as sent, with a made-up phone number and email address if none was sent',
  async ({ account }) => {
    const own = { ...sender, street2: 'Suite 5', phone: '+12125550100', email: 'dock@example.com' }
    const bought = await buyCheapestLabel(account, { from_address: own })
    expect(bought.from_address).toEqual({ ...own, street: sender.street1 })
    expect(bought.to_address).toEqual({
      ...recipient,
      street: recipient.street1,
      street2: null,
      phone: expect.stringMatching(/^\+1\d{10}$/),
      email: expect.stringMatching(/^\S+@\S+$/),
    })
    for (let n = 0; n < 2; n += 1) {
      const again = expectBody(await account.call(`GET /v1/labels/${bought.id}`), 200, labelDetails)
      expect(again).toEqual({ ...bought, void_status: null, void_requested_at: null })
    }
  },
)

choiceTest(
  [34],
  'a GET request for a label returns its void status, and a GET request for an unknown label gets 404',
  async ({ account }) => {
    const bought = await buyCheapestLabel(account)
    const details = expectBody(await account.call(`GET /v1/labels/${bought.id}`), 200, labelDetails)
    expect(details).toEqual({ ...bought, void_status: null, void_requested_at: null })
    for (const id of [
      'lbl_none',
      `${bought.id}x`,
      bought.id.toUpperCase(),
      '%20',
      '..%2Fwallet',
      '__proto__',
    ]) {
      expectError(await account.call(`GET /v1/labels/${id}`), 'LABEL.NOT_FOUND')
    }
  },
)

choiceTest([48], 'a purchase without a webhook URL sends and logs no delivery', async ({ account }) => {
  await buyCheapestLabel(account)
  expect(await readDeliveryLog(account)).toEqual([])
  await account.control('PUT /webhook', { url: 'http://127.0.0.1:9/never' })
  await account.control('DELETE /webhook')
  await buyCheapestLabel(account)
  expect(await readDeliveryLog(account)).toEqual([])
})
