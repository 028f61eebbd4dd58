import { LostResponse, ShippingApi } from './shipping-api.js'
import { WebhookInbox } from './webhook-inbox.js'

export { ShippingApi, WebhookInbox }

/** It is unclear whether a label was bought, so a person has to look before the order goes on. */
export class UnclearPurchase extends Error {}

/** Quotes orders and buys their labels, one at a time, so that each change of the wallet has one cause. */
export class OrderDesk {
  #api
  #inbox
  #eventWaitMs
  #maxPurchases = 3
  #knownLabels = new Set()
  #balanceCents
  #lastPurchase = Promise.resolve()

  constructor({ api, inbox, eventWaitMs = 10_000 }) {
    this.#api = api
    this.#inbox = inbox
    this.#eventWaitMs = eventWaitMs
  }

  /** Checks the recipient's address and returns the cheapest rate, with the carriers that gave none. */
  async quote(order) {
    try {
      await this.#api.validateAddress(order.to)
    } catch (error) {
      if (error.code !== 'ADDRESS.VALIDATION.FAILED') throw error
      return { status: 'address_wrong' }
    }
    return this.#quoteRates(order)
  }

  /** Buys what was quoted. The price may have fallen meanwhile; if it has risen, the customer has to agree first. */
  buy(order, quote) {
    const purchase = this.#lastPurchase.then(() => this.#buyNow(order, quote))
    this.#lastPurchase = purchase.catch(() => undefined)
    return purchase
  }

  async #quoteRates({ from, to, parcel }) {
    const { rates, failed_carriers = [] } = await this.#api.quoteRates({
      from_address: from,
      to_address: to,
      parcel,
    })
    return { status: 'quoted', rate: rates[0], hasAllCarriers: failed_carriers.length === 0 }
  }

  async #buyNow(order, { rate: agreed }) {
    if (this.#api.isLive) this.#balanceCents ??= (await this.#api.readWallet()).balance_cents
    let rate = agreed
    for (let purchases = 1; ; purchases += 1) {
      try {
        return this.#ship(await this.#api.buyLabel(rate.id))
      } catch (error) {
        if (error.code?.startsWith('WALLET.')) return this.#waitForPayment(error)
        if (purchases === this.#maxPurchases) throw error
        if (error.code === 'RATE.EXPIRED') {
          const quote = await this.#quoteRates(order)
          if (quote.rate.rate_cents > agreed.rate_cents) return { ...quote, status: 'price_rose' }
          rate = quote.rate
        } else if (error instanceof LostResponse || error.status >= 500) {
          const label = await this.#findLabel(order, rate)
          if (label !== undefined) return this.#ship(label)
        } else throw error
      }
    }
  }

  #ship(label) {
    this.#knownLabels.add(label.id)
    this.#balanceCents = label.wallet_balance_after_cents
    return { status: 'shipped', label }
  }

  /** Forgets the balance, which changes before the customer's next try. */
  #waitForPayment({ code }) {
    this.#balanceCents = undefined
    return { status: 'payment_needed', code }
  }

  /** Finds the label of a purchase without a response; undefined if nothing was bought. */
  async #findLabel({ to }, { carrier, service, rate_cents }) {
    const isCandidate = (data) =>
      !this.#knownLabels.has(data.id) &&
      data.carrier === carrier &&
      data.service === service &&
      data.rate_cents === rate_cents
    const endsAt = Date.now() + this.#eventWaitMs
    for (;;) {
      const event = await this.#inbox.waitForLabel(isCandidate, Math.max(0, endsAt - Date.now()))
      if (event === undefined) break
      const label = await this.#api.readLabel(event.id)
      if (label.to_address.name === to.name && label.to_address.zip === to.zip) return label
      this.#knownLabels.add(event.id)
    }
    await this.#checkNothingWasCharged()
    return undefined
  }

  /** A label of the sandbox costs nothing, so only a live wallet can tell of a purchase. */
  async #checkNothingWasCharged() {
    if (!this.#api.isLive) return
    const { balance_cents } = await this.#api.readWallet()
    if (balance_cents === this.#balanceCents) return
    throw new UnclearPurchase(
      `the wallet had ${this.#balanceCents} cents before the purchase and has ${balance_cents} now, but no event names the label`,
    )
  }
}
