import type { WireDelivery, WireRequest, WireResponse } from './wire.ts'

/**
 * Changes HTTP messages (requests, responses and webhook deliveries) between clients and a correct service. Each hook
 * returns the message to pass on instead of the original, or undefined to change nothing.
 */
export interface WireAlteration {
  /** Changes a request before the service gets it, or responds to it instead of the service. */
  request?(request: WireRequest, wire: AccountLookup): Altered<WireRequest | WireResponse>
  /** Changes a response of the service. */
  response?(response: WireResponse, request: WireRequest, wire: AccountLookup): Altered<WireResponse>
  /** Replaces a webhook delivery by other deliveries; an empty list sends nothing. */
  webhook?(delivery: WireDelivery, wire: AccountLookup): Altered<readonly WireDelivery[]>
  /** Changes a control protocol request before the simulator gets it. `controlResponse` changes the response. */
  controlRequest?(request: WireRequest): WireRequest | undefined
  controlResponse?(response: WireResponse, request: WireRequest): WireResponse | undefined
}

/** The result of a hook of an alteration: the changed message, or undefined for no change. */
export type Altered<Value> = Promise<Value | undefined> | Value | undefined

/** Finds the account of a request. */
export interface AccountLookup {
  /** Returns the account of a request's key; undefined if the key is unknown. */
  accountOf(request: WireRequest): string | undefined
}
