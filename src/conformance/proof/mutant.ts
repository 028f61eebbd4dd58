import type { AccountLookup, Altered, WireAlteration } from '../../variations/alteration.ts'
import type { WireDelivery, WireRequest, WireResponse } from '../../variations/wire.ts'
import type { RuleId } from '../rule.ts'

/** A mutant: a service that deviates from the specification in one way. */
export interface Mutant {
  /** The id in kebab-case, which is never used again. */
  readonly id: string
  /** The deviation of the service, in one sentence. */
  readonly deviation: string
  /** The rules that must each fail on it. */
  readonly kills: readonly [RuleId, ...RuleId[]]
  /** Rules that also run, to cause the responses that the killing rules judge. */
  readonly traffic?: readonly RuleId[]
  /** The seed of walks of which the first eight find the mutant. Without a seed, the default walks of a run are used. */
  readonly walksOf?: number
  /** Makes the alteration for one run, in which it may remember what it has seen. */
  open(): Alteration
}

/** A change on the wire between the harness and a good service. It has more hooks than a variation that the simulator serves. */
export interface Alteration extends WireAlteration {
  request?(request: WireRequest, wire: Wire): Altered<WireRequest | WireResponse>
  response?(response: WireResponse, request: WireRequest, wire: Wire): Altered<WireResponse>
  /** Called when the service gave no response to a request. */
  lost?(request: WireRequest, wire: Wire): Promise<void>
  webhook?(delivery: WireDelivery, wire: Wire): Altered<readonly WireDelivery[]>
  /** Called after a control call, with its response. It cannot change either. */
  controlled?(request: WireRequest, response: WireResponse, wire: Wire): Promise<void> | void
  /** Called after an account's clock was moved. Resolves with whether the alteration changed something. */
  advanced?(account: string, wire: Wire): Promise<boolean>
  /** Changes the status of the harness's reply to a delivery; 0 means a cut connection. */
  reply?(status: number, delivery: WireDelivery): number | undefined
}

/** The calls that an alteration can make from its hooks. */
export interface Wire extends AccountLookup {
  /** Sends a request to the good service directly. */
  upstream(request: WireRequest): Promise<WireResponse>
  /** Makes a control call of the good service directly: `/accounts/…`. */
  control(method: string, path: string, body?: unknown): Promise<unknown>
  /** Returns how far the harness has moved an account's clock, in milliseconds. */
  advancedMs(account: string | undefined): number
  /** Sends an event to the webhook of an account, signed as the service would sign it. */
  emit(account: string | undefined, event: unknown): Promise<void>
  /** The base URL of the altered service, as the harness knows it. */
  readonly baseUrl: string
}
