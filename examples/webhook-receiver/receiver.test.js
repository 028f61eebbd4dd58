import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, beforeEach, test } from 'node:test'
import { startDrydock } from 'shipping-drydock'
import { examineReceiver } from 'shipping-drydock/conformance'
import { createReceiver } from './receiver.js'

let dock
let receiver
let webhookUrl
let secret = ''
let stored = []
let isStoreDown = false
before(async () => {
  dock = await startDrydock()
  receiver = createReceiver({
    readSecret: () => secret,
    async store(label) {
      if (isStoreDown) throw new Error('the store is down')
      stored.push(label.id)
    },
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  webhookUrl = `http://127.0.0.1:${receiver.address().port}/hooks`
})
after(async () => {
  await dock.close()
  receiver.close()
  receiver.closeAllConnections()
})

let account
beforeEach(async () => {
  account = await dock.createAccount()
  secret = (await account.webhook.set(webhookUrl)).signing_secret
  stored = []
  isStoreDown = false
})

const address = {
  name: 'Ada Carver',
  street1: '2211 Oak Street',
  city: 'Austin',
  state: 'TX',
  zip: '78704',
  country: 'US',
}
const parcel = { weight_oz: 24, length: 10, width: 8, height: 4 }

/** Buys a label; resolves with its id when the first attempt of its delivery has ended. */
async function buyLabel() {
  const post = async (path, body) => {
    const headers = { Authorization: `Bearer ${account.keys.test}`, 'Content-Type': 'application/json' }
    return (await fetch(dock.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  }
  const { rates } = await post('/v1/rates', { from_address: address, to_address: address, parcel })
  const { id } = await post('/v1/labels', { rate_id: rates[0].id })
  await account.clock.advance('0s')
  return id
}

test('the example webhook receiver stores a label whose event has a valid signature', async () => {
  const id = await buyLabel()
  assert.deepEqual(stored, [id])
})

test('the example webhook receiver refuses an event with a wrong signature', async () => {
  await account.faults.add({ target: 'webhook', mode: 'bad_signature', times: 1 })
  await buyLabel()
  assert.deepEqual(stored, [])
  const [delivery] = await account.webhook.deliveries()
  assert.equal(delivery.response_code, 401)
})

test('the example webhook receiver stores a label once when the event of the label arrives twice', async () => {
  await account.faults.add({ target: 'webhook', mode: 'duplicate' })
  const id = await buyLabel()
  assert.deepEqual(stored, [id])
})

test('the example webhook receiver stores a label at the second attempt when its store was down at the first attempt', async () => {
  isStoreDown = true
  const id = await buyLabel()
  assert.deepEqual(stored, [])
  isStoreDown = false
  await account.clock.advance('5m')
  assert.deepEqual(stored, [id])
  const [delivery] = await account.webhook.deliveries()
  assert.equal(delivery.status, 'succeeded')
})

test('the example webhook receiver passes the cases of drydock webhook examine', async () => {
  const { summary } = await examineReceiver({
    url: webhookUrl,
    secret,
    countEffects: (id) => stored.filter((one) => one === id).length,
  })
  assert.deepEqual([summary.failed, summary.errored], [0, 0])
})
