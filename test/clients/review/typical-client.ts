import { parcel, ratesBody } from '../../support/labels/parcels.ts'
import { type ExampleClient, type Message, type Reply, type Shop, ShopConnection } from './shop.ts'

/** An example client that works, with some usual mistakes. It has no webhook. */
export const typicalClient: ExampleClient = {
  async run(shop) {
    const wire = new ShopConnection(shop)
    await showAccount(wire)
    for (let order = 0; order < 3; order += 1) await buyAndReadLabel(wire)
    await sendRetrying(wire, shop, 'POST /v1/rates', {
      body: ratesBody({ parcel: { ...parcel, length: 0 } }),
    })
    await pollTracker(wire, shop)
    wire.close()
  },
}

/** Sends a query parameter that the service does not have, and a body that GET does not read. */
async function showAccount(wire: ShopConnection): Promise<void> {
  await wire.send('GET /v1/webhooks/deliveries?limit=10')
  await wire.send('GET /v1/wallet', { body: {} })
}

/** Buys a label with an unknown field in the request, and reads the label although the purchase returned all its fields. */
async function buyAndReadLabel(wire: ShopConnection): Promise<void> {
  const quoted = await wire.send('POST /v1/rates', { body: ratesBody() })
  const body = { rate_id: quoted.text('rates', 0, 'id'), label_format: 'PDF' }
  const bought = await wire.send('POST /v1/labels', { body })
  await wire.send(`GET /v1/labels/${bought.text('id')}`)
}

/** Sends a refused request up to three times, even if a repetition cannot succeed. */
async function sendRetrying(
  wire: ShopConnection,
  shop: Shop,
  line: string,
  message: Message,
): Promise<Reply> {
  for (let time = 1; ; time += 1) {
    const reply = await wire.send(line, message)
    if (reply.status < 400 || time === 3) return reply
    await shop.pause(100)
  }
}

/** Reads a tracker ten times within seconds. */
async function pollTracker(wire: ShopConnection, shop: Shop): Promise<void> {
  const body = { tracking_number: '99990002', carrier: 'UPS' }
  const id = (await wire.send('POST /v1/trackers', { body })).text('id')
  for (let time = 0; time < 10; time += 1) {
    await wire.send(`GET /v1/trackers/${id}`)
    await shop.pause(50)
  }
}
