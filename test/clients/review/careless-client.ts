import { batchItem, ratesBody, recipient } from '../../support/labels/parcels.ts'
import { type ExampleClient, type Reply, type Shop, Wire } from './shop.ts'

/** A client that makes every mistake that the typical client does not make. */
export const carelessClient: ExampleClient = {
  async run(shop) {
    const wire = new Wire(shop)
    await sendWrongRequests(wire, shop)
    await misuseKeys(wire, shop)
    await sendAsFastAsPossible(wire, shop)
    await buyAgainAfterLoss(wire, shop)
    await buyCarelessly(wire, shop)
    await forgetLoss(wire, shop)
    await openConnections(wire)
    wire.close()
  },
  /** The receiver redirects the first event, refuses the second, handles the third slowly and fails for the others. */
  receive: (label) =>
    [{ status: 302 }, { status: 404 }, { status: 200, delayMs: 5_100 }][label - 1] ?? { status: 500 },
}

async function sendWrongRequests(wire: Wire, { keys }: Shop): Promise<void> {
  await wire.send('GET /v1/labels/undefined')
  await wire.send('GET /v1/rates/')
  await wire.send('GET /v1/rates')
  await wire.send('POST /v1/rates', { body: ratesBody(), headers: { 'Content-Type': 'text/plain' } })
  await wire.send(`GET /v1/wallet?api_key=${keys.test}`)
  await wire.send('GET /v1/wallet', { headers: { Authorization: `Token ${keys.test}` } })
}

async function misuseKeys(wire: Wire, { keys }: Shop): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    await wire.send('GET /v1/wallet', { key: keys.revoked })
    await wire.send('GET /v1/carrier-accounts', { key: keys.walletOnly })
  }
}

async function sendAsFastAsPossible(wire: Wire, shop: Shop): Promise<void> {
  await shop.addFault({ target: 'api', operation: 'GET /v1/wallet', mode: 'rate_limited', times: 1 })
  for (let time = 0; time < 2; time += 1) await wire.send('GET /v1/wallet')
  const batch = await wire.send('POST /v1/batches', { body: { items: [batchItem(), batchItem()] } })
  for (let time = 0; time < 60; time += 1) await wire.send(`GET /v1/batches/${batch.text('id')}`)
}

async function buyCarelessly(wire: Wire, shop: Shop): Promise<void> {
  await repeatPurchase(wire, 'sim:LABEL.CREATION.FAILED', 12)
  await repeatPurchase(wire, 'sim:WALLET.INSUFFICIENT_BALANCE', 3)
  await repeatPurchase(wire, 'sim:RATE.EXPIRED', 2)

  const vague = { ...recipient, street1: 'Oak Street' }
  await wire.send('POST /v1/addresses/validate', { body: vague })
  const label = await buy(wire, await quote(wire, vague))
  for (let time = 0; time < 4; time += 1) await wire.send(`DELETE /v1/labels/${label.text('id')}`)

  const rate = await quote(wire)
  const slow = { target: 'api', operation: 'POST /v1/labels', mode: 'latency', latency_ms: 300 } as const
  await shop.addFault({ ...slow, times: 2 })
  await Promise.all([buy(wire, rate), buy(wire, rate)])
}

/** The response to the next purchase is lost. */
const loss = {
  target: 'api',
  operation: 'POST /v1/labels',
  mode: 'reset',
  phase: 'after',
  times: 1,
} as const

async function buyAgainAfterLoss(wire: Wire, shop: Shop): Promise<void> {
  await shop.addFault(loss)
  const rate = await quote(wire)
  await buy(wire, rate).catch(() => buy(wire, rate))
}

async function forgetLoss(wire: Wire, shop: Shop): Promise<void> {
  await shop.addFault(loss)
  await buy(wire, await quote(wire)).catch(() => undefined)
  for (let parcel = 0; parcel < 10; parcel += 1) await quote(wire)
}

/** Buys the same rate again and again, whatever the response. */
async function repeatPurchase(wire: Wire, name: string, times: number): Promise<void> {
  const rate = await quote(wire, { ...recipient, name })
  for (let time = 0; time < times; time += 1) await buy(wire, rate)
}

async function quote(wire: Wire, to_address: unknown = recipient): Promise<string> {
  return (await wire.send('POST /v1/rates', { body: ratesBody({ to_address }) })).text('rates', 0, 'id')
}

function buy(wire: Wire, rate_id: string): Promise<Reply> {
  return wire.send('POST /v1/labels', { body: { rate_id } })
}

/** Runs last: the review spares requests that come shortly after one on another open connection. */
async function openConnections(wire: Wire): Promise<void> {
  // Sends more requests than the finding needs, because a busy machine adds pauses.
  for (let time = 0; time < 200; time += 1) await wire.send('GET /v1/carrier-accounts', { isSingle: true })
}
