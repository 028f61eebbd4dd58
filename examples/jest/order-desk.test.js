import { OrderDesk, ShippingApi, WebhookInbox } from 'order-fulfilment'
import { useDrydock } from 'shipping-drydock/testing'

let account
let desk
let inbox
// This hook is registered before useDrydock, so that it runs before the account is deleted.
afterEach(async () => {
  await inbox.close()
  // The review finds mistakes in all requests of the test, such as a purchase that was repeated without a check.
  const { findings } = await account.review()
  expect(findings).toEqual([])
})

const drydock = useDrydock()

beforeEach(async () => {
  ;({ account } = drydock)
  inbox = new WebhookInbox()
  inbox.secret = (await account.webhook.set(await inbox.open())).signing_secret
  const sleep = (ms) => account.clock.advance(`${ms}ms`)
  const api = new ShippingApi({ url: account.url, key: account.keys.live, sleep })
  desk = new OrderDesk({ api, inbox, eventWaitMs: 500 })
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

it('the order desk quotes the other carriers while one carrier is down', async () => {
  await account.faults.add({ target: 'carrier:UPS', mode: 'down' })
  expect(await desk.quote(order)).toMatchObject({ status: 'quoted', hasAllCarriers: false })
})

it('the order desk gets a new rate when a rate has expired', async () => {
  const quote = await desk.quote(order)
  await account.clock.advance('16m')
  expect(await desk.buy(order, quote)).toMatchObject({ status: 'shipped' })
})

it('the order desk finds the bought label when the response of the purchase is lost', async () => {
  const quote = await desk.quote(order)
  await account.faults.add({
    target: 'api',
    operation: 'POST /v1/labels',
    mode: 'reset',
    phase: 'after',
    times: 1,
  })
  const { label } = await desk.buy(order, quote)
  expect(await account.labels.list()).toMatchObject([{ id: label.id }])
})

it('the order desk asks for payment when the wallet is empty and the card is declined', async () => {
  await account.wallet.set({ balance_cents: 0, payment_method: 'declined' })
  expect(await desk.buy(order, await desk.quote(order))).toMatchObject({ status: 'payment_needed' })
})
