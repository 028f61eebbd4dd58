import { LostResponse, ShippingApi } from './shipping-api.js'
import { WebhookInbox } from './webhook-inbox.js'

export { ShippingApi, WebhookInbox }

/** Thrown if it is unclear whether a label was bought. A person must check before the order continues. */
export class UnclearPurchase extends Error {}

/** Quotes orders and buys their labels. It buys one label at a time, so that only this purchase can change the wallet. */
export class OrderDesk {
  #api
  #inbox
  #eventWaitMs
  #maxPurchases = 3
  #knownLabelIds = new Set()
  #balanceCents
  #lastPurchase = Promise.resolve()

  constructor({ api, inbox, eventWaitMs = 10_000 }) {
    this.#api = api
    this.#inbox = inbox
    this.#eventWaitMs = eventWaitMs
  }

  /** Validates the recipient's address. Returns the cheapest rate, and whether all carriers gave rates. */
  async quote(order) {
    try {
      await this.#api.validateAddress(order.to)
    } catch (error) {
      if (error.code !== 'ADDRESS.VALIDATION.FAILED') throw error
      return { status: 'address_wrong' }
    }
    return this.#quoteRates(order)
  }

  /** Buys a label for a quote. If the rate has expired and the new price is higher, the customer must agree first. */
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
        return this.#recordLabel(await this.#api.buyLabel(rate.id))
      } catch (error) {
        if (error.code?.startsWith('WALLET.')) return this.#reportMissingPayment(error)
        if (purchases === this.#maxPurchases) throw error
        if (error.code === 'RATE.EXPIRED') {
          const quote = await this.#quoteRates(order)
          if (quote.rate.rate_cents > agreed.rate_cents) return { ...quote, status: 'price_rose' }
          rate = quote.rate
        } else if (error instanceof LostResponse || error.status >= 500) {
          const label = await this.#findLabel(order, rate)
          if (label !== undefined) return this.#recordLabel(label)
        } else throw error
      }
    }
  }

  #recordLabel(label) {
    this.#knownLabelIds.add(label.id)
    this.#balanceCents = label.wallet_balance_after_cents
    return { status: 'shipped', label }
  }

  /** Forgets the wallet's balance, because it changes when the missing payment is made. */
  #reportMissingPayment({ code }) {
    this.#balanceCents = undefined
    return { status: 'payment_needed', code }
  }

  /** Returns the label of a purchase whose response was lost; undefined if nothing was bought. */
  async #findLabel({ to }, { carrier, service, rate_cents }) {
    const isCandidate = (data) =>
      !this.#knownLabelIds.has(data.id) &&
      data.carrier === carrier &&
      data.service === service &&
      data.rate_cents === rate_cents
    const endsAt = Date.now() + this.#eventWaitMs
    for (;;) {
      const event = await this.#inbox.waitForLabel(isCandidate, Math.max(0, endsAt - Date.now()))
      if (event === undefined) break
      const label = await this.#api.readLabel(event.id)
      if (label.to_address.name === to.name && label.to_address.zip === to.zip) return label
      this.#knownLabelIds.add(event.id)
    }
    await this.#checkNothingWasCharged()
    return undefined
  }

  /** Throws if the live wallet was charged. The sandbox charges nothing, so its wallet shows no purchase. */
  async #checkNothingWasCharged() {
    if (!this.#api.isLive) return
    const { balance_cents } = await this.#api.readWallet()
    if (balance_cents === this.#balanceCents) return
    throw new UnclearPurchase(
      `the wallet had ${this.#balanceCents} cents before the purchase and has ${balance_cents} now, but no event names the label`,
    )
  }
}
