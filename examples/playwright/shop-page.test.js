import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, beforeEach, test } from 'node:test'
import { OrderDesk, ShippingApi, WebhookInbox } from 'order-fulfilment'
import { chromium } from 'playwright-core'
import { startDrydock } from 'shipping-drydock'
import { createShop } from './shop-page.js'

let dock
let account
let inbox
let browser
let shop
let page
before(async () => {
  dock = await startDrydock()
  account = await dock.createAccount()
  inbox = new WebhookInbox()
  inbox.secret = (await account.webhook.set(await inbox.open())).signing_secret
  const sleep = (ms) => account.clock.advance(`${ms}ms`)
  const api = new ShippingApi({ url: dock.url, key: account.keys.live, sleep })
  shop = createShop(new OrderDesk({ api, inbox })).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    // Most CI containers may not create sandboxes, so Chromium must not use one.
    chromiumSandbox: false,
  })
  page = await browser.newPage()
})
after(async () => {
  await browser?.close()
  // The review finds mistakes in all requests of the shop, such as a purchase that was repeated without a check.
  const { findings } = await account.review()
  assert.deepEqual(findings, [])
  shop.close()
  shop.closeAllConnections()
  await inbox.close()
  await dock.close()
})
beforeEach(() => account.faults.clear())

/** Fills in the order form, places the order, and returns the shop's message. */
async function placeOrder(address) {
  await page.goto(`http://127.0.0.1:${shop.address().port}/`)
  for (const [field, value] of Object.entries(address)) await page.getByLabel(field).fill(value)
  await page.getByRole('button', { name: 'Order' }).click()
  return page.getByRole('status').or(page.getByRole('alert')).textContent()
}

const customer = { name: 'Ada Carver', street1: '2211 Oak Street', city: 'Austin', state: 'TX', zip: '78704' }

test('the shop page shows the tracking number of an order', async () => {
  const text = await placeOrder(customer)
  const [label] = await account.labels.list()
  assert.equal(text, `Your parcel ${label.tracking_number} goes out with ${label.carrier}.`)
})

test('the shop buys one label when the response of the purchase is lost', async () => {
  const { length } = await account.labels.list()
  await account.faults.add({
    target: 'api',
    operation: 'POST /v1/labels',
    mode: 'reset',
    phase: 'after',
    times: 1,
  })
  assert.match(await placeOrder(customer), /^Your parcel/)
  assert.equal((await account.labels.list()).length, length + 1)
})

test('the shop page asks for another address when no carrier can deliver to it', async () => {
  assert.match(
    await placeOrder({ ...customer, street1: 'sim:ADDRESS.VALIDATION.FAILED' }),
    /check your address/,
  )
})

test('the shop page asks to try later when every carrier stays down', async () => {
  await account.faults.add({ target: 'carrier:*', mode: 'down' })
  assert.match(await placeOrder(customer), /try later/)
})
