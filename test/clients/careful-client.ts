import { expect } from 'vitest'
import { batchItem, ratesBody, recipient } from '../support/labels/parcels.ts'
import type { CarefulReceiver } from './careful-receiver.ts'
import { type Message, type Reply, type Shop, ShopConnection } from './review/shop.ts'

const statuses = ['pre_transit', 'in_transit', 'out_for_delivery', 'delivered', 'exception', 'unknown']

/** A fault that loses the response to the next purchase. */
const lostPurchaseFault = {
  target: 'api',
  operation: 'POST /v1/labels',
  mode: 'reset',
  phase: 'after',
  times: 1,
} as const

/**
 * A client that relies only on the specification and handles every failure correctly. The review finds no mistake of
 * this client, the client works under every variation, and its receiver passes the examination.
 */
export async function runCarefulClient(shop: Shop, receiver: CarefulReceiver): Promise<void> {
  const client = new CarefulClient(shop, receiver)
  try {
    await client.showAccount()
    const to = await client.chooseAddress({ ...recipient, street1: 'Oak Street' })
    const label = await client.buyWhileACarrierIsDown(to)
    await client.read(label)
    await client.void(label.text('id'))
    await client.buyAfterLongPause(to)
    await client.buyOnDeclinedCard()
    await client.buyWithoutResponse(to)
    await client.track()
    await client.sendBatch()
    await client.readErrors()
  } finally {
    client.close()
  }
}

class CarefulClient {
  readonly #shop: Shop
  readonly #wire: ShopConnection
  readonly #receiver: CarefulReceiver
  /** The ids of the labels whose purchase had a response. */
  readonly #labels: string[] = []

  constructor(shop: Shop, receiver: CarefulReceiver) {
    this.#shop = shop
    this.#wire = new ShopConnection(shop)
    this.#receiver = receiver
  }

  /** Reads everything that a page about the account shows. The specification does not name the fields. */
  async showAccount(): Promise<void> {
    for (const path of ['/v1/wallet', '/v1/carrier-accounts', '/v1/webhooks/deliveries'])
      await this.#sendExpectingSuccess(`GET ${path}`)
  }

  /** Validates an address; if several addresses match, the user chooses the first. */
  async chooseAddress(address: typeof recipient): Promise<unknown> {
    const reply = await this.#send('POST /v1/addresses/validate', { body: address })
    if (reply.code !== 'ADDRESS.VALIDATION.AMBIGUOUS') throw new Error(`${reply.status}, not ambiguous`)
    // The suggestions are in the response, but the specification does not say where.
    const chosen = Object(reply.at('error', 'suggestions', 0) ?? reply.at('suggestions', 0))
    const corrected = { ...address, ...chosen }
    await this.#sendExpectingSuccess('POST /v1/addresses/validate', { body: corrected })
    return corrected
  }

  /** Buys a label while one carrier fails and the first two purchases fail for a temporary reason. */
  async buyWhileACarrierIsDown(to: unknown): Promise<Reply> {
    await this.#shop.addFault({ target: 'carrier:DHL', operation: 'rates', mode: 'down', times: 1 })
    const quote = await this.#requestRates(to)
    // The list of failed carriers may be missing, and the specification does not show its elements.
    const failed = quote.at('failed_carriers')
    if (failed !== undefined) expect(Object.keys(Object(failed)).length).toBeGreaterThanOrEqual(0)
    await this.#shop.addFault({ target: 'label_creation', mode: 'error', times: 2 })
    const label = await this.#buy(quote)
    expect(label.text('carrier')).toBe(quote.text('rates', 0, 'carrier'))
    return label
  }

  async read(label: Reply): Promise<void> {
    const again = await this.#sendExpectingSuccess(`GET /v1/labels/${label.text('id')}`)
    expect(again.text('id')).toBe(label.text('id'))
    expect(again.text('to_address', 'zip')).not.toBe('')
    await this.#waitForEvent(label.text('id'))
  }

  /**
   * Requests a void twice, as a user may do. If the service refuses the second request because the void was already
   * requested, that counts as success.
   */
  async void(labelId: string): Promise<void> {
    await this.#sendExpectingSuccess(`DELETE /v1/labels/${labelId}`)
    const again = await this.#send(`DELETE /v1/labels/${labelId}`)
    if (again.status > 299) expect(again.code).toBe('LABEL.VOID.ALREADY_REQUESTED')
  }

  /** Tries to buy a label for an expired rate, then requests a new rate and buys it. */
  async buyAfterLongPause(to: unknown): Promise<void> {
    const quote = await this.#requestRates(to)
    await this.#shop.pause(16 * 60_000)
    const reply = await this.#send('POST /v1/labels', { body: { rate_id: quote.text('rates', 0, 'id') } })
    expect(reply.code).toBe('RATE.EXPIRED')
    await this.#buy(await this.#requestRates(to))
  }

  /** Buys a label with a declined card: reads the wallet and leaves the rest to the operator. */
  async buyOnDeclinedCard(): Promise<void> {
    const quote = await this.#requestRates({ ...recipient, name: 'sim:WALLET.PAYMENT.FAILED' })
    const reply = await this.#send('POST /v1/labels', { body: { rate_id: quote.text('rates', 0, 'id') } })
    expect(reply.code).toBe('WALLET.PAYMENT.FAILED')
    await this.#sendExpectingSuccess('GET /v1/wallet')
  }

  /** Buys a label, and loses the response. Waits for the webhook event of a label that the client does not know yet. */
  async buyWithoutResponse(to: unknown): Promise<void> {
    const quote = await this.#requestRates(to)
    await this.#shop.addFault(lostPurchaseFault)
    const body = { rate_id: quote.text('rates', 0, 'id') }
    await expect(this.#wire.send('POST /v1/labels', { body })).rejects.toThrow()
    const labelId = await this.#waitForEvent()
    this.#labels.push(labelId)
    await this.#sendExpectingSuccess(`GET /v1/labels/${labelId}`)
    // Requests rates for ten more parcels and buys no label.
    for (let parcel = 0; parcel < 10; parcel += 1) await this.#requestRates(to)
  }

  /** Reads a tracker every six hours, until the parcel is delivered. */
  async track(): Promise<void> {
    const body = { tracking_number: '99990001', carrier: 'UPS' }
    const id = (await this.#sendExpectingSuccess('POST /v1/trackers', { body })).text('id')
    for (let hours = 0; hours <= 240; hours += 6) {
      const tracker = await this.#sendExpectingSuccess(`GET /v1/trackers/${id}`)
      expect(statuses).toContain(tracker.text('status'))
      if (tracker.text('status') === 'delivered') return
      await this.#shop.pause(6 * 3_600_000)
    }
    throw new Error('The parcel was not delivered within ten days.')
  }

  /** Buys a batch, and reads it until it is completed or no longer reports progress. */
  async sendBatch(): Promise<void> {
    const [rate] = Object((await this.#requestRates(recipient)).at('rates'))
    const { carrier, service, rate_cents } = Object(rate)
    const items = Array.from({ length: 60 }, () => batchItem({ carrier, service, rate_cents }))
    const id = (await this.#sendExpectingSuccess('POST /v1/batches', { body: { items } })).text('id')
    await this.#sendExpectingSuccess(`POST /v1/batches/${id}/buy`)
    for (let reads = 0; reads < 60; reads += 1) {
      await this.#shop.pause(10_000)
      const batch = await this.#sendExpectingSuccess(`GET /v1/batches/${id}`)
      const percentage = batch.at('estimated_completion_percentage')
      if (percentage === undefined || percentage === 100) return
    }
    throw new Error('The batch was not completed within ten minutes.')
  }

  /** Checks that an error has a code and a request id. The specification leaves the rest of the error open. */
  async readErrors(): Promise<void> {
    for (const [line, body, code] of [
      ['GET /v1/labels/lbl_unknown', undefined, /^(?:LABEL|VALIDATION)\./],
      ['POST /v1/labels', {}, /^VALIDATION\.FIELD\.REQUIRED$/],
      ['POST /v1/rates', [], /^VALIDATION\./],
    ] as const) {
      const reply = await this.#send(line, { body })
      expect(reply.status).toBeGreaterThanOrEqual(400)
      expect(reply.code).toMatch(code)
      expect(reply.text('error', 'request_id')).toBe(reply.header('x-request-id'))
    }
  }

  close(): void {
    this.#wire.close()
  }

  async #requestRates(to: unknown): Promise<Reply> {
    return this.#sendExpectingSuccess('POST /v1/rates', { body: ratesBody({ to_address: to }) })
  }

  async #buy(quote: Reply): Promise<Reply> {
    const label = await this.#sendExpectingSuccess('POST /v1/labels', {
      body: { rate_id: quote.text('rates', 0, 'id') },
    })
    this.#labels.push(label.text('id'))
    return label
  }

  /**
   * Waits until the receiver gets an event about a label. Without an id, waits for a label whose purchase had no
   * response.
   */
  async #waitForEvent(labelId?: string): Promise<string> {
    for (let waits = 0; waits < 100; waits += 1) {
      const heard = this.#receiver.labels.find((id) =>
        labelId === undefined ? !this.#labels.includes(id) : id === labelId,
      )
      if (heard !== undefined) return heard
      await this.#shop.pause(50)
    }
    throw new Error('No event came.')
  }

  async #sendExpectingSuccess(line: string, message?: Message): Promise<Reply> {
    const reply = await this.#send(line, message)
    expect(reply.status, line).toBeGreaterThanOrEqual(200)
    expect(reply.status, line).toBeLessThan(300)
    return reply
  }

  /**
   * Repeats a request after 429 and statuses from 500. Before each repetition, waits as long as the service says, or
   * else longer each time.
   */
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
