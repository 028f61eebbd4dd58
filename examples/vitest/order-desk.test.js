import { OrderDesk, ShippingApi, WebhookInbox } from 'order-fulfilment'
import { test as base, expect } from 'shipping-drydock/vitest'

// Each test has an account of its own, so no test sees the labels or the wallet of another.
const test = base.extend({
  desk: async ({ account }, use) => {
    const inbox = new WebhookInbox()
    inbox.secret = (await account.webhook.set(await inbox.open())).signing_secret
    // The shop waits on the account's clock, so a test never waits in real time.
    const sleep = (ms) => account.clock.advance(`${ms}ms`)
    const api = new ShippingApi({ url: account.url, key: account.keys.live, sleep })
    await use(new OrderDesk({ api, inbox, eventWaitMs: 500 }))
    await inbox.close()
    // The review finds mistakes in all requests of the test, such as a purchase that was repeated without a check.
    expect(await account.review()).toHaveNoFindings()
  },
})

const shop = {
  name: 'Harbour Goods',
  street1: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
}
const customer = {
  name: 'Ada Carver',
  street1: '2211 Oak Street',
  city: 'Austin',
  state: 'TX',
  zip: '78704',
  country: 'US',
}
const order = { from: shop, to: customer, parcel: { weight_oz: 24, length: 10, width: 8, height: 4 } }

test('the order desk buys the label of an order', async ({ desk }) => {
  const purchase = await desk.buy(order, await desk.quote(order))
  expect(purchase).toMatchObject({ status: 'shipped', label: { sandbox: false } })
})

test('the order desk quotes the other carriers while one carrier is down', async ({ account, desk }) => {
  await account.faults.add({ target: 'carrier:UPS', mode: 'down' })
  const quote = await desk.quote(order)
  expect(quote).toMatchObject({ status: 'quoted', hasAllCarriers: false })
  expect(quote.rate.carrier).not.toBe('UPS')
})

test('the order desk repeats its rates request while every carrier is down', async ({ account, desk }) => {
  await account.faults.add({ target: 'carrier:*', mode: 'down', times: 4 })
  expect(await desk.quote(order)).toMatchObject({ status: 'quoted', hasAllCarriers: true })
})

test('the order desk gets a new rate when a rate has expired', async ({ account, desk }) => {
  const quote = await desk.quote(order)
  await account.clock.advance('16m')
  expect(await desk.buy(order, quote)).toMatchObject({ status: 'shipped' })
})

test('the order desk finds the bought label when the response of the purchase is lost', async ({
  account,
  desk,
}) => {
  const quote = await desk.quote(order)
  await account.faults.add({
    target: 'api',
    operation: 'POST /v1/labels',
    mode: 'reset',
    phase: 'after',
    times: 1,
  })
  const { status, label } = await desk.buy(order, quote)
  expect(status).toBe('shipped')
  expect(await account.labels.list()).toMatchObject([{ id: label.id }])
})

test('the order desk buys again when the request of the purchase was lost', async ({ account, desk }) => {
  const quote = await desk.quote(order)
  await account.faults.add({
    target: 'api',
    operation: 'POST /v1/labels',
    mode: 'reset',
    phase: 'before',
    times: 1,
  })
  expect(await desk.buy(order, quote)).toMatchObject({ status: 'shipped' })
  expect(await account.labels.list()).toHaveLength(1)
})

test('the order desk reports an unclear purchase if the wallet was charged and no event comes', async ({
  account,
  desk,
}) => {
  const quote = await desk.quote(order)
  await account.faults.add({
    target: 'api',
    operation: 'POST /v1/labels',
    mode: 'reset',
    phase: 'after',
    times: 1,
  })
  await account.faults.add({ target: 'webhook', mode: 'drop' })
  await expect(desk.buy(order, quote)).rejects.toThrow('no event names the label')
  expect(await account.labels.list()).toHaveLength(1)
})

test('the order desk waits as long as the rate limit demands', async ({ account, desk }) => {
  await account.faults.add({ target: 'api', operation: 'POST /v1/labels', mode: 'rate_limited', times: 1 })
  expect(await desk.buy(order, await desk.quote(order))).toMatchObject({ status: 'shipped' })
  await expect(account).toHaveReceivedRequest({ operation: 'buyLabel', times: 2 })
})

test('the order desk asks for payment when the card is declined, and ships the order with a valid card', async ({
  account,
  desk,
}) => {
  const auto_reload = { threshold_cents: 1_000, amount_cents: 5_000 }
  await account.wallet.set({ balance_cents: 0, payment_method: 'declined', auto_reload })
  const quote = await desk.quote(order)
  expect(await desk.buy(order, quote)).toEqual({ status: 'payment_needed', code: 'WALLET.PAYMENT.FAILED' })
  await account.wallet.set({ payment_method: 'valid' })
  expect(await desk.buy(order, quote)).toMatchObject({ status: 'shipped' })
})
