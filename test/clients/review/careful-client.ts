import { batchItem, ratesBody, recipient } from '../../support/labels/parcels.ts'
import { type ExampleClient, type Message, type Reply, type Shop, Wire } from './shop.ts'

/** A client that meets trouble and does all of it right. */
export const carefulClient: ExampleClient = {
  async run(shop) {
    const shipping = new CarefulShipping(shop)
    const to = await shipping.chooseAddress({ ...recipient, street1: 'Oak Street' })
    const first = await shipping.buy(to)
    await shipping.void(first)
    await shipping.buyAfterLongPause(to)
    await shipping.buyWithoutResponse(to)
    await shipping.track()
    await shipping.sendBatch()
    shipping.close()
  },
  receive: () => ({ status: 200 }),
}

class CarefulShipping {
  readonly #shop: Shop
  readonly #wire: Wire

  constructor(shop: Shop) {
    this.#shop = shop
    this.#wire = new Wire(shop)
  }

  /** Validates an address; of several matches the user chooses the first. */
  async chooseAddress(address: typeof recipient): Promise<unknown> {
    const reply = await this.#send('POST /v1/addresses/validate', { body: address })
    if (reply.code !== 'ADDRESS.VALIDATION.AMBIGUOUS') return address
    return { ...address, ...Object(reply.at('error', 'suggestions', 0)) }
  }

  async buy(to: unknown): Promise<string> {
    const { rateId } = await this.#quote(to)
    await this.#shop.addFault({ target: 'label_creation', mode: 'error', times: 2 })
    const bought = await this.#send('POST /v1/labels', { body: { rate_id: rateId } })
    return bought.text('id')
  }

  /** The void of a label is asked for twice, as a user may do; a second refusal is none to insist on. */
  async void(labelId: string): Promise<void> {
    await this.#send(`DELETE /v1/labels/${labelId}`)
    await this.#send(`DELETE /v1/labels/${labelId}`)
    await this.#send(`GET /v1/labels/${labelId}`)
  }

  /** A rate has expired when it is bought, so another is asked for. */
  async buyAfterLongPause(to: unknown): Promise<void> {
    const { rateId } = await this.#quote(to)
    await this.#shop.pause(16 * 60_000)
    const reply = await this.#send('POST /v1/labels', { body: { rate_id: rateId } })
    if (reply.code !== 'RATE.EXPIRED') throw new Error(`A rate of 16 minutes was bought: ${reply.status}`)
    const { rateId: newer } = await this.#quote(to)
    await this.#send('POST /v1/labels', { body: { rate_id: newer } })
  }

  /** The response is lost, so the client looks among the deliveries for a label that it does not know. */
  async buyWithoutResponse(to: unknown): Promise<void> {
    const { rateId } = await this.#quote(to)
    const known = (await this.#send('GET /v1/webhooks/deliveries')).at('deliveries')
    await this.#shop.addFault({
      target: 'api',
      operation: 'POST /v1/labels',
      mode: 'reset',
      phase: 'after',
      times: 1,
    })
    const isLost = await this.#wire.send('POST /v1/labels', { body: { rate_id: rateId } }).then(
      () => false,
      () => true,
    )
    if (!isLost) throw new Error('The response was not lost.')
    await this.#shop.pause(300)
    const deliveries = (await this.#send('GET /v1/webhooks/deliveries')).at('deliveries')
    const labelId = Object(deliveries)[0].label_id
    if (Object(deliveries).length === Object(known).length) throw new Error('The label was not announced.')
    await this.#send(`GET /v1/labels/${labelId}`)
    // Ten more parcels, of which none is bought.
    for (let parcel = 0; parcel < 10; parcel += 1) await this.#quote(to)
  }

  async track(): Promise<void> {
    const body = { tracking_number: '99990001', carrier: 'UPS' }
    const id = (await this.#send('POST /v1/trackers', { body })).text('id')
    for (let day = 0; day < 12; day += 1) {
      await this.#send(`GET /v1/trackers/${id}`)
      await this.#shop.pause(6 * 3_600_000)
    }
  }

  async sendBatch(): Promise<void> {
    const items = Array.from({ length: 60 }, () => batchItem())
    const id = (await this.#send('POST /v1/batches', { body: { items } })).text('id')
    await this.#send(`POST /v1/batches/${id}/buy`)
    while ((await this.#send(`GET /v1/batches/${id}`)).text('status') !== 'completed')
      await this.#shop.pause(1_000)
    await this.#send('GET /v1/wallet')
  }

  close(): void {
    this.#wire.close()
  }

  async #quote(to: unknown): Promise<{ readonly rateId: string }> {
    const reply = await this.#send('POST /v1/rates', { body: ratesBody({ to_address: to }) })
    return { rateId: reply.text('rates', 0, 'id') }
  }

  /** Repeats a request after 429 and statuses from 500, and waits as long as the service says, or longer each time. */
  async #send(line: string, message: Message = {}): Promise<Reply> {
    for (let waitMs = 100; ; waitMs *= 2) {
      const reply = await this.#wire.send(line, message)
      const mayPass = reply.status === 429 || reply.status >= 500
      if (!mayPass || waitMs > 1_000) return reply
      const seconds = reply.header('retry-after')
      await this.#shop.pause(seconds === undefined ? waitMs : Number(seconds) * 1_000)
    }
  }
}
