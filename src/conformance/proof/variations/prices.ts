import { isLive, type Json, successJson } from '../../../variations/json-responses.ts'
import {
  jsonOf,
  type WireDelivery,
  type WireRequest,
  type WireResponse,
  withJson,
  withSignedBody,
} from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'
import { minutes } from '../../target/need.ts'
import type { Wire } from '../mutant.ts'
import { errorResponseOf } from '../refusal.ts'
import { adjustBalance, BackdoorKeys, requestWithKey, walletOf } from '../stateful/backdoor.ts'
import type { ProofVariation } from '../variation.ts'

/** A price above the balance of any rule that buys, in cents. */
const dearCents = 20_000_000

/** Returns the changed price of a carrier's service; undefined if it is not changed. */
function changedPriceOf({ carrier, service }: Json): number | undefined {
  if (carrier === 'DHL' && service === 'Parcel Ground') return 0
  return carrier === 'FedEx' && service === 'Priority Overnight' ? dearCents : undefined
}

/** Returns a rate, label or event with its changed price. */
function withChangedPrice(thing: Json): Json {
  const price = changedPriceOf(thing)
  return price === undefined || !('rate_cents' in thing) ? thing : { ...thing, rate_cents: price }
}

interface Quoted {
  readonly isLive: boolean
  readonly cents: number
  readonly otherCents: number | undefined
}

/** Variations in which one rate is free and one costs more than any wallet holds. */
export const priceVariations: readonly ProofVariation[] = [
  {
    id: 'free-and-dear',
    what: 'One service of a carrier costs nothing, and one more than any wallet holds.',
    silent: { statement: 'RESOURCES-36' },
    open: () => {
      const prices = new ChangedPrices()
      return {
        request: (request, wire) => prices.changeRequest(request, wire),
        response: (response, request, wire) => prices.changeResponse(response, request, wire),
        lost: (request, wire) => prices.lost(request, wire),
        webhook: changeDeliveredPrice,
        advanced: (account, wire) => prices.settle(account, wire),
      }
    },
  },
]

/**
 * Sells one carrier service for nothing, on a good service that charges its price. Adds the price to the wallet before each
 * purchase, so that the balance is the same afterwards.
 */
class ChangedPrices {
  readonly #quoted = new Map<string, Quoted>()
  readonly #loans = new WeakMap<WireRequest, AddedMoney>()
  // Requests wait for each other, so that no other reported balance includes the added money.
  readonly #queue = openQueue()
  readonly #cheap = trackCheapBatches()
  readonly #totals = new Map<unknown, unknown>()

  async changeRequest(request: WireRequest, wire: Wire): Promise<WireRequest | WireResponse | undefined> {
    const { operation } = request
    if (operation === 'createBatch' || operation === 'buyLabel' || operation === 'getWallet')
      await this.#queue.enter(request, wire)
    if (operation === 'createBatch') return this.#chargeCentForFreeItems(request, wire)
    if (operation !== 'buyLabel' || !isLive(request)) return undefined
    const rate = this.#rateOf(request)
    const isYoung = wire.advancedMs(wire.accountOf(request)) < minutes(15)
    if (rate?.otherCents === dearCents && isYoung) {
      this.#queue.leave(request)
      return errorResponseOf(402, 'WALLET.INSUFFICIENT_BALANCE')
    }
    if (rate?.otherCents === 0) this.#loans.set(request, await lendMoney(request, wire, rate.cents))
    return undefined
  }

  async changeResponse(
    response: WireResponse,
    request: WireRequest,
    wire: Wire,
  ): Promise<WireResponse | undefined> {
    const json = successJson(response)
    if (json === undefined) await this.#takeBack(request, wire)
    this.#queue.leave(request)
    return json && this.#withChangedPrices(response, request, { json, wire })
  }

  async lost(request: WireRequest, wire: Wire): Promise<void> {
    await this.#takeBack(request, wire)
    this.#queue.leave(request)
  }

  settle(account: string, wire: Wire): Promise<boolean> {
    return this.#cheap.settle(account, wire)
  }

  #withChangedPrices(
    response: WireResponse,
    request: WireRequest,
    { json, wire }: { readonly json: Json; readonly wire: Wire },
  ): WireResponse | undefined {
    switch (request.operation) {
      case 'createRates':
        return withJson(response, changePrices(json, { quoted: this.#quoted, isLive: isLive(request) }))
      case 'buyLabel':
      case 'getLabel':
        return withJson(response, withChangedPrice(json))
      case 'createBatch': {
        const cents = countCheapItems(request)
        if (cents === 0) return undefined
        if (isLive(request)) this.#cheap.add(wire.accountOf(request), json['id'])
        const total_cost_cents = Number(json['total_cost_cents']) - cents
        this.#totals.set(json['id'], total_cost_cents)
        return withJson(response, { ...json, total_cost_cents })
      }
      case 'getBatch': {
        const total_cost_cents = this.#totals.get(json['id'])
        return total_cost_cents === undefined ? undefined : withJson(response, { ...json, total_cost_cents })
      }
      default:
        return undefined
    }
  }

  /** Makes the free items of a batch cost a cent, as the good service refuses free items. Adds these cents to the wallet first. */
  async #chargeCentForFreeItems(
    request: WireRequest,
    wire: Wire,
  ): Promise<WireRequest | WireResponse | undefined> {
    const changed = withCheapItems(request)
    if (changed === undefined) return undefined
    if (
      !isLive(request) &&
      readItems(request).some(({ rate_id }) => this.#quoted.get(String(rate_id))?.isLive)
    ) {
      // With the quoted prices, the service itself refuses the batch, and the refusal has its headers and counts.
      const asQuoted = this.#withQuotedPrices(request)
      this.#queue.goOnAs(request, asQuoted)
      return asQuoted
    }
    this.#queue.goOnAs(request, changed)
    if (isLive(request)) this.#loans.set(changed, await lendMoney(request, wire, countCheapItems(changed)))
    return changed
  }

  /** Returns the batch request with the prices that the service quoted for its rates. */
  #withQuotedPrices(request: WireRequest): WireRequest {
    const items = readItems(request).map((item) => {
      const quoted = this.#quoted.get(String(item['rate_id']))
      return quoted === undefined ? item : { ...item, rate_cents: quoted.cents }
    })
    const asked = jsonOf(request)
    return withJson(request, { ...(isObject(asked) && asked), items })
  }

  #rateOf(request: WireRequest): Quoted | undefined {
    const asked = jsonOf(request)
    return isObject(asked) ? this.#quoted.get(String(asked['rate_id'])) : undefined
  }

  /** Takes back the added money if the purchase failed. A purchase whose response was lost may have succeeded. */
  async #takeBack(request: WireRequest, wire: Wire): Promise<void> {
    const loan = this.#loans.get(request)
    if (loan === undefined) return
    const account = accountOf(request, wire)
    const { cents } = await walletOf(wire, account)
    if (cents >= loan.heldCents + loan.cents) await adjustBalance(wire, account, -loan.cents)
  }
}

/** Money that was added to a wallet for a purchase, and the balance before. */
interface AddedMoney {
  readonly cents: number
  readonly heldCents: number
}

const accountOf = (request: WireRequest, wire: Wire): string => String(wire.accountOf(request))

async function lendMoney(request: WireRequest, wire: Wire, cents: number): Promise<AddedMoney> {
  const account = accountOf(request, wire)
  const { cents: heldCents } = await walletOf(wire, account)
  await adjustBalance(wire, account, cents)
  return { cents, heldCents }
}

function changeDeliveredPrice(delivery: WireDelivery): readonly WireDelivery[] | undefined {
  const event = jsonOf(delivery)
  if (!isObject(event) || !isObject(event['data'])) return undefined
  if (changedPriceOf(event['data']) === undefined) return undefined
  const body = Buffer.from(JSON.stringify({ ...event, data: withChangedPrice(event['data']) }))
  return [withSignedBody(delivery, body)]
}

/** Tracks batches in which free items cost a cent. The service refunds the cents of failed items, and `settle` takes them back. */
function trackCheapBatches() {
  const ids = new Map<string | undefined, Set<string>>()
  const keys = new BackdoorKeys()
  const countFailedCheapItems = async (wire: Wire, account: string, id: string): Promise<number> => {
    const key = await keys.of(wire, [account, 'live'])
    const batch = jsonOf(await requestWithKey(wire, key, ['GET', `/v1/batches/${id}`]))
    const items = isObject(batch) && Array.isArray(batch['items']) ? batch['items'].filter(isObject) : []
    return items.filter(({ status, rate_cents }) => status === 'failed' && rate_cents === 1).length
  }
  return {
    add: (account: string | undefined, id: unknown): void => {
      ids.set(account, (ids.get(account) ?? new Set()).add(String(id)))
    },
    settle: async (account: string, wire: Wire): Promise<boolean> => {
      for (const id of ids.get(account) ?? []) {
        const cents = await countFailedCheapItems(wire, account, id)
        if (cents === 0) continue
        ids.get(account)?.delete(id)
        await adjustBalance(wire, account, -cents)
      }
      return false
    },
  }
}

const mostWaitMs = 5_000

/** Creates a queue in which the requests of one account wait for each other. */
function openQueue() {
  const leaving = new WeakMap<WireRequest, () => void>()
  const lastOf = new Map<string | undefined, Promise<void>>()
  return {
    enter: async (request: WireRequest, wire: Wire): Promise<void> => {
      const account = wire.accountOf(request)
      const before = lastOf.get(account)
      const left = new Promise<void>((resolve) => leaving.set(request, resolve))
      lastOf.set(account, left)
      await before
      // A request whose response never comes does not block the queue forever.
      setTimeout(() => leaving.get(request)?.(), mostWaitMs).unref()
    },
    /** Makes the response to the changed request end the turn of the original one. */
    goOnAs: (request: WireRequest, changed: WireRequest): void => {
      leaving.set(changed, () => leaving.get(request)?.())
    },
    leave: (request: WireRequest): void => leaving.get(request)?.(),
  }
}

const readItems = (request: WireRequest): readonly Json[] => {
  const asked = jsonOf(request)
  return isObject(asked) && Array.isArray(asked['items']) ? asked['items'].filter(isObject) : []
}

/** Counts the items of a batch that cost a cent, which stands for a free item. */
const countCheapItems = (request: WireRequest): number =>
  readItems(request).filter(({ rate_cents }) => rate_cents === 1).length

/**
 * Returns a batch request whose free items cost a cent; undefined if no item has a changed price. Such an item names no
 * rate, as the good service would compare the prices.
 */
function withCheapItems(request: WireRequest): WireRequest | undefined {
  const asked = jsonOf(request)
  const hasAlteredPrice = (item: unknown): item is Json =>
    isObject(item) && changedPriceOf(item) === item['rate_cents']
  if (!isObject(asked) || !Array.isArray(asked['items']) || !asked['items'].some(hasAlteredPrice))
    return undefined
  const items = asked['items'].map((item) => {
    if (!hasAlteredPrice(item)) return item
    const { rate_id: _, rate_cents, ...others } = item
    return { ...others, rate_cents: rate_cents === 0 ? 1 : rate_cents }
  })
  return withJson(request, { ...asked, items })
}

/** Changes the prices of a quote, and sorts it by price. */
function changePrices(
  json: Json,
  to: { readonly quoted: Map<string, Quoted>; readonly isLive: boolean },
): Json {
  const rates = Array.isArray(json['rates']) ? json['rates'].filter(isObject) : []
  for (const rate of rates) {
    to.quoted.set(String(rate['id']), {
      isLive: to.isLive,
      cents: Number(rate['rate_cents']),
      otherCents: changedPriceOf(rate),
    })
  }
  const others = rates.map(withChangedPrice).sort((a, b) => Number(a['rate_cents']) - Number(b['rate_cents']))
  return { ...json, rates: others }
}
