import type { WireDelivery, WireRequest, WireResponse } from './wire.ts'

/**
 * A change on the wire in front of a good service. Each hook returns what is passed on instead. Undefined
 * changes nothing.
 */
export interface WireAlteration {
  /** Changes a request before the service sees it, or answers it instead of the service. */
  request?(request: WireRequest, wire: AccountLookup): Altered<WireRequest | WireResponse>
  /** Changes a response of the service. */
  response?(response: WireResponse, request: WireRequest, wire: AccountLookup): Altered<WireResponse>
  /** Replaces a webhook delivery by others; an empty list sends nothing. */
  webhook?(delivery: WireDelivery, wire: AccountLookup): Altered<readonly WireDelivery[]>
  /** Changes a control call before the service sees it. `controlResponse` changes its response. */
  controlRequest?(request: WireRequest): WireRequest | undefined
  controlResponse?(response: WireResponse, request: WireRequest): WireResponse | undefined
}

export type Altered<Value> = Promise<Value | undefined> | Value | undefined

/** Finds the client of a request. */
export interface AccountLookup {
  /** The account of a request's key; undefined if it is not known. */
  accountOf(request: WireRequest): string | undefined
}
