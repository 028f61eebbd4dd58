import { setTimeout as pause } from 'node:timers/promises'
import { minutes } from '../../target/need.ts'
import { isObject } from '../../wire/fields.ts'
import { ask, HiddenKeys, move } from '../behind.ts'
import { isLive, type Json, successJson } from '../builders.ts'
import type { Wire } from '../mutant.ts'
import { refusal } from '../refusal.ts'
import type { Variation } from '../variation.ts'
import {
  jsonOf,
  type WireDelivery,
  type WireRequest,
  type WireResponse,
  withJson,
  withSignedBody,
} from '../wire.ts'

/** A price above the balance of any rule that buys, in cents. */
const dearCents = 20_000_000

/** The changed price of a carrier's service; undefined if it is not changed. */
function otherPrice({ carrier, service }: Json): number | undefined {
  if (carrier === 'DHL' && service === 'Parcel Ground') return 0
  return carrier === 'FedEx' && service === 'Priority Overnight' ? dearCents : undefined
}

/** A rate, label or event with its changed price. */
function priced(thing: Json): Json {
  const price = otherPrice(thing)
  return price === undefined || !('rate_cents' in thing) ? thing : { ...thing, rate_cents: price }
}

interface Quoted {
  readonly cents: number
  readonly otherCents: number | undefined
}

/** Variations in which one rate is free and one costs more than any wallet holds. */
export const priceVariations: readonly Variation[] = [
  {
    id: 'free-and-dear',
    what: 'One service of a carrier costs nothing, and one more than any wallet holds.',
    open: () => {
      const quoted = new Map<string, Quoted>()
      const lent = new WeakMap<WireRequest, number>()
      const oneByOne = openQueue()
      const cheap = openCheapBatches()
      const left = new Map<unknown, unknown>()
      const totals = new Map<unknown, unknown>()
      return {
        request: async (request, wire) => {
          // What is lent and given back in between is in no other purchase's balance.
          const isBatch = request.operation === 'createBatch'
          if (isBatch || request.operation === 'buyLabel') await oneByOne.enter(request, wire)
          if (isBatch) return withCheapItems(request, wire)
          const refused = await refusesDear(request, { wire, quoted, lent })
          if (refused !== undefined) oneByOne.leave(request)
          return refused
        },
        response: async (response, request, wire) => {
          const changed = await answered(response, request, wire)
          oneByOne.leave(request)
          return changed
        },
        webhook: deliveredWithPrice,
        advanced: (account, wire) => cheap.settle(account, wire),
      }
      async function answered(
        response: WireResponse,
        request: WireRequest,
        wire: Wire,
      ): Promise<WireResponse | undefined> {
        const json = successJson(response)
        if (request.operation === 'createBatch') {
          const free = await withFreeItems(response, request, { wire, totals })
          if (free !== undefined && isLive(request)) cheap.add(wire.accountOf(request), json?.['id'])
          return free
        }
        if (json === undefined) return takenBack(request, { wire, quoted, lent })
        if (request.operation === 'createRates') return withJson(response, repriced(json, quoted))
        if (request.operation === 'buyLabel') {
          const label = await givenBack(json, request, { wire, quoted, lent })
          left.set(label['id'], label['wallet_balance_after_cents'])
          return withJson(response, label)
        }
        if (request.operation === 'getBatch' && totals.has(json['id'])) {
          return withJson(response, { ...json, total_cost_cents: totals.get(json['id']) })
        }
        if (request.operation !== 'getLabel') return undefined
        const wallet_balance_after_cents = left.get(json['id']) ?? json['wallet_balance_after_cents']
        return withJson(response, { ...priced(json), wallet_balance_after_cents })
      }
    },
  },
]

function deliveredWithPrice(delivery: WireDelivery): readonly WireDelivery[] | undefined {
  const event = jsonOf(delivery)
  if (!isObject(event) || !isObject(event['data'])) return undefined
  if (otherPrice(event['data']) === undefined) return undefined
  const body = Buffer.from(JSON.stringify({ ...event, data: priced(event['data']) }))
  return [withSignedBody(delivery, body)]
}

/** Batches in which a cent stands for nothing: the cents of items that failed come back, and are taken again. */
function openCheapBatches() {
  const ids = new Map<string | undefined, Set<string>>()
  const keys = new HiddenKeys()
  const settledOf = async (wire: Wire, account: string, id: string): Promise<number> => {
    const key = await keys.of(wire, [account, 'live'])
    const batch = jsonOf(await ask(wire, key, ['GET', `/v1/batches/${id}`]))
    const items = isObject(batch) && Array.isArray(batch['items']) ? batch['items'].filter(isObject) : []
    return items.filter(({ status, rate_cents }) => status === 'failed' && rate_cents === 1).length
  }
  return {
    add: (account: string | undefined, id: unknown): void => {
      ids.set(account, (ids.get(account) ?? new Set()).add(String(id)))
    },
    settle: async (account: string, wire: Wire): Promise<boolean> => {
      for (const id of ids.get(account) ?? []) {
        const cents = await settledOf(wire, account, id)
        if (cents === 0) continue
        ids.get(account)?.delete(id)
        await move(wire, account, -cents)
      }
      return false
    },
  }
}

const mostWaitMs = 5_000

/** Requests of one account that wait for each other. */
function openQueue() {
  const leaving = new WeakMap<WireRequest, () => void>()
  const lastOf = new Map<string | undefined, Promise<void>>()
  return {
    enter: async (request: WireRequest, wire: Wire): Promise<void> => {
      const account = wire.accountOf(request)
      const before = lastOf.get(account)
      lastOf.set(account, new Promise((resolve) => leaving.set(request, resolve)))
      // One whose answer never comes holds nobody up for ever.
      if (before !== undefined) await Promise.race([before, pause(mostWaitMs)])
    },
    leave: (request: WireRequest): void => leaving.get(request)?.(),
  }
}

const freeIn = (items: unknown): number =>
  Array.isArray(items) ? items.filter((item) => isObject(item) && item['rate_cents'] === 0).length : 0

/** A batch request whose free items cost a cent, which the wallet is given before, as the good service takes no free items. */
async function withCheapItems(request: WireRequest, wire: Wire): Promise<WireRequest | undefined> {
  const asked = jsonOf(request)
  const items = isObject(asked) ? asked['items'] : undefined
  const free = freeIn(items)
  if (!isObject(asked) || !Array.isArray(items) || free === 0) return undefined
  if (isLive(request)) await addToWallet(request, wire, free)
  const cheap = items.map((item) => (freeIn([item]) === 1 ? { ...item, rate_cents: 1 } : item))
  return withJson(request, { ...asked, items: cheap })
}

/** A batch answer whose items of a cent are free. If the batch was refused, the cents are taken back. */
async function withFreeItems(
  response: WireResponse,
  request: WireRequest,
  { wire, totals }: { readonly wire: Wire; readonly totals: Map<unknown, unknown> },
): Promise<WireResponse | undefined> {
  const asked = jsonOf(request)
  const items = isObject(asked) && Array.isArray(asked['items']) ? asked['items'].filter(isObject) : []
  const cents = items.filter((item) => item['rate_cents'] === 1).length
  if (cents === 0) return undefined
  const batch = successJson(response)
  if (batch !== undefined) {
    const total_cost_cents = Number(batch['total_cost_cents']) - cents
    totals.set(batch['id'], total_cost_cents)
    return withJson(response, { ...batch, total_cost_cents })
  }
  if (isLive(request)) await addToWallet(request, wire, -cents)
  return undefined
}

async function addToWallet(request: WireRequest, wire: Wire, cents: number): Promise<void> {
  const path = `/accounts/${wire.accountOf(request)}/wallet`
  const wallet = await wire.control('GET', path)
  const balance_cents = (isObject(wallet) ? Number(wallet['balance_cents']) : 0) + cents
  await wire.control('PATCH', path, { balance_cents })
}

/** A quote with changed prices, in the order of price. */
function repriced(json: Json, quoted: Map<string, Quoted>): Json {
  const rates = Array.isArray(json['rates']) ? json['rates'].filter(isObject) : []
  for (const rate of rates) {
    quoted.set(String(rate['id']), { cents: Number(rate['rate_cents']), otherCents: otherPrice(rate) })
  }
  const others = rates.map(priced).sort((a, b) => Number(a['rate_cents']) - Number(b['rate_cents']))
  return { ...json, rates: others }
}

/** The quotes, and the purchases for which the wallet was given money, with how much. */
type Known = {
  readonly lent: WeakMap<WireRequest, number>
  readonly wire: Wire
  readonly quoted: ReadonlyMap<string, Quoted>
}

const quotedFor = (request: WireRequest, quoted: Known['quoted']): Quoted | undefined => {
  const asked = jsonOf(request)
  return isObject(asked) ? quoted.get(String(asked['rate_id'])) : undefined
}

/** Refuses a purchase of the expensive rate, and lends the wallet money for the free one. */
async function refusesDear(
  request: WireRequest,
  { wire, quoted, lent }: Known,
): Promise<WireResponse | undefined> {
  if (request.operation !== 'buyLabel' || !isLive(request)) return undefined
  const rate = quotedFor(request, quoted)
  const isYoung = wire.advancedMs(wire.accountOf(request)) < minutes(15)
  if (rate?.otherCents === dearCents && isYoung) return refusal(402, 'WALLET.INSUFFICIENT_BALANCE')
  if (rate?.otherCents !== 0) return undefined
  const path = `/accounts/${wire.accountOf(request)}/wallet`
  const wallet = await wire.control('GET', path)
  const balance = isObject(wallet) ? Number(wallet['balance_cents']) : 0
  if (balance >= rate.cents) return undefined
  await wire.control('PATCH', path, { balance_cents: balance + rate.cents })
  lent.set(request, rate.cents)
  return undefined
}

/** A purchase that came to nothing leaves the wallet as it was. */
async function takenBack(request: WireRequest, { wire, lent }: Known): Promise<undefined> {
  const cents = lent.get(request)
  if (cents !== undefined) await addToWallet(request, wire, -cents)
  return undefined
}

/** Gives back what the purchase of the free rate took. */
async function givenBack(label: Json, request: WireRequest, { wire, quoted, lent }: Known): Promise<Json> {
  const rate = quotedFor(request, quoted)
  if (rate?.otherCents !== 0 || !isLive(request)) return priced(label)
  const account = String(wire.accountOf(request))
  if (lent.has(request)) return priced(label)
  await wire.control('POST', `/accounts/${account}/wallet/fund`, { amount_cents: rate.cents })
  const left = Number(label['wallet_balance_after_cents']) + rate.cents
  return { ...priced(label), wallet_balance_after_cents: left }
}
