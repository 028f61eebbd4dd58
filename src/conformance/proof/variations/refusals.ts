import { errorOf, isLive } from '../../../variations/json-responses.ts'
import { headerOf, jsonOf, type WireRequest, type WireResponse, withJson } from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'
import { hours } from '../../target/need.ts'
import type { Wire } from '../mutant.ts'
import { buildErrorResponse } from '../refusal.ts'
import { createHarmlessRequest, withError } from '../stateful/stateful.ts'
import type { ProofVariation } from '../variation.ts'

/** Variations in how a correct service refuses requests. */
export const refusalVariations: readonly ProofVariation[] = [
  {
    id: 'refused-otherwise',
    what: 'A shipment that cannot be bought gets no rates, and `suggestions` has another name.',
    silent: { choice: 23 },
    open: () => ({
      request: (request, wire) =>
        request.operation === 'createRates' ? refuseUnshippableQuote(request, wire) : undefined,
      response: (response) => {
        const error = errorOf(response)
        if (error === undefined || !Array.isArray(error['suggestions'])) return undefined
        const { suggestions, ...rest } = error
        return withJson(response, { error: { ...rest, alternatives: suggestions } })
      },
    }),
  },
  {
    id: 'key-ends-at-its-end',
    what: 'A key is refused as expired at the exact time of its expiry.',
    silent: { choice: 14 },
    open: () => ({
      controlRequest: (request) => moveKeyExpiry(request, -1),
      controlResponse: (response, { method, path }) =>
        method === 'POST' && isKeysPath(path) ? moveKeyExpiry(response, 1) : undefined,
    }),
  },
  {
    id: 'looked-up-first',
    what: 'A missing resource is refused before the key is checked, and auto-reload adds money only some time after a refusal.',
    silent: { choice: 1 },
    open: () => ({
      request: async (request, wire) =>
        headerOf(request, 'authorization') === undefined
          ? refuseBeforeKeyCheck(request)
          : refuseUntilReload(request, wire),
    }),
  },
  {
    id: 'reload-by-refusal',
    what: 'A live purchase or batch that the wallet cannot pay is refused, and the refusal starts auto-reload, so the next purchase succeeds.',
    silent: { choice: 30 },
    open: () => {
      const begun = new Set<string | undefined>()
      return { request: (request, wire) => refuseFirstUnpaidPurchase(request, { wire, begun }) }
    },
  },
]

const isKeysPath = (path: string): boolean => /\/accounts\/[^/]+\/keys$/.test(path)

/** Moves `expires_at` by `byMs` in a call that creates a key, or in the response to such a call; undefined for other messages. */
function moveKeyExpiry<Message extends WireRequest | WireResponse>(
  message: Message,
  byMs: number,
): Message | undefined {
  const json = jsonOf(message)
  if ('path' in message && !isKeysPath(message.path)) return undefined
  const end = isObject(json) ? Date.parse(String(json['expires_at'])) : Number.NaN
  if (!isObject(json) || Number.isNaN(end)) return undefined
  return withJson(message, { ...json, expires_at: new Date(end + byMs).toISOString() })
}

/** Refuses a request without carrying it out. The refusal counts against the rate limit, and its headers show that. */
async function refuseAndCount(
  request: WireRequest,
  wire: Wire,
  refused: readonly [status: number, code: string],
): Promise<WireResponse> {
  const response = await wire.upstream(createHarmlessRequest(request))
  return response.status === 401 || response.status === 429 ? response : withError({ response }, refused)
}

/** Responds without rates to a rates request for a shipment that could not be bought; undefined for other shipments. */
async function refuseUnshippableQuote(request: WireRequest, wire: Wire): Promise<WireResponse | undefined> {
  const json = jsonOf(request)
  if (!isObject(json)) return undefined
  const { to_address: to, parcel } = json
  if (typeof to === 'string')
    return buildErrorResponse(422, 'VALIDATION.FIELD.REQUIRED', { field: 'to_address' })
  const isHeavy = isObject(parcel) && Number(parcel['weight_oz']) > 2_000
  const isNowhere = isObject(to) && to['city'] === 'Nowhere'
  if (!isHeavy && !isNowhere) return undefined
  // The request is also sent to the correct service, so that it counts against the rate limit.
  const response = await wire.upstream(request)
  return response.status === 200 ? withJson(response, { rates: [] }) : response
}

/** Refuses a request for an unknown label or batch, or for a batch without items, before the key is checked; undefined for other requests. */
function refuseBeforeKeyCheck(request: WireRequest): WireResponse | undefined {
  const isUnknownId = request.path.includes('_000000000000')
  if (request.operation === 'getLabel' && isUnknownId) return buildErrorResponse(404, 'LABEL.NOT_FOUND')
  if (request.operation === 'getBatch' && isUnknownId) return buildErrorResponse(404, 'BATCH.NOT_FOUND')
  const json = jsonOf(request)
  const hasNoItems = isObject(json) && Array.isArray(json['items']) && json['items'].length === 0
  return hasNoItems ? buildErrorResponse(422, 'BATCH.ITEMS.REQUIRED') : undefined
}

/** Refuses the first purchase of an account whose wallet must be reloaded for it, and reloads the wallet; undefined for other requests. */
async function refuseFirstUnpaidPurchase(
  request: WireRequest,
  { wire, begun }: { readonly wire: Wire; readonly begun: Set<string | undefined> },
): Promise<WireResponse | undefined> {
  const isPaid = request.operation === 'buyLabel' || request.operation === 'createBatch'
  if (!isPaid || !isLive(request)) return undefined
  const account = wire.accountOf(request)
  const wallet = await wire.control('GET', `/accounts/${account}/wallet`)
  if (!isObject(wallet) || !isObject(wallet['auto_reload']) || wallet['balance_cents'] !== 1) return undefined
  if (begun.has(account)) return undefined
  begun.add(account)
  if (wallet['payment_method'] === 'valid') {
    const { amount_cents } = wallet['auto_reload']
    await wire.control('POST', `/accounts/${account}/wallet/fund`, { amount_cents })
  }
  return refuseAndCount(request, wire, [402, 'WALLET.INSUFFICIENT_BALANCE'])
}

/** Refuses a purchase whose wallet must be reloaded, until an hour has passed on the account's clock. */
async function refuseUntilReload(request: WireRequest, wire: Wire): Promise<WireResponse | undefined> {
  if (request.operation !== 'buyLabel' || !isLive(request)) return undefined
  const account = wire.accountOf(request)
  const wallet = await wire.control('GET', `/accounts/${account}/wallet`)
  const isShort =
    isObject(wallet) &&
    wallet['payment_method'] === 'valid' &&
    wallet['balance_cents'] === 1 &&
    isObject(wallet['auto_reload'])
  return isShort && wire.advancedMs(account) < hours(1)
    ? refuseAndCount(request, wire, [402, 'WALLET.INSUFFICIENT_BALANCE'])
    : undefined
}
