import { isLive, type Json, readSuccessJson } from '../../../variations/json-responses.ts'
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
import { buildErrorResponse } from '../refusal.ts'
import { adjustBalance, BackdoorKeys, readLiveWallet, sendWithKey } from '../stateful/backdoor.ts'
import type { ProofVariation } from '../variation.ts'

/** A price in cents that is higher than the wallet balance in any rule. */
const unaffordableCents = 20_000_000

/** Returns the changed price of a carrier's service in cents; undefined if its price is not changed. */
function findChangedPrice({ carrier, service }: Json): number | undefined {
  if (carrier === 'DHL' && service === 'Parcel Ground') return 0
  return carrier === 'FedEx' && service === 'Priority Overnight' ? unaffordableCents : undefined
}

/** Returns a rate, label or webhook event with its changed price. */
function replacePrice(resource: Json): Json {
  const price = findChangedPrice(resource)
  return price === undefined || !('rate_cents' in resource) ? resource : { ...resource, rate_cents: price }
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
    what: 'One service of a carrier is free, and one costs more than any wallet has.',
    silent: { statement: 'RESOURCES-36' },
    open: () => {
      const prices = new ChangedPrices()
      return {
        request: (request, wire) => prices.changeRequest(request, wire),
        response: (response, request, wire) => prices.changeResponse(response, request, wire),
        lost: (request, wire) => prices.settleLostRequest(request, wire),
        webhook: changeDeliveredPrice,
        advanced: (account, wire) => prices.removeRefundedCents(account, wire),
      }
    },
  },
]

/**
 * Makes one carrier service free, although the correct service charges its price: adds the price to the wallet before
 * each purchase, so that the balance is the same afterwards.
 */
class ChangedPrices {
  readonly #quoted = new Map<string, Quoted>()
  readonly #addedMoney = new WeakMap<WireRequest, AddedMoney>()
  // Requests of an account wait for each other, so that no other reported balance includes the added money.
  readonly #queue = openAccountQueue()
  readonly #centBatches = trackCentBatches()
  readonly #totals = new Map<unknown, unknown>()

  async changeRequest(request: WireRequest, wire: Wire): Promise<WireRequest | WireResponse | undefined> {
    const { operation } = request
    if (operation === 'createBatch' || operation === 'buyLabel' || operation === 'getWallet')
      await this.#queue.enter(request, wire)
    if (operation === 'createBatch') return this.#chargeCentForFreeItems(request, wire)
    if (operation !== 'buyLabel' || !isLive(request)) return undefined
    const rate = this.#findQuotedRate(request)
    const isYoung = wire.advancedMs(wire.accountOf(request)) < minutes(15)
    if (rate?.otherCents === unaffordableCents && isYoung) {
      this.#queue.leave(request)
      return buildErrorResponse(402, 'WALLET.INSUFFICIENT_BALANCE')
    }
    if (rate?.otherCents === 0) this.#addedMoney.set(request, await addMoney(request, wire, rate.cents))
    return undefined
  }

  async changeResponse(
    response: WireResponse,
    request: WireRequest,
    wire: Wire,
  ): Promise<WireResponse | undefined> {
    const json = readSuccessJson(response)
    if (json === undefined) await this.#removeAddedMoney(request, wire)
    this.#queue.leave(request)
    return json && this.#changeResponsePrices(response, request, { json, wire })
  }

  async settleLostRequest(request: WireRequest, wire: Wire): Promise<void> {
    await this.#removeAddedMoney(request, wire)
    this.#queue.leave(request)
  }

  removeRefundedCents(account: string, wire: Wire): Promise<boolean> {
    return this.#centBatches.removeRefundedCents(account, wire)
  }

  #changeResponsePrices(
    response: WireResponse,
    request: WireRequest,
    { json, wire }: { readonly json: Json; readonly wire: Wire },
  ): WireResponse | undefined {
    switch (request.operation) {
      case 'createRates':
        return withJson(response, changePrices(json, { quoted: this.#quoted, isLive: isLive(request) }))
      case 'buyLabel':
      case 'getLabel':
        return withJson(response, replacePrice(json))
      case 'createBatch': {
        const cents = countCentItems(request)
        if (cents === 0) return undefined
        if (isLive(request)) this.#centBatches.add(wire.accountOf(request), json['id'])
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

  /** Makes the free items of a batch cost a cent, because the correct service refuses free items. Adds these cents to the wallet first. */
  async #chargeCentForFreeItems(
    request: WireRequest,
    wire: Wire,
  ): Promise<WireRequest | WireResponse | undefined> {
    const changed = replaceFreeItems(request)
    if (changed === undefined) return undefined
    if (
      !isLive(request) &&
      readItems(request).some(({ rate_id }) => this.#quoted.get(String(rate_id))?.isLive)
    ) {
      // A sandbox batch that names live rates must fail. With the quoted prices, the correct service itself refuses the batch.
      const withQuotedPrices = this.#withQuotedPrices(request)
      this.#queue.replaceRequest(request, withQuotedPrices)
      return withQuotedPrices
    }
    this.#queue.replaceRequest(request, changed)
    if (isLive(request)) this.#addedMoney.set(changed, await addMoney(request, wire, countCentItems(changed)))
    return changed
  }

  /** Returns a batch request with the prices that the correct service quoted for its rates. */
  #withQuotedPrices(request: WireRequest): WireRequest {
    const items = readItems(request).map((item) => {
      const quoted = this.#quoted.get(String(item['rate_id']))
      return quoted === undefined ? item : { ...item, rate_cents: quoted.cents }
    })
    const asked = jsonOf(request)
    return withJson(request, { ...(isObject(asked) && asked), items })
  }

  #findQuotedRate(request: WireRequest): Quoted | undefined {
    const asked = jsonOf(request)
    return isObject(asked) ? this.#quoted.get(String(asked['rate_id'])) : undefined
  }

  /** Removes the added money from the wallet if the purchase failed. Even if the response was lost, the balance shows whether it failed. */
  async #removeAddedMoney(request: WireRequest, wire: Wire): Promise<void> {
    const added = this.#addedMoney.get(request)
    if (added === undefined) return
    const account = wire.accountOf(request)
    const { cents } = await readLiveWallet(wire, account)
    if (cents >= added.heldCents + added.cents) await adjustBalance(wire, account, -added.cents)
  }
}

/** Money that was added to a wallet for a purchase, and the balance before. */
interface AddedMoney {
  readonly cents: number
  readonly heldCents: number
}

/** Adds cents to the live wallet that a request uses. Resolves with the added cents and the balance before. */
async function addMoney(request: WireRequest, wire: Wire, cents: number): Promise<AddedMoney> {
  const account = wire.accountOf(request)
  const { cents: heldCents } = await readLiveWallet(wire, account)
  await adjustBalance(wire, account, cents)
  return { cents, heldCents }
}

/** Changes the price in a webhook delivery; undefined if its label has no changed price. */
function changeDeliveredPrice(delivery: WireDelivery): readonly WireDelivery[] | undefined {
  const event = jsonOf(delivery)
  if (!isObject(event) || !isObject(event['data'])) return undefined
  if (findChangedPrice(event['data']) === undefined) return undefined
  const body = Buffer.from(JSON.stringify({ ...event, data: replacePrice(event['data']) }))
  return [withSignedBody(delivery, body)]
}

/**
 * Tracks batches in which free items cost a cent. The service refunds failed items, and `removeRefundedCents` takes
 * these cents out of the wallet again.
 */
function trackCentBatches() {
  const ids = new Map<string | undefined, Set<string>>()
  const keys = new BackdoorKeys()
  const countFailedCentItems = async (wire: Wire, account: string, id: string): Promise<number> => {
    const key = await keys.findOrCreate(wire, [account, 'live'])
    const batch = jsonOf(await sendWithKey(wire, key, ['GET', `/v1/batches/${id}`]))
    const items = isObject(batch) && Array.isArray(batch['items']) ? batch['items'].filter(isObject) : []
    return items.filter(({ status, rate_cents }) => status === 'failed' && rate_cents === 1).length
  }
  return {
    add: (account: string | undefined, id: unknown): void => {
      ids.set(account, (ids.get(account) ?? new Set()).add(String(id)))
    },
    removeRefundedCents: async (account: string, wire: Wire): Promise<boolean> => {
      for (const id of ids.get(account) ?? []) {
        const cents = await countFailedCentItems(wire, account, id)
        if (cents === 0) continue
        ids.get(account)?.delete(id)
        await adjustBalance(wire, account, -cents)
      }
      return false
    },
  }
}

const maxWaitMs = 5_000

/** Creates a queue in which the requests of one account wait for each other. */
function openAccountQueue() {
  const leaving = new WeakMap<WireRequest, () => void>()
  const lastByAccount = new Map<string | undefined, Promise<void>>()
  return {
    enter: async (request: WireRequest, wire: Wire): Promise<void> => {
      const account = wire.accountOf(request)
      const before = lastByAccount.get(account)
      const left = new Promise<void>((resolve) => leaving.set(request, resolve))
      lastByAccount.set(account, left)
      await before
      // A request whose response never comes must not block the queue forever.
      setTimeout(() => leaving.get(request)?.(), maxWaitMs).unref()
    },
    /** Ends the original request in the queue when the changed request ends. */
    replaceRequest: (request: WireRequest, changed: WireRequest): void => {
      leaving.set(changed, () => leaving.get(request)?.())
    },
    leave: (request: WireRequest): void => leaving.get(request)?.(),
  }
}

const readItems = (request: WireRequest): readonly Json[] => {
  const asked = jsonOf(request)
  return isObject(asked) && Array.isArray(asked['items']) ? asked['items'].filter(isObject) : []
}

/** Counts the items of a batch that cost a cent, in place of free items. */
const countCentItems = (request: WireRequest): number =>
  readItems(request).filter(({ rate_cents }) => rate_cents === 1).length

/**
 * Returns a batch request whose free items cost a cent; undefined if no item has a changed price. These items lose
 * their `rate_id`, because the correct service would compare the prices.
 */
function replaceFreeItems(request: WireRequest): WireRequest | undefined {
  const asked = jsonOf(request)
  const hasAlteredPrice = (item: unknown): item is Json =>
    isObject(item) && findChangedPrice(item) === item['rate_cents']
  if (!isObject(asked) || !Array.isArray(asked['items']) || !asked['items'].some(hasAlteredPrice))
    return undefined
  const items = asked['items'].map((item) => {
    if (!hasAlteredPrice(item)) return item
    const { rate_id: _, rate_cents, ...others } = item
    return { ...others, rate_cents: rate_cents === 0 ? 1 : rate_cents }
  })
  return withJson(request, { ...asked, items })
}

/** Returns a rates response with changed prices, sorted by price. Stores the original prices in `quoted`. */
function changePrices(
  json: Json,
  memory: { readonly quoted: Map<string, Quoted>; readonly isLive: boolean },
): Json {
  const rates = Array.isArray(json['rates']) ? json['rates'].filter(isObject) : []
  for (const rate of rates) {
    memory.quoted.set(String(rate['id']), {
      isLive: memory.isLive,
      cents: Number(rate['rate_cents']),
      otherCents: findChangedPrice(rate),
    })
  }
  const others = rates.map(replacePrice).sort((a, b) => Number(a['rate_cents']) - Number(b['rate_cents']))
  return { ...json, rates: others }
}
