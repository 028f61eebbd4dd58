import type { AccountLookup, Altered, WireAlteration } from '../../variations/alteration.ts'
import type { WireDelivery, WireRequest, WireResponse } from '../../variations/wire.ts'
import type { RuleId } from '../rule.ts'

/** A service that deviates from the specification in one way. */
export interface Mutant {
  /** The id in kebab-case, which is never used again. */
  readonly id: string
  /** The deviation of the service, in one sentence. */
  readonly deviation: string
  /** The rules that must each fail on the mutant. */
  readonly kills: readonly [RuleId, ...RuleId[]]
  /** More rules that run, because the rules that must fail judge their responses. */
  readonly traffic?: readonly RuleId[]
  /** A seed whose first eight walks find the mutant. Without it, the default walks of a run are used. */
  readonly walksOf?: number
  /** Creates the alteration for one run. It may remember earlier messages. */
  open(): Alteration
}

/** An alteration of messages between the harness and a good service. It has more hooks than a variation that the simulator serves. */
export interface Alteration extends WireAlteration {
  request?(request: WireRequest, wire: Wire): Altered<WireRequest | WireResponse>
  response?(response: WireResponse, request: WireRequest, wire: Wire): Altered<WireResponse>
  /** Called when the service gave no response to a request. */
  lost?(request: WireRequest, wire: Wire): Promise<void>
  webhook?(delivery: WireDelivery, wire: Wire): Altered<readonly WireDelivery[]>
  /** Called after a control call, with its response. The hook cannot change them. */
  controlled?(request: WireRequest, response: WireResponse, wire: Wire): Promise<void> | void
  /** Called after an account's clock was moved. Resolves with true if the alteration changed something. */
  advanced?(account: string, wire: Wire): Promise<boolean>
  /** Changes the status with which the harness responded to a delivery; 0 means a cut connection. */
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
