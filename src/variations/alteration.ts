import type { WireDelivery, WireRequest, WireResponse } from './wire.ts'

/**
 * Changes HTTP messages (requests, responses and webhook deliveries) between clients and a correct service. Each hook
 * returns the message to pass on instead of the original, or undefined to change nothing.
 */
export interface WireAlteration {
  /** Changes a request before the service gets it. May return a response instead, which the client gets without the service. */
  request?(request: WireRequest, wire: AccountLookup): Altered<WireRequest | WireResponse>
  /** Changes a response of the service. */
  response?(response: WireResponse, request: WireRequest, wire: AccountLookup): Altered<WireResponse>
  /** Returns the deliveries that are sent instead of a webhook delivery; if the list is empty, nothing is sent. */
  webhook?(delivery: WireDelivery, wire: AccountLookup): Altered<readonly WireDelivery[]>
  /** Changes a request of the control protocol before the simulator gets it. */
  controlRequest?(request: WireRequest): WireRequest | undefined
  /** Changes the simulator's response to a request of the control protocol. */
  controlResponse?(response: WireResponse, request: WireRequest): WireResponse | undefined
}

/** The result of a hook of an alteration: the changed message, or undefined for no change. */
export type Altered<Value> = Promise<Value | undefined> | Value | undefined

/** Finds the account of a request. */
export interface AccountLookup {
  /** Returns the account of a request's key; undefined if the key is unknown. */
  accountOf(request: WireRequest): string | undefined
}
