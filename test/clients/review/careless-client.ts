import { batchItem, ratesBody, recipient } from '../../support/labels/parcels.ts'
import { type ExampleClient, type Reply, type Shop, ShopConnection } from './shop.ts'

/** An example client that makes every mistake that the typical client (typical-client.ts) does not make. */
export const carelessClient: ExampleClient = {
  async run(shop) {
    const wire = new ShopConnection(shop)
    await sendWrongRequests(wire, shop)
    await misuseKeys(wire, shop)
    await sendAsFastAsPossible(wire, shop)
    await buyAgainAfterLoss(wire, shop)
    await buyCarelessly(wire, shop)
    await ignoreLostPurchase(wire, shop)
    await openConnections(wire)
    wire.close()
  },
  /** The receiver redirects the first event, refuses the second, handles the third slowly and fails for all later events. */
  receive: (label) =>
    [{ status: 302 }, { status: 404 }, { status: 200, delayMs: 5_100 }][label - 1] ?? { status: 500 },
}

async function sendWrongRequests(wire: ShopConnection, { keys }: Shop): Promise<void> {
  await wire.send('GET /v1/labels/undefined')
  await wire.send('GET /v1/rates/')
  await wire.send('GET /v1/rates')
  await wire.send('POST /v1/rates', { body: ratesBody(), headers: { 'Content-Type': 'text/plain' } })
  await wire.send(`GET /v1/wallet?api_key=${keys.test}`)
  await wire.send('GET /v1/wallet', { headers: { Authorization: `Token ${keys.test}` } })
}

async function misuseKeys(wire: ShopConnection, { keys }: Shop): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    await wire.send('GET /v1/wallet', { key: keys.revoked })
    await wire.send('GET /v1/carrier-accounts', { key: keys.walletOnly })
  }
}

async function sendAsFastAsPossible(wire: ShopConnection, shop: Shop): Promise<void> {
  await shop.addFault({ target: 'api', operation: 'GET /v1/wallet', mode: 'rate_limited', times: 1 })
  for (let time = 0; time < 2; time += 1) await wire.send('GET /v1/wallet')
  const batch = await wire.send('POST /v1/batches', { body: { items: [batchItem(), batchItem()] } })
  for (let time = 0; time < 60; time += 1) await wire.send(`GET /v1/batches/${batch.text('id')}`)
}

async function buyCarelessly(wire: ShopConnection, shop: Shop): Promise<void> {
  await repeatPurchase(wire, 'sim:LABEL.CREATION.FAILED', 12)
  await repeatPurchase(wire, 'sim:WALLET.INSUFFICIENT_BALANCE', 3)
  await repeatPurchase(wire, 'sim:RATE.EXPIRED', 2)

  const vague = { ...recipient, street1: 'Oak Street' }
  await wire.send('POST /v1/addresses/validate', { body: vague })
  const label = await buyLabel(wire, await requestRate(wire, vague))
  for (let time = 0; time < 4; time += 1) await wire.send(`DELETE /v1/labels/${label.text('id')}`)

  const rate = await requestRate(wire)
  const slow = { target: 'api', operation: 'POST /v1/labels', mode: 'latency', latency_ms: 300 } as const
  await shop.addFault({ ...slow, times: 2 })
  // A connection that opens within a second of a mistake may show that requests waited for it.
  await shop.pause(1_100)
  await Promise.all([buyLabel(wire, rate), buyLabel(wire, rate)])
}

/** A fault that loses the response to the next purchase. */
const lostPurchaseFault = {
  target: 'api',
  operation: 'POST /v1/labels',
  mode: 'reset',
  phase: 'after',
  times: 1,
} as const

async function buyAgainAfterLoss(wire: ShopConnection, shop: Shop): Promise<void> {
  await shop.addFault(lostPurchaseFault)
  const rate = await requestRate(wire)
  await buyLabel(wire, rate).catch(() => buyLabel(wire, rate))
}

async function ignoreLostPurchase(wire: ShopConnection, shop: Shop): Promise<void> {
  await shop.addFault(lostPurchaseFault)
  await buyLabel(wire, await requestRate(wire)).catch(() => undefined)
  for (let parcel = 0; parcel < 10; parcel += 1) await requestRate(wire)
}

/** Sends the same purchase several times, whatever the responses are. */
async function repeatPurchase(wire: ShopConnection, name: string, times: number): Promise<void> {
  const rate = await requestRate(wire, { ...recipient, name })
  for (let time = 0; time < times; time += 1) await buyLabel(wire, rate)
}

async function requestRate(wire: ShopConnection, to_address: unknown = recipient): Promise<string> {
  return (await wire.send('POST /v1/rates', { body: ratesBody({ to_address }) })).text('rates', 0, 'id')
}

function buyLabel(wire: ShopConnection, rate_id: string): Promise<Reply> {
  return wire.send('POST /v1/labels', { body: { rate_id } })
}

/**
 * Opens many connections. Runs last, because the review ignores a request that comes shortly after a request on another
 * open connection.
 */
async function openConnections(wire: ShopConnection): Promise<void> {
  // The client sends more requests than the finding needs, because a busy machine adds pauses.
  for (let time = 0; time < 200; time += 1) await wire.send('GET /v1/carrier-accounts', { isSingle: true })
}
